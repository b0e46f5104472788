import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { IncidentDetails } from '@vakt/contract/incidents/incident-details.ts'
import { ChevronLeft } from 'lucide-react'
import { type ComponentType, lazy, Suspense } from 'react'
import { ApiError } from '#web/platform/api.ts'
import { useFormat } from '#web/platform/format.ts'
import { useSession } from '#web/platform/session.ts'
import { isStaff, useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { ReadableName } from '#web/shared/entities/readable-name.tsx'
import { FollowButton } from '#web/shared/follow/follow-button.tsx'
import { useAlertDescription, useIncidentTitle } from '#web/shared/incidents/incident-words.ts'
import { SeverityMark } from '#web/shared/severity/severity-mark.tsx'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import { DetailPage, Section } from '#web/ui/page/detail-page.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { ErrorState, RefreshFailed } from '#web/ui/page/error-state.tsx'
import { DetailSkeleton, ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { useRows } from '#web/ui/table/use-rows.ts'
import { incidentAlertsQuery, incidentQuery } from './incident-details-queries.ts'
import { IncidentFacts } from './incident-facts.tsx'
import { IncidentActions } from './incident-handling.tsx'
import { incidentListTexts } from './incident-list.texts.ts'
import { NoteForm } from './incident-note-form.tsx'
import styles from './incident-page.module.css'
import { incidentPageTexts } from './incident-page.texts.ts'
import { IncidentSummary, MeasuredValue } from './incident-summary.tsx'
import { IncidentTimeline } from './incident-timeline.tsx'
import { incidentTexts } from './incidents.texts.ts'
import { useDuration } from './open-duration.tsx'

type Composed = {
  AddToMajorIncident: ComponentType<{
    incident: { customerId: string; incidentId: string; title: string; where?: string }
    onClose: () => void
  }>
  IncidentMetric: ComponentType<{
    customerId: string
    entityId: string
    incident: { incidentId: string; title: string; openedAt: string; resolvedAt: string | null }
  }>
}

const CustomerCardNote = lazy(() =>
  import('#web/shared/customer-card/customer-card-note.tsx').then((module) => ({ default: module.CustomerCardNote })),
)
const IncidentContext = lazy(() => import('./incident-context.tsx').then((module) => ({ default: module.IncidentContext })))
const MergedInto = lazy(() => import('./incident-more.tsx').then((module) => ({ default: module.MergedInto })))
const MutedNotice = lazy(() => import('#web/shared/follow/mute-menu.tsx').then((module) => ({ default: module.MutedNotice })))
const RunsOfIncident = lazy(() =>
  import('#web/shared/process-runs/runs-of-incident.tsx').then((module) => ({ default: module.RunsOfIncident })),
)
const WindowsNow = lazy(() => import('#web/shared/service-windows/windows-now.tsx').then((module) => ({ default: module.WindowsNow })))
const WindowOfIncident = lazy(() =>
  import('#web/shared/service-windows/held-by.tsx').then((module) => ({ default: module.WindowOfIncident })),
)
const MuteMenu = lazy(() => import('#web/shared/follow/mute-menu.tsx').then((module) => ({ default: module.MuteMenu })))
const MoreActions = lazy(() => import('./incident-more.tsx').then((module) => ({ default: module.MoreActions })))

/** `AddToMajorIncident` asks staff into which one, over the page; `IncidentMetric` draws what was measured around the start. */
export function IncidentPage(composed: Composed) {
  const { customerId = '', incidentId = '' } = useParams({ strict: false }) as { customerId?: string; incidentId?: string }
  const words = { ...useTexts(incidentListTexts), ...useTexts(incidentPageTexts) }
  const query = useQuery(incidentQuery(customerId, incidentId))
  if (query.isPending) return <DetailSkeleton />
  const toList = (
    <ButtonLink variant="default" to="/incidents/$customerId" params={{ customerId }}>
      {words.list}
    </ButtonLink>
  )
  if (!query.data && query.error instanceof ApiError && query.error.status === 404) {
    return (
      <EmptyState isWholePage title={words.notFound} text={words.notFoundText}>
        {toList}
      </EmptyState>
    )
  }
  if (!query.data) {
    return (
      <ErrorState isWholePage title={words.loadFailed} error={query.error} onRetry={() => void query.refetch()}>
        {toList}
      </ErrorState>
    )
  }
  return (
    <>
      {query.isRefetchError ? <RefreshFailed onRetry={() => void query.refetch()} /> : null}
      <IncidentView customerId={customerId} incident={query.data} {...composed} />
    </>
  )
}

type IncidentProps = { customerId: string; incident: IncidentDetails }

function IncidentView({ customerId, incident, AddToMajorIncident, IncidentMetric }: IncidentProps & Composed) {
  const words = { ...useTexts(incidentTexts), ...useTexts(incidentListTexts), ...useTexts(incidentPageTexts) }
  const { can, isLimited } = useShownCustomer()
  const format = useFormat()
  const mayHandle = can(['@feature.tickets.write'])
  const mayMerge = mayHandle && !isLimited
  const duration = useDuration()
  const session = useSession()
  const title = useIncidentTitle()(incident)
  const isOver = incident.state === 'resolved'
  return (
    <DetailPage
      back={
        <Link to="/incidents/$customerId" params={{ customerId }}>
          <ChevronLeft size={14} aria-hidden="true" /> {words.list}
        </Link>
      }
      title={title}
      state={
        <>
          <SeverityMark level={incident.severity} quiet={isOver} />
          <span>{words[incident.state]}</span>
          <span title={format.exact(incident.openedAt)}>
            {isOver
              ? words.lasted(duration(incident.openedAt, Date.parse(incident.resolvedAt ?? '')))
              : words.openFor(duration(incident.openedAt))}
          </span>
          <span>{incident.assignee?.name ?? words.unassigned}</span>
          {isOver ? null : <span>{incident.mayBeResolved ? words.firing(incident.firingAlerts) : words.resolvesItself}</span>}
          <Suspense>
            {isOver ? null : <MutedNotice target={{ customerId, incidentId: incident.incidentId }} />}
            {isOver || !incident.entity ? null : <WindowsNow customerId={customerId} entityId={incident.entity.entityId} shows="ongoing" />}
            {incident.raisedBy ? (
              <WindowOfIncident customerId={customerId} incident={{ heldBy: null, raisedBy: incident.raisedBy }} />
            ) : null}
          </Suspense>
        </>
      }
      actions={
        isOver ? null : (
          <>
            {mayHandle ? <IncidentActions customerId={customerId} incident={incident} /> : null}
            <FollowButton target={{ customerId, kind: 'incident', id: incident.incidentId }} />
            <Suspense>
              <MuteMenu target={{ customerId, incidentId: incident.incidentId }} />
              {mayMerge ? <MoreActions customerId={customerId} incident={incident} AddToMajorIncident={AddToMajorIncident} /> : null}
            </Suspense>
          </>
        )
      }
      factsLabel={words.about}
      facts={<IncidentFacts customerId={customerId} incident={incident} mayHandle={mayHandle && !isOver} />}
      context={
        <>
          <Section title={words.alerts}>
            <IncidentAlerts customerId={customerId} incidentId={incident.incidentId} />
          </Section>
          <Suspense>
            <IncidentContext customerId={customerId} incidentId={incident.incidentId} />
          </Suspense>
        </>
      }
    >
      <Suspense>
        <MergedInto customerId={customerId} incident={incident} mayHandle={mayMerge} />
      </Suspense>
      <IncidentSummary customerId={customerId} incident={incident} />
      <Suspense>{isStaff(session) ? <CustomerCardNote customerId={customerId} /> : null}</Suspense>
      <MeasuredValue incident={incident} />
      <Suspense>
        {incident.entity ? (
          <IncidentMetric customerId={customerId} entityId={incident.entity.entityId} incident={{ ...incident, title }} />
        ) : null}
      </Suspense>
      <Section title={words.timeline}>
        {mayHandle ? <NoteForm key={incident.incidentId} customerId={customerId} incident={incident} /> : null}
        <IncidentTimeline customerId={customerId} timeline={incident.timeline} />
      </Section>
      <Suspense>
        <RunsOfIncident customerId={customerId} incidentId={incident.incidentId} entityId={incident.entity?.entityId} />
      </Suspense>
    </DetailPage>
  )
}

function IncidentAlerts({ customerId, incidentId }: { customerId: string; incidentId: string }) {
  const words = useTexts(incidentPageTexts)
  const describe = useAlertDescription()
  const query = useInfiniteQuery(incidentAlertsQuery(customerId, incidentId))
  const rows = useRows(query.data)
  if (query.isPending) return <ListSkeleton rows={2} />
  if (query.isError && rows.length === 0)
    return <ErrorState title={words.alertsFailed} error={query.error} onRetry={() => void query.refetch()} />
  if (rows.length === 0) return <p className={styles.dim}>{words.noAlerts}</p>
  return (
    <>
      <ul className={styles.alerts}>
        {rows.map((alert) => (
          <li key={alert.alertId}>
            <SeverityMark level={alert.severity} quiet={alert.state === 'resolved'} />
            <span className={styles.alertName}>
              <Link to="/alert-overview" search={(before: object) => ({ ...before, alert: alert.alertId })}>
                {alert.name}
              </Link>
              {alert.description ? <span className={styles.alertText}>{describe(alert)}</span> : null}
            </span>
            <span className={styles.dim}>
              {alert.targetName && !alert.entity ? alert.targetName : <ReadableName of="source" value={alert.source} />}
            </span>
            <RelativeTime iso={alert.endedAt ?? alert.startedAt} />
          </li>
        ))}
      </ul>
      {query.hasNextPage ? (
        <Button size="compact-sm" variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {words.moreAlerts}
        </Button>
      ) : null}
    </>
  )
}
