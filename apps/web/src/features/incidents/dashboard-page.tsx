import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useMemo } from 'react'
import { usePageTitle } from '#web/platform/page-title.ts'
import { useSession } from '#web/platform/session.ts'
import { isStaff, useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { useSilence } from '#web/shared/reception/use-silence.ts'
import { useIsPhone } from '#web/ui/hooks/use-is-phone.ts'
import { ErrorState, RefreshFailed } from '#web/ui/page/error-state.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { BelowIncidents } from './below-incidents.tsx'
import styles from './dashboard-page.module.css'
import { buildDashboardPageData } from './dashboard-page-data.ts'
import { type DashboardSearch, dashboardSearch, filterOf } from './dashboard-search.ts'
import { DashboardNumbers, LiveStatus, summarize, useCalmHeadline } from './dashboard-status.tsx'
import { incidentOverviewQuery } from './incident-queries.ts'
import { incidentTexts } from './incidents.texts.ts'
import { OpenNowList } from './open-now-list.tsx'
import { openNowQuery } from './open-now-queries.ts'
import { useLeaveWall } from './use-leave-wall.ts'

const OnCallLine = lazy(() => import('#web/shared/on-call/on-call-now.tsx').then((module) => ({ default: module.OnCallLine })))
const WindowsNow = lazy(() => import('#web/shared/service-windows/windows-now.tsx').then((module) => ({ default: module.WindowsNow })))
const LimitLine = lazy(() => import('#web/shared/access/limit-line.tsx').then((module) => ({ default: module.LimitLine })))
const WallView = lazy(() => import('./wall-view.tsx').then((module) => ({ default: module.WallView })))
const DashboardFilters = lazy(() => import('./dashboard-filters.tsx').then((module) => ({ default: module.DashboardFilters })))
const GroupOverview = lazy(() => import('./group-overview.tsx').then((module) => ({ default: module.GroupOverview })))
const ChangesSinceVisit = lazy(() => import('./changes-since-visit.tsx').then((module) => ({ default: module.ChangesSinceVisit })))
const NothingConnected = lazy(() => import('./nothing-connected.tsx').then((module) => ({ default: module.NothingConnected })))
const IncidentTrend = lazy(() => import('./incident-trend.tsx').then((module) => ({ default: module.IncidentTrend })))
const AllCustomersDashboard = lazy(() =>
  import('./all-customers-dashboard.tsx').then((module) => ({ default: module.AllCustomersDashboard })),
)

/** Staff are shown all customers until they choose one, with the open major incidents above. */
export function DashboardPage({ majorIncidents }: { majorIncidents: ReactNode }) {
  const { isOwn } = useShownCustomer()
  const search = dashboardSearch(useSearch({ strict: false }) as Record<string, unknown>)
  usePageTitle(useTexts(incidentTexts).pageTitle)
  const session = useSession()
  const isOfAll = isStaff(session) && isOwn
  if (isOfAll) {
    return (
      <Suspense fallback={<ListSkeleton rows={8} />}>
        <AllCustomersDashboard search={search} majorIncidents={majorIncidents} />
      </Suspense>
    )
  }
  return <CustomerDashboard search={search} />
}

function CustomerDashboard({ search }: { search: DashboardSearch }) {
  const { customerId, name, isLimited } = useShownCustomer()
  const words = useTexts(incidentTexts)
  const filter = filterOf(search)
  const openNow = useQuery(openNowQuery(customerId, search))
  const overview = useQuery(incidentOverviewQuery(customerId, search))
  const data = useMemo(() => overview.data && buildDashboardPageData(overview.data), [overview.data])
  const navigate = useNavigate()
  const open = (next: DashboardSearch) =>
    void navigate({ to: '/dashboard', search: dashboardSearch(next as Record<string, unknown>), resetScroll: false })
  const leaveWall = useLeaveWall(search)
  const calmHeadline = useCalmHeadline(isLimited)
  const silenceOf = useSilence()
  const isPhone = useIsPhone()

  if (search.wall && openNow.data && overview.data && data) {
    return (
      <Suspense>
        <WallView
          query={openNow}
          data={openNow.data}
          healthy={
            calmHeadline([openNow.data]).isGood
              ? data.allGood.map(({ path: [group] }) => group || words.without(overview.data.tagKeys[0] ?? ''))
              : []
          }
          calm={calmHeadline([openNow.data]).text}
          name={name}
          note={isLimited ? <LimitLine /> : null}
          onLeave={leaveWall}
        />
      </Suspense>
    )
  }
  const now = openNow.data
  const totals = now && summarize(now)
  const calm = now && calmHeadline([now])
  const isNothingConnected = now !== undefined && !now.isConnected && totals?.open === 0
  const filters =
    isNothingConnected || !overview.data ? null : (
      <Suspense>
        <DashboardFilters customerId={customerId} tagKeys={overview.data.tagKeys} search={search} onChange={open} />
      </Suspense>
    )
  const isInHead = isPhone && totals !== undefined && totals.open > 0
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1
          className={styles.conclusion}
          aria-live="polite"
          data-state={totals && (totals.open > 0 ? 'attention' : calm?.isGood ? 'good' : undefined)}
        >
          {!totals ? words.pageTitle : totals.open > 0 ? words.attention(totals.open, totals.critical) : calm?.text}
        </h1>
        <p className={styles.checked}>
          <span className={styles.numbers}>
            {now && !isNothingConnected ? <DashboardNumbers customerId={customerId} data={now} /> : null}
          </span>
          {now ? <LiveStatus updatedAt={openNow.dataUpdatedAt} hasFailed={openNow.isRefetchError} /> : null}
          <Link to="/incidents/$customerId" params={{ customerId }}>
            {words.allIncidents}
          </Link>
          <Link to="/dashboard" search={{ ...filter, wall: true }} data-wall-link>
            {words.wallMode}
          </Link>
        </p>
        <Suspense>
          {isLimited ? <LimitLine /> : null}
          <WindowsNow customerId={customerId} />
          <OnCallLine customerId={customerId} />
        </Suspense>
      </header>
      {openNow.isRefetchError || overview.isRefetchError ? (
        <RefreshFailed onRetry={() => void Promise.all([openNow.refetch(), overview.refetch()])} />
      ) : null}
      {filters && !isInHead ? <div className={styles.filterSpace}>{filters}</div> : null}
      {now && !isNothingConnected ? (
        <OpenNowList
          customerId={customerId}
          data={now}
          search={search}
          onChange={open}
          onClear={() => open(search.sort ? { sort: search.sort } : {})}
          tools={isInHead ? (filters ?? <span />) : null}
        />
      ) : null}
      <BelowIncidents>
        {() => (
          <>
            {now && !isNothingConnected ? (
              <Suspense>
                <ChangesSinceVisit customerId={customerId} />
              </Suspense>
            ) : null}
            {!now && openNow.isError ? (
              <ErrorState title={words.overviewFailed} error={openNow.error} onRetry={() => void openNow.refetch()} />
            ) : null}
            {isNothingConnected ? (
              <Suspense>
                <NothingConnected />
              </Suspense>
            ) : null}
            {isNothingConnected ? null : overview.data && data ? (
              <Suspense fallback={<ListSkeleton rows={6} />}>
                <div className={styles.below}>
                  <div className={styles.belowGroups}>
                    <GroupOverview
                      customerId={customerId}
                      overview={overview.data}
                      data={data}
                      search={search}
                      silence={now ? silenceOf(now) : null}
                      onOpen={(opened) => open({ ...filter, open: opened })}
                    />
                  </div>
                  <IncidentTrend customerId={customerId} />
                </div>
              </Suspense>
            ) : overview.isError ? (
              <>
                {openNow.isError && !now ? null : (
                  <ErrorState title={words.overviewFailed} error={overview.error} onRetry={() => void overview.refetch()} />
                )}
                <Suspense>
                  <IncidentTrend customerId={customerId} />
                </Suspense>
              </>
            ) : (
              <ListSkeleton rows={8} />
            )}
          </>
        )}
      </BelowIncidents>
    </div>
  )
}
