import type { TicketDetails } from '@vakt/contract/tickets.ts'
import { ExternalLink } from 'lucide-react'
import { EntityLink } from '#web/links/entity-link.tsx'
import { StatusBadge } from '#web/links/status-badge.tsx'
import { useTexts } from '#web/platform/texts.ts'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { PriorityMark, SeverityMark } from '#web/ui/severity-mark.tsx'
import { ticketDetailsTexts } from './ticket-details.texts.ts'
import styles from './tickets.module.css'
import { areaTexts, ticketTexts } from './tickets.texts.ts'

const isWebAddress = (url: string) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)

export function TicketFacts({ customerId, ticket }: { customerId: string; ticket: TicketDetails }) {
  const words = useTexts(ticketDetailsTexts)
  const types = useTexts(ticketTexts)
  const areas: Record<string, string | undefined> = useTexts(areaTexts)
  const external = ticket.externalId ?? ticket.externalUrl
  return (
    <Facts>
      <Fact label={words.status}>
        <StatusBadge status={ticket.status} />
      </Fact>
      <Fact label={words.priority}>
        <PriorityMark priority={ticket.priority} />
      </Fact>
      <Fact label={words.assignee}>{ticket.assignee ?? <span className={styles.dim}>{words.nobody}</span>}</Fact>
      <Fact label={words.group}>{ticket.assigneeGroup}</Fact>
      <Fact label={words.entity}>{ticket.entity ? <EntityLink customerId={customerId} entity={ticket.entity} /> : null}</Fact>
      <Fact label={words.incident}>{ticket.incident ? <IncidentState incident={ticket.incident} /> : null}</Fact>
      <Fact label={words.alertRule}>{ticket.alertRule}</Fact>
      <Fact label={words.metric}>{ticket.metricName}</Fact>
      <Fact label={words.type}>{types[ticket.type]}</Fact>
      <Fact label={words.area}>{areas[ticket.area] ?? ticket.area}</Fact>
      <Fact label={words.requester}>
        {ticket.requester.name}
        {ticket.requester.email ? <span className={styles.below}>{ticket.requester.email}</span> : null}
      </Fact>
      <Fact label={words.created}>
        <RelativeTime iso={ticket.created} />
      </Fact>
      <Fact label={words.external}>
        {external && ticket.externalUrl && isWebAddress(ticket.externalUrl) ? (
          <a className={styles.external} href={ticket.externalUrl} target="_blank" rel="noopener noreferrer">
            {external} <ExternalLink size={13} aria-hidden="true" />
          </a>
        ) : (
          external
        )}
      </Fact>
      <Fact label={words.tags}>
        {ticket.tags.length > 0 ? (
          <span className={styles.tags}>
            {ticket.tags.map((tag) => (
              <span key={tag} className={styles.tag}>
                {tag}
              </span>
            ))}
          </span>
        ) : null}
      </Fact>
    </Facts>
  )
}

function IncidentState({ incident }: { incident: NonNullable<TicketDetails['incident']> }) {
  const words = useTexts(ticketDetailsTexts)
  if (incident.state === 'resolved') {
    return (
      <>
        <SeverityMark level="good" label={words.incidentResolved} />{' '}
        {incident.resolvedAt ? <RelativeTime iso={incident.resolvedAt} /> : null}
        <span className={styles.below}>{words.nothingFires}</span>
      </>
    )
  }
  return (
    <>
      <SeverityMark level={incident.severity} /> · {incident.state === 'open' ? words.incidentOpen : words.incidentAcknowledged}
      <span className={styles.below}>{words.stillFires}</span>
    </>
  )
}
