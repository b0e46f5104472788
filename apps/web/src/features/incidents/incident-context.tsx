import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { IncidentContext as ContextOfIncident, IncidentNeighbour } from '@vakt/contract/incidents/incident-details.ts'
import { useTexts } from '#web/platform/texts.ts'
import { FieldChange } from '#web/shared/history/field-change.tsx'
import { useIncidentTitle } from '#web/shared/incidents/incident-words.ts'
import { SeverityMark } from '#web/shared/severity/severity-mark.tsx'
import { TicketLink } from '#web/shared/tickets/ticket-link.tsx'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import { Section } from '#web/ui/page/detail-page.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { incidentContextQuery } from './incident-details-queries.ts'
import styles from './incident-page.module.css'
import { incidentPageTexts } from './incident-page.texts.ts'
import { useDuration } from './open-duration.tsx'

/** What helps to find the cause. Renders nothing where nothing is known. */
export function IncidentContext({ customerId, incidentId }: { customerId: string; incidentId: string }) {
  const words = useTexts(incidentPageTexts)
  const query = useQuery(incidentContextQuery(customerId, incidentId))
  if (query.isError && !query.data)
    return <ErrorState title={words.contextFailed} error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return null
  const { changes, earlier, related } = query.data
  return (
    <>
      {changes.length > 0 ? (
        <Section title={words.resourceChanges}>
          <ul className={styles.plainList}>
            {changes.map((change) => (
              <ChangeLine key={`${change.at} ${change.kind} ${change.field}`} change={change} />
            ))}
          </ul>
        </Section>
      ) : null}
      <Neighbours title={words.earlier} incidents={earlier} customerId={customerId} />
      <Neighbours title={words.related} incidents={related} customerId={customerId} withEntity />
    </>
  )
}

function ChangeLine({ change }: { change: ContextOfIncident['changes'][number] }) {
  const words = useTexts(incidentPageTexts)
  return (
    <li>
      <span>
        {change.field === null ? (
          words.kinds[change.kind]
        ) : (
          <FieldChange field={change.field} before={change.before} after={change.after} />
        )}
        {change.isShortlyBefore ? <strong className={styles.near}> {words.shortlyBefore}</strong> : null}
      </span>
      <RelativeTime iso={change.at} />
    </li>
  )
}

type NeighboursProps = { title: string; incidents: IncidentNeighbour[]; customerId: string; withEntity?: boolean }

function Neighbours({ title, incidents, customerId, withEntity = false }: NeighboursProps) {
  const words = useTexts(incidentPageTexts)
  const duration = useDuration()
  const titleOf = useIncidentTitle()
  if (incidents.length === 0) return null
  return (
    <Section title={title}>
      <ul className={styles.plainList}>
        {incidents.map(({ incidentId, ...incident }) => (
          <li key={incidentId}>
            <span className={styles.what}>
              <SeverityMark level={incident.severity} quiet={incident.state === 'resolved'} />
              <Link to="/incidents/$customerId/$incidentId" params={{ customerId, incidentId }}>
                {titleOf(incident)}
              </Link>
              {withEntity && incident.entity ? <span className={styles.dim}>{incident.entity}</span> : null}
              <span className={styles.dim}>
                {incident.resolvedAt
                  ? words.lasted(duration(incident.openedAt, Date.parse(incident.resolvedAt ?? '')))
                  : words.openFor(duration(incident.openedAt))}
              </span>
              {incident.ticketId ? <TicketLink customerId={customerId} ticketId={incident.ticketId} /> : null}
            </span>
            <RelativeTime iso={incident.openedAt} />
          </li>
        ))}
      </ul>
    </Section>
  )
}
