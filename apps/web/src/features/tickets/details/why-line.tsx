import type { TicketDetails } from '@vakt/contract/tickets/ticket-details.ts'
import { ChevronDown } from 'lucide-react'
import { lazy, Suspense, useId, useState } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { EntityLink } from '#web/shared/entities/entity-link.tsx'
import { incidentPath } from '#web/shared/links/paths.ts'
import { SeverityShape } from '#web/shared/severity/severity-mark.tsx'
import { PlainLink } from '#web/ui/controls/plain-link.tsx'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import { ticketDetailsTexts } from './ticket-details.texts.ts'
import styles from './why-line.module.css'

const RunLines = lazy(() => import('#web/shared/process-runs/runs-of-incident.tsx').then((module) => ({ default: module.RunLines })))
const IncidentWhy = lazy(() => import('./incident-why.tsx').then((module) => ({ default: module.IncidentWhy })))

type WhyLineProps = { customerId: string; ticket: TicketDetails; incident: NonNullable<TicketDetails['incident']> }

/** In one line what opened the ticket and how that stands; the whole story of it below, when asked for. */
export function WhyLine({ customerId, ticket, incident }: WhyLineProps) {
  const words = useTexts(ticketDetailsTexts)
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const isOver = incident.state === 'resolved'
  return (
    <section className={styles.why} aria-label={words.why}>
      <div className={styles.line}>
        <SeverityShape level={isOver ? 'good' : incident.severity} />
        <p className={styles.text}>
          {ticket.source === 'monitoring' ? words.openedBy : words.about} <strong>{ticket.alertRule ?? words.incident}</strong>
          {ticket.entity ? (
            <>
              {' '}
              {words.on} <EntityLink customerId={customerId} entity={ticket.entity} />
            </>
          ) : null}
          <span className={styles.state}>
            {' · '}
            {isOver ? words.cleared : words.stillFiring}
            {isOver && incident.resolvedAt ? (
              <>
                {' '}
                <RelativeTime iso={incident.resolvedAt} />
              </>
            ) : null}
          </span>
          {' · '}
          <PlainLink href={incidentPath(customerId, incident.incidentId)}>{words.openIncident}</PlainLink>
        </p>
        <button type="button" className={styles.toggle} aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          {words.whyShort} <ChevronDown size={14} aria-hidden="true" />
        </button>
      </div>
      <Suspense>
        <RunLines customerId={customerId} incidentId={incident.incidentId} />
      </Suspense>
      <div id={id} hidden={!isOpen} className={styles.more}>
        {isOpen ? (
          <Suspense>
            <IncidentWhy customerId={customerId} incidentId={incident.incidentId} />
          </Suspense>
        ) : null}
      </div>
    </section>
  )
}
