import { ruleStateFilters } from '@vakt/contract/alert-rules/alert-rule-filters.ts'
import { inAll, listSearch, ofSome, oneOf, type RowsOf, someOf, text, unsavedScope } from '#web/platform/list-search.ts'

const filters = { q: text(), severity: someOf([3, 2, 1, 0]), state: someOf(ruleStateFilters) }
const scope = {
  /** Active or inactive ones; else both. */
  scope: oneOf(['active', 'inactive']),
}
/** The rule whose details are open; over all customers with its customer before it. */
const panel = { rule: text() }

export const alertRulesSearch = listSearch({
  list: 'alert-rules',
  filters: { ...filters, ...ofSome },
  scope: { ...scope, ...inAll },
  panel,
  unsaved: unsavedScope,
})
export const entityAlertRulesSearch = listSearch({ filters, scope, panel })
export type AlertRuleRows = RowsOf<typeof alertRulesSearch>
