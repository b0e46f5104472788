import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { IncidentDetails } from '@vakt/contract/incident-details.ts'
import { ChevronLeft, ExternalLink } from 'lucide-react'
import { type ComponentType, lazy, Suspense } from 'react'
import { ApiError } from '#web/platform/api.ts'
import { useFormat } from '#web/platform/format.ts'
import { useSession } from '#web/platform/session.ts'
import { isStaff, useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { EntityLink } from '#web/shared/entities/entity-link.tsx'
import { ReadableName } from '#web/shared/entities/readable-name.tsx'
import { FollowButton } from '#web/shared/follow/follow-button.tsx'
import { majorIncidentPath } from '#web/shared/links/paths.ts'
import { SeverityMark } from '#web/shared/severity/severity-mark.tsx'
import { StatusBadge } from '#web/shared/status/status-badge.tsx'
import { TicketLink } from '#web/shared/tickets/ticket-link.tsx'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { PlainLink } from '#web/ui/controls/plain-link.tsx'
import { ClockTime } from '#web/ui/display/clock-time.tsx'
import { EditableFact } from '#web/ui/display/editable-fact.tsx'
import { Fact, Facts } from '#web/ui/display/facts.tsx'
import { Markdown } from '#web/ui/display/markdown.tsx'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import { DetailPage, Section } from '#web/ui/page/detail-page.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { ErrorState, RefreshFailed } from '#web/ui/page/error-state.tsx'
import { DetailSkeleton, ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { useRows } from '#web/ui/table/use-rows.ts'
import { incidentAlertsQuery, incidentQuery } from './incident-details-queries.ts'
import { AssigneeEditor, IncidentActions } from './incident-handling.tsx'
import { incidentListTexts } from './incident-list.texts.ts'
import { NoteForm } from './incident-note-form.tsx'
import styles from './incident-page.module.css'
import { incidentPageTexts } from './incident-page.texts.ts'
import { IncidentTimeline } from './incident-timeline.tsx'
import { incidentTexts } from './incidents.texts.ts'
import { useDuration } from './use-duration.ts'

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

const IncidentContext = lazy(() => import('./incident-context.tsx').then((module) => ({ default: module.IncidentContext })))
const MergedInto = lazy(() => import('./incident-more.tsx').then((module) => ({ default: module.MergedInto })))
const MutedNotice = lazy(() => import('#web/shared/follow/mute-menu.tsx').then((module) => ({ default: module.MutedNotice })))
const WindowsNow = lazy(() => import('#web/shared/service-windows/windows-now.tsx').then((module) => ({ default: module.WindowsNow })))
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
  const { can } = useShownCustomer()
  const format = useFormat()
  const mayHandle = can(['@feature.tickets.write'])
  const duration = useDuration()
  const isOver = incident.state === 'resolved'
  return (
    <DetailPage
      back={
        <Link to="/incidents/$customerId" params={{ customerId }}>
          <ChevronLeft size={14} aria-hidden="true" /> {words.list}
        </Link>
      }
      title={incident.title}
      state={
        <>
          <SeverityMark level={incident.severity} quiet={isOver} />
          <span>{words[incident.state]}</span>
          <span title={format.exact(incident.openedAt)}>
            {isOver ? words.lasted(duration(incident.openedAt, incident.resolvedAt)) : words.openFor(duration(incident.openedAt, null))}
          </span>
          <span>{incident.assignee?.name ?? words.unassigned}</span>
          {isOver ? null : <span>{incident.mayBeResolved ? words.firing(incident.firingAlerts) : words.resolvesItself}</span>}
          <Suspense>
            {isOver ? null : <MutedNotice target={{ customerId, incidentId: incident.incidentId }} />}
            {isOver || !incident.entity ? null : <WindowsNow customerId={customerId} entityId={incident.entity.entityId} shows="ongoing" />}
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
              {mayHandle ? <MoreActions customerId={customerId} incident={incident} AddToMajorIncident={AddToMajorIncident} /> : null}
            </Suspense>
          </>
        )
      }
      factsLabel={words.about}
      facts={<IncidentFacts customerId={customerId} incident={incident} mayHandle={mayHandle && !isOver} />}
    >
      <Suspense>
        <MergedInto customerId={customerId} incident={incident} mayHandle={mayHandle} />
      </Suspense>
      <IncidentSummary incident={incident} />
      <MeasuredValue incident={incident} />
      <Suspense>
        {incident.entity ? <IncidentMetric customerId={customerId} entityId={incident.entity.entityId} incident={incident} /> : null}
      </Suspense>
      <Section title={words.timeline}>
        {mayHandle ? <NoteForm key={incident.incidentId} customerId={customerId} incident={incident} /> : null}
        <IncidentTimeline customerId={customerId} timeline={incident.timeline} />
      </Section>
      <Section title={words.alerts}>
        <IncidentAlerts customerId={customerId} incidentId={incident.incidentId} />
      </Section>
      <Suspense>
        <IncidentContext customerId={customerId} incidentId={incident.incidentId} />
      </Suspense>
    </DetailPage>
  )
}

