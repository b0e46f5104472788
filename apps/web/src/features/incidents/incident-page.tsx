import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { IncidentDetails } from '@vakt/contract/incident-details.ts'
import { ChevronLeft } from 'lucide-react'
import { EntityLink } from '#web/links/entity-link.tsx'
import { StatusBadge } from '#web/links/status-badge.tsx'
import { TicketLink } from '#web/links/ticket-link.tsx'
import { ApiError } from '#web/platform/api.ts'
import { useFormat } from '#web/platform/format.ts'
import { usePageTitle } from '#web/platform/page-title.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { DetailPage, Section } from '#web/ui/detail-page.tsx'
import { EditableFact } from '#web/ui/editable-fact.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState, RefreshFailed } from '#web/ui/error-state.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { SeverityMark } from '#web/ui/severity-mark.tsx'
import { DetailSkeleton, ListSkeleton } from '#web/ui/skeleton.tsx'
import { useRows } from '#web/ui/use-rows.ts'
import { incidentAlertsQuery, incidentQuery } from './incident-details-queries.ts'
import { AssigneeEditor, IncidentActions, NoteForm } from './incident-handling.tsx'
import { incidentListTexts } from './incident-list.texts.ts'
import styles from './incident-page.module.css'
import { incidentPageTexts } from './incident-page.texts.ts'
import { IncidentTimeline } from './incident-timeline.tsx'
import { incidentTexts } from './incidents.texts.ts'

export function IncidentPage() {
  const { customerId = '', incidentId = '' } = useParams({ strict: false }) as { customerId?: string; incidentId?: string }
  const words = { ...useTexts(incidentListTexts), ...useTexts(incidentPageTexts) }
  const query = useQuery(incidentQuery(customerId, incidentId))
  usePageTitle(query.data?.title)
  if (query.isPending) return <DetailSkeleton />
  if (!query.data && query.error instanceof ApiError && query.error.status === 404) {
    return (
      <EmptyState isWholePage title={words.notFound} text={words.notFoundText}>
        <ButtonLink variant="default" to="/incidents/$customerId" params={{ customerId }}>
          {words.list}
        </ButtonLink>
      </EmptyState>
    )
  }
  if (!query.data) return <ErrorState isWholePage title={words.loadFailed} error={query.error} onRetry={() => void query.refetch()} />
  return (
    <>
      {query.isRefetchError ? <RefreshFailed onRetry={() => void query.refetch()} /> : null}
      <IncidentView customerId={customerId} incident={query.data} />
    </>
  )
}

type IncidentProps = { customerId: string; incident: IncidentDetails }

function IncidentView({ customerId, incident }: IncidentProps) {
  const words = { ...useTexts(incidentTexts), ...useTexts(incidentListTexts), ...useTexts(incidentPageTexts) }
  const { can } = useShownCustomer()
  const mayHandle = can(['@feature.tickets.write'])
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
          <span>{incident.acknowledged && !isOver ? words.acknowledgedBy(incident.acknowledged.by) : words[incident.state]}</span>
          {isOver ? null : <span>{incident.mayBeResolved ? words.firing(incident.firingAlerts) : words.resolvesItself}</span>}
          <RelativeTime iso={incident.resolvedAt ?? incident.openedAt} />
        </>
      }
      actions={mayHandle && !isOver ? <IncidentActions customerId={customerId} incident={incident} /> : null}
      factsLabel={words.about}
      facts={<IncidentFacts customerId={customerId} incident={incident} mayHandle={mayHandle && !isOver} />}
    >
      <Section title={words.alerts}>
        <IncidentAlerts customerId={customerId} incidentId={incident.incidentId} />
      </Section>
      <Section title={words.timeline}>
        {mayHandle ? <NoteForm key={incident.incidentId} customerId={customerId} incidentId={incident.incidentId} /> : null}
        <IncidentTimeline customerId={customerId} timeline={incident.timeline} />
      </Section>
    </DetailPage>
  )
}

function IncidentFacts({ customerId, incident, mayHandle }: IncidentProps & { mayHandle: boolean }) {
  const words = { ...useTexts(incidentTexts), ...useTexts(incidentListTexts), ...useTexts(incidentPageTexts) }
  const format = useFormat()
  const assignee = incident.assignee?.name ?? <span className={styles.dim}>{words.nobody}</span>
  return (
    <Facts>
      <Fact label={words.entity}>
        {incident.entity ? (
          <EntityLink customerId={customerId} entity={incident.entity} />
        ) : (
          <span className={styles.dim}>{words.unmatched}</span>
        )}
      </Fact>
      {mayHandle ? (
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
            <Link
              to="/alert-overview"
              search={(before: object) => ({ ...before, alert: alert.alertId })}
              className={styles.alertName}
              title={alert.description || alert.name}
            >
              {alert.name}
            </Link>
            <span className={styles.dim}>{alert.targetName && !alert.entity ? alert.targetName : alert.source}</span>
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
