import { ruleStateFilters } from '@vakt/contract/alert-rules/alert-rule-filters.ts'
import { listSearch, oneOf, type RowsOf, someOf, text } from '#web/platform/list-search.ts'

const filters = { q: text(), severity: someOf([3, 2, 1, 0]), state: someOf(ruleStateFilters) }
const scope = {
  /** Active or inactive ones; else both. */
  scope: oneOf(['active', 'inactive']),
}
/** The rule whose details are open. */
const panel = { rule: text(40) }

export const alertRulesSearch = listSearch({ list: 'alert-rules', filters, scope, panel })
export const entityAlertRulesSearch = listSearch({ filters, scope, panel })
export type AlertRuleRows = RowsOf<typeof alertRulesSearch>