/** What was measured, where the runbook is, and what people were told last. */
function IncidentSummary({ incident }: { incident: IncidentDetails }) {
  const words = useTexts(incidentPageTexts)
  const format = useFormat()
  const { measurement, runbookUrl, latestUpdate, majorIncident, rule } = incident
  const limit = measurement?.threshold ? [measurement.operator, measurement.threshold].filter(Boolean).join(' ') : null
  return (
    <div className={styles.lead}>
      {majorIncident ? (
        <p title={format.exact(majorIncident.since)}>
          {majorIncident.endedAt ? words.wasPartOf : words.partOf}{' '}
          {majorIncident.majorIncidentId ? (
            <PlainLink href={majorIncidentPath(majorIncident.majorIncidentId)}>{majorIncident.title}</PlainLink>
          ) : (
            <strong>{majorIncident.title}</strong>
          )}
        </p>
      ) : null}
      {(measurement && !limit) || runbookUrl ? (
        <p>
          {measurement && !limit ? (
            <span>
              {measurement.metric ?? rule}: <strong>{measurement.value}</strong>
            </span>
          ) : null}
          {runbookUrl ? (
            <a href={runbookUrl} target="_blank" rel="noopener noreferrer">
              {words.runbook} <ExternalLink size={14} aria-hidden="true" />
            </a>
          ) : null}
        </p>
      ) : null}
      {latestUpdate ? (
        <div className={styles.latest}>
          <span className={styles.dim}>
            {words.latestUpdate} · {latestUpdate.author} <ClockTime iso={latestUpdate.at} />
          </span>
          <Markdown text={latestUpdate.body} />
        </div>
      ) : null}
    </div>
  )
}

/** What was measured against which limit; nothing where the source does not say both. */
function MeasuredValue({ incident: { measurement, rule } }: { incident: IncidentDetails }) {
  const words = useTexts(incidentPageTexts)
  if (!measurement?.threshold) return null
  const { metric, value, threshold, operator } = measurement
  return (
    <Section title={words.measured}>
      <dl className={styles.measured}>
        <div>
          <dt>{metric ?? rule}</dt>
          <dd>{value}</dd>
        </div>
        <div>
          <dt>{words.limit}</dt>
          <dd>{[operator, threshold].filter(Boolean).join(' ')}</dd>
        </div>
      </dl>
    </Section>
  )
}

function IncidentFacts({ customerId, incident, mayHandle }: IncidentProps & { mayHandle: boolean }) {
  const words = { ...useTexts(incidentTexts), ...useTexts(incidentListTexts), ...useTexts(incidentPageTexts) }
  const format = useFormat()
  const byStaff = isStaff(useSession())
  const assignee = incident.assignee?.name ?? <span className={styles.dim}>{words.unassigned}</span>
  return (
    <Facts>
      <Fact label={words.resource}>
        {incident.entity ? (
          <EntityLink customerId={customerId} entity={incident.entity} />
        ) : (
          <span className={styles.dim}>{words.unmatched}</span>
        )}
      </Fact>
      {mayHandle && (byStaff || !incident.ticket) ? (
        <EditableFact
          label={words.assignee}
          changeLabel={words.change}
          editor={(close) => <AssigneeEditor customerId={customerId} incident={incident} onDone={close} />}
        >
          {assignee}
        </EditableFact>
      ) : (
        <Fact label={words.assignee}>{assignee}</Fact>
      )}
      {incident.acknowledged ? (
        <Fact label={words.acknowledged}>
          <ClockTime iso={incident.acknowledged.at} /> <span className={styles.dim}>{words.by(incident.acknowledged.by)}</span>
        </Fact>
      ) : null}
      <Fact label={words.ticket}>
        {incident.ticket ? (
          <>
            <TicketLink customerId={customerId} ticketId={incident.ticket.ticketId} /> <StatusBadge status={incident.ticket.status} />
          </>
        ) : (
          <span className={styles.dim}>{words.noTicket}</span>
        )}
      </Fact>
      <Fact label={words.rule}>{incident.rule}</Fact>
      <Fact label={words.opened}>{format.exact(incident.openedAt)}</Fact>
      <Fact label={words.changed}>
        <RelativeTime iso={incident.changedAt} />
      </Fact>
      <Fact label={words.resolvedAt}>
        {incident.resolvedAt ? (
          <>
            {format.exact(incident.resolvedAt)}{' '}
            <span className={styles.dim}>{incident.resolvedBy ? words.by(incident.resolvedBy) : words.byItself}</span>
          </>
        ) : null}
      </Fact>
    </Facts>
  )
}

function IncidentAlerts({ customerId, incidentId }: { customerId: string; incidentId: string }) {
  const words = useTexts(incidentPageTexts)
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
              {alert.description ? <span className={styles.alertText}>{alert.description}</span> : null}
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
