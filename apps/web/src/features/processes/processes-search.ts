import { inAll, listSearch, ofSome, oneOf, type RowsOf, text, unsavedScope } from '#web/platform/list-search.ts'

export const processesSearch = listSearch({
  list: 'processes',
  filters: { q: text(), ...ofSome },
  scope: {
    /** Enabled or disabled ones; else both. */
    scope: oneOf(['active', 'inactive']),
    ...inAll,
  },
  /** The process whose details are open; over all customers with its customer before it. */
  panel: { process: text() },
  unsaved: unsavedScope,
})
export type ProcessRows = RowsOf<typeof processesSearch>
