import { ruleStateFilters } from '@vakt/contract/alert-rules/alert-rule-filters.ts'
import type { ReactNode } from 'react'
import type { ListScreenState } from '#web/lists/use-list-screen.tsx'
import type { RowsOf, SearchOf } from '#web/platform/list-search.ts'
import { useTexts } from '#web/platform/texts.ts'
import { severityTexts } from '#web/shared/severity/severity.texts.ts'
import { FilterSearch } from '#web/ui/filters/filter-search.tsx'
import { FilterSelect } from '#web/ui/filters/filter-select.tsx'
import { FilterTabs } from '#web/ui/filters/filter-tabs.tsx'
import { alertRuleTexts } from './alert-rules.texts.ts'
import type { AlertRuleRows, entityAlertRulesSearch } from './alert-rules-search.ts'
import type { RuleFilterQuery } from './rule-list-queries.ts'
import { levelOf } from './rule-state.tsx'

type RuleFilterScreen = ListScreenState<SearchOf<typeof entityAlertRulesSearch>, RowsOf<typeof entityAlertRulesSearch>>

export const filterOf = ({ q, severity, state, scope }: AlertRuleRows): RuleFilterQuery => ({
  ...(q ? { q } : {}),
  ...(severity ? { severity } : {}),
  ...(state ? { state } : {}),
  ...(scope ? { active: scope === 'active' } : {}),
})

/** `customers`: the filter of the list over all customers. */
export function RuleFilters({ screen, customers }: { screen: RuleFilterScreen; customers?: ReactNode }) {
  const words = useTexts(alertRuleTexts)
  const severities = useTexts(severityTexts)
  return (
    <>
      <FilterSearch label={words.search} {...screen.text('q')} />
      {customers}
      <FilterTabs
        label={words.which}
        {...screen.tab('scope', 'all')}
        options={(['all', 'active', 'inactive'] as const).map((value) => ({ value, label: words.scopes[value] }))}
      />
      <FilterSelect
        label={words.state}
        {...screen.choices('state')}
        options={ruleStateFilters.map((value) => ({ value, label: words.stateFilters[value] }))}
      />
      <FilterSelect
        label={words.severity}
        {...screen.choices('severity')}
        options={[3, 2, 1, 0].map((value) => ({ value, label: severities[levelOf(value)] }))}
      />
    </>
  )
}
