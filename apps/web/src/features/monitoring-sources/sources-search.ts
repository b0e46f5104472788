import { listSearch, oneOf, type RowsOf, text } from '#web/platform/list-search.ts'

export const sourcesSearch = listSearch({
  list: 'sources',
  filters: {
    /** Those of the shown customer, or the revoked ones; else all in use. */
    scope: oneOf(['customer', 'revoked']),
    q: text(),
  },
  panel: {
    /** The source whose details are open, or `new`. */
    source: text(40),
  },
})
export type SourceRows = RowsOf<typeof sourcesSearch>
