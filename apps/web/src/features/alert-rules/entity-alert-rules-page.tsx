import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { listAlertRules } from '@vakt/contract/alert-rules/alert-rules.ts'
import { Gauge } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { ListRows } from '#web/lists/list-rows.tsx'
import { useListScreen } from '#web/lists/use-list-screen.tsx'
import { downloadList } from '#web/platform/download.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { SidePanel } from '#web/ui/overlay/side-panel.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { DetailSkeleton } from '#web/ui/page/skeleton.tsx'
import { ExportMenu } from '#web/ui/table/export-menu.tsx'
import { useRows } from '#web/ui/table/use-rows.ts'
import styles from './alert-rules.module.css'
import { alertRuleTexts } from './alert-rules.texts.ts'
import { entityAlertRulesSearch } from './alert-rules-search.ts'
import { useRuleColumns } from './rule-columns.tsx'
import { filterOf, RuleFilters } from './rule-filters.tsx'
import { RuleKeysHint } from './rule-keys-hint.tsx'
import { alertRuleListQuery, ruleCountQuery } from './rule-list-queries.ts'
import { useRuleKeys } from './use-rule-verbs.ts'

const SuggestedRules = lazy(() => import('./suggested-rules.tsx').then((module) => ({ default: module.SuggestedRules })))
const RulePanel = lazy(() => import('./rule-panel.tsx').then((module) => ({ default: module.RulePanel })))

/** The rules that cover one resource: its own, and those by filter. */
export function EntityAlertRulesPage() {
  const words = useTexts(alertRuleTexts)
  const { customerId, can } = useShownCustomer()
  const { entityId = '' } = useParams({ strict: false }) as { entityId?: string }
  const screen = useListScreen(entityAlertRulesSearch)
  const filter = { ...filterOf(screen.rows), entityId }
  const list = useInfiniteQuery(alertRuleListQuery(customerId, filter))
  const rows = useRows(list.data)
  const all = useQuery(ruleCountQuery(customerId, filter, { isFiltered: screen.isFiltered })).data?.all
  const columns = useRuleColumns(screen.link)
  const { openKey } = screen
  useRuleKeys({ rules: rows, entityId })
  const isEmpty = rows.length === 0 && !screen.isFiltered && !screen.search.scope
  const create = can(['@feature.myenvironment.write']) ? (
    <ButtonLink to="/my-environment/$customerId/$entityId/alert-rules/create" params={{ customerId, entityId }}>
      {words.create}
    </ButtonLink>
  ) : null
  return (
    <section aria-label={words.ofResource}>
      {isEmpty ? null : (
        <div className={styles.toolbar}>
          <div className={styles.actions}>
            <RuleFilters screen={screen} />
          </div>
          <div className={styles.actions}>
            <ExportMenu onExport={(format) => downloadList(listAlertRules, { params: { customerId }, query: filter }, format)} />
            {create}
          </div>
        </div>
      )}
      <ListRows
        screen={screen}
        list={list}
        all={all}
        label={words.ofResource}
        columns={columns}
        rowKey={({ alertRuleId }) => alertRuleId}
        words={{ failed: words.listFailed, nothingMatches: words.nothingMatches }}
        empty={
          <EmptyState title={words.nothing} text={words.nothingText} icon={<Gauge size={28} strokeWidth={1.5} />}>
            {create}
          </EmptyState>
        }
      />
      {rows.length > 0 ? <RuleKeysHint /> : null}
      {can(['@feature.myenvironment.write']) && list.data && !list.hasNextPage && !screen.isFiltered && !screen.search.scope ? (
        <Suspense>
          <SuggestedRules customerId={customerId} entityId={entityId} watched={rows.map(({ metricName }) => metricName)} />
        </Suspense>
      ) : null}
      <SidePanel label={words.details} isOpen={openKey !== undefined} onClose={screen.close}>
        <Suspense fallback={<DetailSkeleton />}>
          {openKey ? (
            <RulePanel key={openKey} customerId={customerId} alertRuleId={openKey} entityId={entityId} onClose={screen.close} />
          ) : null}
        </Suspense>
      </SidePanel>
    </section>
  )
}
