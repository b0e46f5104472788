import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { Severity, SeverityCounts } from '@vakt/contract/severity.ts'
import { noCounts, totalOf } from '@vakt/domain/severity.ts'
import { lazy, type ReactNode, Suspense } from 'react'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { isChosen, useCustomerOptions } from '#web/shared/customers/customer-groups.ts'
import { customerStatesQuery } from '#web/shared/customers/customer-states-query.ts'
import { InboxViews } from '#web/shared/inbox/inbox-views.tsx'
import { useSilence } from '#web/shared/reception/use-silence.ts'
import { FilterBar } from '#web/ui/filters/filter-bar.tsx'
import { FilterSearch } from '#web/ui/filters/filter-search.tsx'
import { FilterSelect } from '#web/ui/filters/filter-select.tsx'
import { useIsPhone } from '#web/ui/hooks/use-is-phone.ts'
import { ErrorState, RefreshFailed } from '#web/ui/page/error-state.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { allCustomersTexts } from './all-customers.texts.ts'
import { CustomerStates } from './customer-states.tsx'
import styles from './dashboard-page.module.css'
import { type DashboardSearch, dashboardSearch } from './dashboard-search.ts'
import { LiveStatus, summarize, useCalmHeadline } from './dashboard-status.tsx'
import { incidentTexts } from './incidents.texts.ts'
import { openNowTexts } from './open-now.texts.ts'
import { OpenNowList } from './open-now-list.tsx'
import { openNowOfAllQuery } from './open-now-queries.ts'
import { rememberCustomers } from './remembered-customers.ts'
import { useLeaveWall } from './use-leave-wall.ts'

const ChangesSinceVisit = lazy(() => import('./changes-since-visit.tsx').then((module) => ({ default: module.ChangesSinceVisit })))
const OnCallLine = lazy(() => import('#web/shared/on-call/on-call-now.tsx').then((module) => ({ default: module.OnCallLine })))
const WallView = lazy(() => import('./wall-view.tsx').then((module) => ({ default: module.WallView })))

function countSeverities(incidents: readonly { severity: Severity }[]): SeverityCounts {
  const counts = { ...noCounts }
  for (const { severity } of incidents) counts[severity] += 1
  return counts
}

const namesOf = (options: readonly { value: string; label: string }[], chosen: readonly string[]): string =>
  options.flatMap(({ value, label }) => (chosen.includes(value) ? [label] : [])).join(', ')

/** For staff: what is open at all customers, what waits in the inbox, and how each customer is. */
export function AllCustomersDashboard({ search, majorIncidents }: { search: DashboardSearch; majorIncidents: ReactNode }) {
  const { customerId } = useShownCustomer()
  const words = { ...useTexts(openNowTexts), ...useTexts(incidentTexts), ...useTexts(allCustomersTexts) }
  const navigate = useNavigate()
  const { of: chosen } = search
  // What hangs on the wall for some customers says how many incidents they have, all of them.
  const openNow = useQuery(openNowOfAllQuery(search.wall && chosen ? { ...search, shown: 'all' } : search))
  const states = useQuery(customerStatesQuery)
  const customerOptions = useCustomerOptions(states.data?.customers, chosen ?? [])
  const open = (next: DashboardSearch) =>
    void navigate({ to: '/dashboard', search: dashboardSearch(next as Record<string, unknown>), resetScroll: false })
  const change = (next: DashboardSearch) => {
    rememberCustomers(next.of ?? [])
    open(next)
  }
  const now = openNow.data
  const totals = now && summarize(now)
  const leaveWall = useLeaveWall(search)
  const silenceOf = useSilence()
  const calmHeadline = useCalmHeadline()
  const isPhone = useIsPhone()
  // The provider is one of them only while it has something open.
  const customers = states.data?.customers.filter((one) => one.customerId !== customerId || totalOf(one.openIncidents) > 0) ?? []
  const onWall = chosen ? customers.filter((one) => isChosen(one, chosen)) : customers
  const calm = states.data && calmHeadline(customers)
  if (search.wall && now) {
    const healthy = onWall.filter((one) => totalOf(one.openIncidents) === 0 && !silenceOf(one)).map(({ name }) => name)
    return (
      <Suspense>
        <WallView
          query={openNow}
          data={chosen ? { ...now, totals: { ...now.totals, counts: countSeverities(now.incidents) } } : now}
          healthy={healthy}
          calm={(states.data && calmHeadline(onWall))?.text ?? words.noneOpenNow}
          name={chosen ? namesOf(customerOptions, chosen) : words.allCustomers}
          onLeave={leaveWall}
        />
      </Suspense>
    )
  }
  const filters =
    totals && totals.open > 0 ? (
      <FilterBar count={chosen ? 1 : 0}>
        <FilterSearch
          label={words.searchEntities}
          value={search.q ?? ''}
          onChange={(q) => {
            const { q: _, ...rest } = search
            open(q ? { ...rest, q } : rest)
          }}
        />
        <FilterSelect label={words.customer} value={chosen ?? []} options={customerOptions} onChange={(of) => change({ ...search, of })} />
      </FilterBar>
    ) : null
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1
          className={styles.conclusion}
          aria-live="polite"
          data-state={totals && (totals.open > 0 ? 'attention' : calm?.isGood ? 'good' : undefined)}
        >
          {!now || !totals
            ? words.pageTitle
            : totals.open > 0
              ? words.attentionAt(totals.open, totals.critical, now.customers)
              : (calm?.text ?? words.noneOpenNow)}
        </h1>
        <p className={styles.checked}>
          <span className={styles.numbers}>
            {now && totals && totals.open > 0
              ? `${words.from} ${words.alerts(now.totals.alerts)}${now.totals.entities > 0 ? ` ${words.on} ${words.resources(now.totals.entities)}` : ''} · ${words.unassigned(now.totals.unassigned)}`
              : null}
          </span>
          {now ? <LiveStatus updatedAt={openNow.dataUpdatedAt} hasFailed={openNow.isRefetchError} /> : null}
          <Link to="/dashboard" search={{ ...search, wall: true }} data-wall-link>
            {words.wallMode}
          </Link>
        </p>
        <Suspense>
          <OnCallLine customerId={customerId} />
        </Suspense>
      </header>
      {openNow.isRefetchError || states.isRefetchError ? (
        <RefreshFailed onRetry={() => void Promise.all([openNow.refetch(), states.refetch()])} />
      ) : null}
      <Suspense>{majorIncidents}</Suspense>
      <div className={styles.inbox}>
        <span>{words.openTickets}</span>
        <InboxViews customerId={customerId} />
      </div>
      {filters && !isPhone ? <div className={styles.filterSpace}>{filters}</div> : null}
      {now ? (
        <OpenNowList
          customerId={customerId}
          data={now}
          search={search}
          onChange={open}
          onClear={() => change(search.sort ? { sort: search.sort } : {})}
          tools={isPhone ? filters : null}
        />
      ) : openNow.isError ? (
        <ErrorState title={words.overviewFailed} error={openNow.error} onRetry={() => void openNow.refetch()} />
      ) : (
        <ListSkeleton rows={6} />
      )}
      {now ? (
        <Suspense>
          <ChangesSinceVisit customerId={customerId} isOfAll />
        </Suspense>
      ) : null}
      {states.data ? (
        <CustomerStates customers={chosen ? states.data.customers.filter((one) => isChosen(one, chosen)) : customers} />
      ) : states.isError ? (
        <ErrorState title={words.failed} error={states.error} onRetry={() => void states.refetch()} />
      ) : null}
    </div>
  )
}
