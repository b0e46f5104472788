import { listSearch, text } from '#web/platform/list-search.ts'

export const connectorsSearch = listSearch({
  list: 'connectors',
  panel: {
    /** The connector whose details are open, or `new`. */
    connector: text(40),
    /** The run of it whose changes are shown. */
    run: text(40),
  },
})
