import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { IncidentOverview } from '@vakt/contract/incidents.ts'
import { Boxes } from 'lucide-react'
import { lazy, Suspense, useMemo } from 'react'
import { useFormat } from '#web/platform/format.ts'
import { useSession } from '#web/platform/session.ts'
import { isStaff, useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { clockOf } from '#web/ui/clock-time.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState, RefreshFailed } from '#web/ui/error-state.tsx'
import { ListSkeleton } from '#web/ui/skeleton.tsx'
import { customerStandingQuery } from './customer-standing-query.ts'
import styles from './dashboard-page.module.css'
import { buildDashboardPageData, type DashboardPageData, sumCustomers } from './dashboard-page-data.ts'
import { type DashboardSearch, dashboardSearch, filterOf } from './dashboard-search.ts'
import { GroupOverview } from './group-overview.tsx'
import { incidentOverviewQuery } from './incident-queries.ts'
import { IncidentTrend } from './incident-trend.tsx'
import { incidentTexts } from './incidents.texts.ts'

const WallView = lazy(() => import('./wall-view.tsx').then((module) => ({ default: module.WallView })))
const DashboardFilters = lazy(() => import('./dashboard-filters.tsx').then((module) => ({ default: module.DashboardFilters })))
const CustomerOverview = lazy(() => import('./customer-overview.tsx').then((module) => ({ default: module.CustomerOverview })))

export function DashboardPage() {
  const { customerId, name, isOwn } = useShownCustomer()
  const staff = isStaff(useSession())
  const words = useTexts(incidentTexts)
  const search = dashboardSearch(useSearch({ strict: false }) as Record<string, unknown>)
  const filter = filterOf(search)
  const overview = useQuery(incidentOverviewQuery(customerId, search))
  const data = useMemo(() => overview.data && buildDashboardPageData(overview.data), [overview.data])
  const standing = useQuery({ ...customerStandingQuery(customerId), enabled: staff })
  const everywhere = staff && isOwn && standing.data ? sumCustomers(standing.data) : undefined
  const isCounted = !(staff && isOwn) || !standing.isPending
  const navigate = useNavigate()
  const isNothingWatched = overview.data?.entities === 0 && data?.open === 0 && Object.keys(filter).length === 0
  const open = (next: DashboardSearch) =>
    void navigate({ to: '/dashboard', search: dashboardSearch(next as Record<string, unknown>), resetScroll: false })
  const openGroup = (next: DashboardSearch) => open({ ...filter, ...next })
  const leaveWall = async () => {
    const { wall: _, ...shown } = search
    await navigate({ to: '/dashboard', search: shown })
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-wall-link]')?.focus())
  }

  if (search.wall && overview.data && data) {
    return (
      <Suspense>
        <WallView query={overview} overview={overview.data} data={data} customer={name} onLeave={() => void leaveWall()} />
      </Suspense>
    )
  }
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1 className={styles.conclusion} aria-live="polite" data-state={data && ((everywhere ?? data).open > 0 ? 'attention' : 'good')}>
          {overview.data && data && isCounted ? (
            <Conclusion overview={overview.data} data={data} everywhere={everywhere} />
          ) : (
            words.pageTitle
          )}
        </h1>
        <p className={styles.checked}>
          {overview.data && data ? <Checked overview={overview.data} open={data.open} /> : null}
          <Link to="/incidents/$customerId" params={{ customerId }}>
            {words.allIncidents}
          </Link>
          {' · '}
          <Link to="/dashboard" search={{ ...filter, wall: true }} data-wall-link>
            {words.wallMode}
          </Link>
        </p>
      </header>
      {overview.isRefetchError ? <RefreshFailed onRetry={() => void overview.refetch()} /> : null}
      {staff ? (
        <Suspense>
          <CustomerOverview customerId={customerId} />
        </Suspense>
      ) : null}
      {isNothingWatched ? null : <IncidentTrend customerId={customerId} />}
      {isNothingWatched || !overview.data ? null : (
        <div className={styles.filterSpace}>
          <Suspense>
            <DashboardFilters customerId={customerId} tagKeys={overview.data.tagKeys} search={search} onChange={open} />
          </Suspense>
        </div>
      )}
      {overview.data && data ? (
        isNothingWatched ? (
          <EmptyState title={words.nothingText} icon={<Boxes size={28} strokeWidth={1.5} />} />
        ) : (
          <GroupOverview customerId={customerId} overview={overview.data} data={data} search={search} onOpen={openGroup} />
        )
      ) : overview.isError ? (
        <ErrorState title={words.overviewFailed} error={overview.error} onRetry={() => void overview.refetch()} />
      ) : (
        <ListSkeleton rows={8} />
      )}
    </div>
  )
}

type ConclusionProps = { overview: IncidentOverview; data: DashboardPageData; everywhere: ReturnType<typeof sumCustomers> | undefined }

/** Staff at home are told of every customer: nothing is well while one of them needs somebody. */
function Conclusion({ overview, data, everywhere }: ConclusionProps) {
  const words = useTexts(incidentTexts)
  const format = useFormat()
  if (everywhere && everywhere.customers > 0) return words.attentionAt(everywhere.open, everywhere.critical, everywhere.customers)
  if (data.open === 0 && overview.entities === 0) return words.nothingTitle
  return data.open > 0 ? words.attention(data.open, data.critical) : words.allGood(clockOf(format.exact(overview.checkedAt)))
}

function Checked({ overview, open }: { overview: IncidentOverview; open: number }) {
  const words = useTexts(incidentTexts)
  const format = useFormat()
  const watched = words.watched(overview.entities)
  return `${open > 0 ? `${watched} · ${words.checked(clockOf(format.exact(overview.checkedAt)))}` : watched} · `
}
