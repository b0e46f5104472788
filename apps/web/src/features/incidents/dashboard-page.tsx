import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { IncidentOverview } from '@vakt/contract/incidents.ts'
import { Boxes } from 'lucide-react'
import { useMemo } from 'react'
import { useFormat } from '#web/platform/format.ts'
import { useLiveCustomer } from '#web/platform/live.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { clockOf } from '#web/ui/clock-time.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState, RefreshFailed } from '#web/ui/error-state.tsx'
import { ListSkeleton } from '#web/ui/skeleton.tsx'
import styles from './dashboard-page.module.css'
import { buildDashboardPageData, type DashboardPageData } from './dashboard-page-data.ts'
import { type DashboardSearch, dashboardSearch } from './dashboard-search.ts'
import { GroupOverview } from './group-overview.tsx'
import { incidentOverviewQuery } from './incident-queries.ts'
import { IncidentTrend } from './incident-trend.tsx'
import { incidentTexts } from './incidents.texts.ts'

export function DashboardPage() {
  const { customerId } = useShownCustomer()
  useLiveCustomer(customerId)
  const words = useTexts(incidentTexts)
  const overview = useQuery(incidentOverviewQuery(customerId))
  const data = useMemo(() => overview.data && buildDashboardPageData(overview.data), [overview.data])
  const search = dashboardSearch(useSearch({ strict: false }) as Record<string, unknown>)
  const navigate = useNavigate()
  const isNothingWatched = overview.data?.entities === 0 && data?.open === 0
  const open = (next: DashboardSearch) => void navigate({ to: '/dashboard', search: next, resetScroll: false })

  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1 className={styles.conclusion} aria-live="polite" data-state={data && (data.open > 0 ? 'attention' : 'good')}>
          {overview.data && data ? <Conclusion overview={overview.data} data={data} /> : words.pageTitle}
        </h1>
        <p className={styles.checked}>{overview.data && data ? <Checked overview={overview.data} open={data.open} /> : ' '}</p>
      </header>
      {overview.isRefetchError ? <RefreshFailed onRetry={() => void overview.refetch()} /> : null}
      {isNothingWatched ? null : <IncidentTrend customerId={customerId} />}
      {overview.data && data ? (
        isNothingWatched ? (
          <EmptyState title={words.nothingText} icon={<Boxes size={28} strokeWidth={1.5} />} />
        ) : (
          <GroupOverview customerId={customerId} overview={overview.data} data={data} search={search} onOpen={open} />
        )
      ) : overview.isError ? (
        <ErrorState title={words.overviewFailed} error={overview.error} onRetry={() => void overview.refetch()} />
      ) : (
        <ListSkeleton rows={8} />
      )}
    </div>
  )
}

function Conclusion({ overview, data }: { overview: IncidentOverview; data: DashboardPageData }) {
  const words = useTexts(incidentTexts)
  const format = useFormat()
  if (data.open === 0 && overview.entities === 0) return words.nothingTitle
  return data.open > 0 ? words.attention(data.open, data.critical) : words.allGood(clockOf(format.exact(overview.checkedAt)))
}

function Checked({ overview, open }: { overview: IncidentOverview; open: number }) {
  const words = useTexts(incidentTexts)
  const format = useFormat()
  const watched = words.watched(overview.entities)
  return open > 0 ? `${watched} · ${words.checked(clockOf(format.exact(overview.checkedAt)))}` : watched
}
