import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { customerChoiceAccess } from '@vakt/contract/features.ts'
import { Gauge } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { ListScreen } from '#web/lists/list-screen.tsx'
import { useListScreen } from '#web/lists/use-list-screen.tsx'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { viewedUser } from '#web/platform/view-as.ts'
import { readKeyInAll } from '#web/shared/customers/key-in-all.ts'
import { CustomersFilter, ScopeTabs, useIsOfAll } from '#web/shared/customers/list-scope.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { SidePanel } from '#web/ui/overlay/side-panel.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { DetailSkeleton } from '#web/ui/page/skeleton.tsx'
import { useRowSelection } from '#web/ui/table/use-row-selection.ts'
import { useRows } from '#web/ui/table/use-rows.ts'
import { alertRuleTexts } from './alert-rules.texts.ts'
import { alertRulesSearch } from './alert-rules-search.ts'
import { ruleBulkTexts } from './rule-bulk.texts.ts'
import { useRuleColumns } from './rule-columns.tsx'
import { filterOf, RuleFilters } from './rule-filters.tsx'
import { RuleKeysHint } from './rule-keys-hint.tsx'
import { alertRuleListQuery, exportRules, keyOfRule, type RuleRow, ruleCountQuery } from './rule-list-queries.ts'
import { useRuleKeys } from './use-rule-verbs.ts'

const RulePanel = lazy(() => import('./rule-panel.tsx').then((module) => ({ default: module.RulePanel })))

const RuleBulkActions = lazy(() => import('./rule-bulk-actions.tsx').then((module) => ({ default: module.RuleBulkActions })))

const RuleConclusion = lazy(() => import('./rule-conclusion.tsx').then((module) => ({ default: module.RuleConclusion })))

const batchSize = 100

/** The alert rules of all resources of the customer; for staff also those of all customers. */
export function AlertRulesPage(): ReactNode {
  const words = { ...useTexts(alertRuleTexts), ...useTexts(ruleBulkTexts) }
  const { customerId, can } = useShownCustomer()
  const screen = useListScreen(alertRulesSearch)
  const filter = filterOf(screen.rows)
  const isAll = useIsOfAll(screen.search)
  const ofAll = isAll ? (screen.search.of ? { customer: screen.search.of } : {}) : null
  const list = useInfiniteQuery(alertRuleListQuery(customerId, filter, ofAll))
  const rows = useRows(list.data)
  const all = useQuery(ruleCountQuery(customerId, filter, { isAll, isFiltered: screen.isFiltered })).data?.all
  const { openKey } = screen
  const labelOf = ({ name }: RuleRow) => words.select(name)
  const selection = useRowSelection({ rows, keyOf: keyOfRule, labelOf, labelOfAll: words.selectAll, batchSize, list })
  useRuleKeys({ rules: rows })
  const mayChange = can(['@feature.myenvironment.write']) && !viewedUser()
  const open = openKey === undefined ? null : readKeyInAll(openKey, customerId)
  // A rule is of one customer: over all of them the form asks for it first.
  const create =
    can(['@feature.myenvironment.write']) && (!isAll || can(customerChoiceAccess)) ? (
      <ButtonLink to="/alert-rules/$customerId/create" params={{ customerId }} search={(isAll ? { all: true } : {}) as object}>
        {words.create}
      </ButtonLink>
    ) : null
  return (
    <>
      <ListScreen
        screen={screen}
        list={list}
        all={all}
        title={words.title}
        conclusion={
          list.data && !list.hasNextPage && !screen.isFiltered ? (
            <Suspense>
              <RuleConclusion rules={rows} isAll={isAll} />
            </Suspense>
          ) : null
        }
        action={rows.length > 0 || screen.isFiltered ? create : null}
        onExport={(format) => exportRules(customerId, filter, ofAll, format)}
        tabs={<ScopeTabs isAll={isAll} onChange={(all) => screen.change({ all })} />}
        filters={<RuleFilters screen={screen} customers={isAll ? <CustomersFilter {...screen.choices('of')} /> : null} />}
        columns={useRuleColumns(screen.link, isAll)}
        rowKey={keyOfRule}
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
          <SidePanel label={words.details} isOpen={open !== null} onClose={screen.close}>
            <Suspense fallback={<DetailSkeleton />}>
              {open ? <RulePanel key={openKey} customerId={open.customerId} alertRuleId={open.rowId} onClose={screen.close} /> : null}
            </Suspense>
          </SidePanel>
        }
      />
      {rows.length > 0 ? <RuleKeysHint /> : null}
    </>
  )
}
