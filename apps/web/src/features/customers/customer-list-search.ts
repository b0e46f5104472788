import { flag, listSearch, text } from '#web/platform/list-search.ts'

export const customerListSearch = listSearch({
  list: 'customers',
  filters: { q: text(), closed: flag },
  panel: {
    /** The customer whose details are open. */
    open: text(),
    /** The form for a new one is open. */
    create: flag,
  },
})
