import { listSearch, oneOf, type RowsOf, text } from '#web/platform/list-search.ts'

export const processesSearch = listSearch({
  list: 'processes',
  filters: { q: text() },
  scope: {
    /** Enabled or disabled ones; else both. */
    scope: oneOf(['active', 'inactive']),
  },
  /** The process whose details are open. */
  panel: { process: text(40) },
})
export type ProcessRows = RowsOf<typeof processesSearch>
