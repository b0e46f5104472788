import { listSearch, text, uuid } from '#web/platform/list-search.ts'

export const ruleFormSearch = listSearch({
  scope: {
    /** The rule that a new one begins as a copy of. */
    copy: uuid,
    /** The metric that a new one begins with. */
    metric: text(500),
  },
})
