import { listSearch, text } from '#web/platform/list-search.ts'

export const ruleStandardsSearch = listSearch({
  list: 'rule-standards',
  filters: { q: text() },
  /** The standard whose details are open. */
  panel: { standard: text(40) },
})
