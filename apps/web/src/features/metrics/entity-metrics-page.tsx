import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { MetricTrend } from '@vakt/contract/metrics.ts'
import { Activity } from 'lucide-react'
import { useState } from 'react'
import { useListScreen } from '#web/lists/use-list-screen.tsx'
import { useFormat } from '#web/platform/format.ts'
import { useSession } from '#web/platform/session.ts'
import { isAdministrator, useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { useMetricWords } from '#web/shared/incidents/incident-words.ts'
import { hasLine } from '#web/shared/metrics/metric-cell.tsx'
import { metricTrendTexts } from '#web/shared/metrics/metric-trend.texts.ts'
import { metricTrendsQuery } from '#web/shared/metrics/metric-trend-queries.ts'
import { Sparkline } from '#web/ui/chart/sparkline.tsx'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { FilterSearch } from '#web/ui/filters/filter-search.tsx'
import { useTicks } from '#web/ui/hooks/use-ticks.ts'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { ErrorState, RefreshFailed } from '#web/ui/page/error-state.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { LatestValue } from './latest-value.tsx'
import { MetricChart } from './metric-chart.tsx'
import { belowName, dimensionsText } from './metric-dimensions.ts'
import { entityMetricsQuery } from './metric-queries.ts'
import styles from './metrics.module.css'
import { metricTexts } from './metrics.texts.ts'
import { metricsSearch } from './metrics-search.ts'

const rowsAtFirst = 100

/** Everything that a resource measures, with its latest values; the chosen one is drawn beside the list. */
export function EntityMetricsPage() {
  const words = useTexts(metricTexts)
  const format = useFormat()
  const { customerId, isLimited } = useShownCustomer()
  const { entityId = '' } = useParams({ strict: false }) as { entityId?: string }
  const { search, change } = useListScreen(metricsSearch)
  const [rows, setRows] = useState(rowsAtFirst)
  const list = useQuery(entityMetricsQuery(customerId, entityId))
  const trendList = useQuery({ ...metricTrendsQuery(customerId, entityId, null), enabled: !isLimited }).data
  const trends = new Map(trendList?.map((trend) => [trend.seriesId, trend]))
  const { nameOf } = useMetricWords()
  useTicks()
  if (list.isPending) return <ListSkeleton />
  if (!list.data) return <ErrorState title={words.failed} error={list.error} onRetry={() => void list.refetch()} />
  const { metrics } = list.data
  if (metrics.length === 0) return <NoMetrics />
  const sought = search.q?.toLowerCase() ?? ''
  const found = metrics.filter((one) => `${nameOf(one.metric)} ${one.metric} ${dimensionsText(one)}`.toLowerCase().includes(sought))
  const chosen = metrics.find(({ seriesId }) => seriesId === search.series) ?? found.find(({ latest }) => latest) ?? found[0]
  return (
    <section className={styles.page} aria-label={words.title}>
      <div className={styles.side}>
        {list.isRefetchError ? <RefreshFailed onRetry={() => void list.refetch()} /> : null}
        <FilterSearch label={words.search} value={search.q ?? ''} onChange={(q) => change({ q })} />
        {found.length === 0 ? <p role="status">{words.nothingFound}</p> : null}
        <ul className={styles.metrics}>
          {found.slice(0, rows).map((one) => (
            <li key={one.seriesId}>
              <button
                type="button"
                className={styles.metric}
                aria-pressed={one === chosen}
                onClick={() => change({ series: one.seriesId, from: undefined, to: undefined })}
              >
                <bdi className={styles.name}>{nameOf(one.metric)}</bdi>
                <LatestValue metric={one} />
                <MetricLine trend={trends.get(one.seriesId)} />
                <bdi className={styles.dimensions}>{belowName(one, nameOf(one.metric))}</bdi>
              </button>
            </li>
          ))}
        </ul>
        {found.length > rows ? (
          <Button variant="default" size="compact-sm" onClick={() => setRows(rows + rowsAtFirst)}>
            {words.showMore(format.number(found.length - rows))}
          </Button>
        ) : null}
      </div>
      {chosen ? (
        <MetricChart
          key={chosen.seriesId}
          customerId={customerId}
          entityId={entityId}
          metric={chosen}
          search={search}
          onChange={(changes) => change({ ...changes, series: chosen.seriesId })}
        />
      ) : null}
    </section>
  )
}

function MetricLine({ trend }: { trend: MetricTrend | undefined }) {
  const words = useTexts(metricTrendTexts)
  return trend && hasLine(trend) ? (
    <span className={styles.line}>
      <Sparkline label={words.trend(trend.metric)} values={trend.values} />
    </span>
  ) : null
}

function NoMetrics() {
  const words = useTexts(metricTexts)
  const staff = isAdministrator(useSession())
  return (
    <EmptyState
      title={words.none}
      text={staff ? `${words.noneText} ${words.noneForStaff}` : words.noneText}
      icon={<Activity size={28} strokeWidth={1.5} />}
    >
      {staff ? (
        <ButtonLink variant="default" to="/admin/sources">
          {words.toSources}
        </ButtonLink>
      ) : null}
    </EmptyState>
  )
}
