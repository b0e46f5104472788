import { listSearch, text } from '#web/platform/list-search.ts'

export const ruleStandardsSearch = listSearch({
  filters: { q: text() },
  /** The standard whose details are open. */
  panel: { standard: text(40) },
})
