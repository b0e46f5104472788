import { useInfiniteQuery } from '@tanstack/react-query'
import { type AlertRule, listAlertRules } from '@vakt/contract/alert-rules/alert-rules.ts'
import { Gauge } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { ListScreen } from '#web/lists/list-screen.tsx'
import { useListScreen } from '#web/lists/use-list-screen.tsx'
import { downloadList } from '#web/platform/download.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { viewedUser } from '#web/platform/view-as.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { SidePanel } from '#web/ui/overlay/side-panel.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { DetailSkeleton } from '#web/ui/page/skeleton.tsx'
import { useRowSelection } from '#web/ui/table/use-row-selection.ts'
import { useRows } from '#web/ui/table/use-rows.ts'
import { alertRuleListQuery } from './alert-rule-queries.ts'
import { alertRuleTexts } from './alert-rules.texts.ts'
import { alertRulesSearch } from './alert-rules-search.ts'
import { ruleBulkTexts } from './rule-bulk.texts.ts'
import { useRuleColumns } from './rule-columns.tsx'
import { filterOf, RuleFilters } from './rule-filters.tsx'
import { RuleKeysHint } from './rule-keys-hint.tsx'
import { useRuleKeys } from './use-rule-verbs.ts'

const RulePanel = lazy(() => import('./rule-panel.tsx').then((module) => ({ default: module.RulePanel })))

const RuleBulkActions = lazy(() => import('./rule-bulk-actions.tsx').then((module) => ({ default: module.RuleBulkActions })))

const keyOf = ({ alertRuleId }: AlertRule) => alertRuleId
const batchSize = 100

/** The alert rules of all resources of the customer. */
export function AlertRulesPage() {
  const words = { ...useTexts(alertRuleTexts), ...useTexts(ruleBulkTexts) }
  const { customerId, can } = useShownCustomer()
  const screen = useListScreen(alertRulesSearch)
  const filter = filterOf(screen.rows)
  const list = useInfiniteQuery(alertRuleListQuery(customerId, filter))
  const rows = useRows(list.data)
  const { openKey } = screen
  const labelOf = ({ name }: AlertRule) => words.select(name)
  const selection = useRowSelection({ rows, keyOf, labelOf, labelOfAll: words.selectAll, batchSize, list })
  useRuleKeys({ customerId, rules: rows })
  const mayChange = can(['@feature.myenvironment.write']) && !viewedUser()
  const create = can(['@feature.myenvironment.write']) ? (
    <ButtonLink to="/alert-rules/$customerId/create" params={{ customerId }}>
      {words.create}
    </ButtonLink>
  ) : null
  return (
    <>
      <ListScreen
        screen={screen}
        list={list}
        title={words.title}
        conclusion={list.data && !list.hasNextPage && !screen.isFiltered ? words.conclusion(rows.length) : null}
        action={rows.length > 0 || screen.isFiltered ? create : null}
        onExport={(format) => downloadList(listAlertRules, { params: { customerId }, query: filter }, format)}
        filters={<RuleFilters screen={screen} />}
        columns={useRuleColumns(customerId, screen.link)}
        rowKey={keyOf}
        selection={mayChange ? selection : undefined}
        bulk={
          <Suspense>
            <RuleBulkActions customerId={customerId} selection={selection} />
          </Suspense>
        }
        words={{ failed: words.listFailed, nothingMatches: words.nothingMatches }}
        empty={
          <EmptyState title={words.nothing} text={words.nothingText} icon={<Gauge size={28} strokeWidth={1.5} />}>
            {create}
          </EmptyState>
        }
        panel={
          <SidePanel label={words.details} isOpen={openKey !== undefined} onClose={screen.close}>
            <Suspense fallback={<DetailSkeleton />}>
              {openKey ? <RulePanel key={openKey} customerId={customerId} alertRuleId={openKey} onClose={screen.close} /> : null}
            </Suspense>
          </SidePanel>
        }
      />
      {rows.length > 0 ? <RuleKeysHint /> : null}
    </>
  )
}
