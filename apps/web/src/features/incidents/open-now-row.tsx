import { ticketAccess } from '@vakt/contract/features.ts'
import type { OpenIncident } from '@vakt/contract/open-now.ts'
import { useSession } from '#web/platform/session.ts'
import { isStaff, useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { EntityLink } from '#web/shared/entities/entity-link.tsx'
import { useIncidentTitle } from '#web/shared/incidents/incident-words.ts'
import { incidentPath } from '#web/shared/links/paths.ts'
import { SeverityMark } from '#web/shared/severity/severity-mark.tsx'
import { TicketLink } from '#web/shared/tickets/ticket-link.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { PlainLink } from '#web/ui/controls/plain-link.tsx'
import { ClockTime } from '#web/ui/display/clock-time.tsx'
import { OpenDuration } from './open-duration.tsx'
import styles from './open-now.module.css'
import { openNowTexts } from './open-now.texts.ts'
import { useTake } from './open-now-queries.ts'

type RowProps = {
  customerId: string
  incident: OpenIncident
  customer?: { customerId: string; name: string }
  /** It came while the list was shown. */
  hasArrived: boolean
}

/** One open incident: what, where, for how long, who works on it, and what they said last. */
export function OpenNowRow({ customerId, incident, customer, hasArrived }: RowProps) {
  const words = useTexts(openNowTexts)
  const { can } = useShownCustomer()
  const titleOf = useIncidentTitle()
  const path = incident.group.filter((value) => value !== null).join(' / ')
  return (
    <li className={styles.row} data-arrived={hasArrived || undefined}>
      <span className={styles.severity}>
        <SeverityMark level={incident.severity} />
      </span>
      <span className={styles.what}>
        <PlainLink className={styles.title} href={incidentPath(customerId, incident.incidentId)}>
          {titleOf(incident)}
        </PlainLink>
        <span className={styles.where}>
          {customer ? <span className={styles.customer}>{customer.name} · </span> : null}
          {incident.entity ? <EntityLink customerId={customerId} entity={incident.entity} /> : words.unmatched}
          {path ? ` · ${path}` : null}
        </span>
      </span>
      <span className={styles.since}>
        <OpenDuration iso={incident.openedAt} />
        {incident.ticket && can(ticketAccess) ? (
          <span className={styles.ticket}>
            <TicketLink customerId={customerId} ticketId={incident.ticket.ticketId} />
          </span>
        ) : null}
      </span>
      <span className={styles.who}>
        <Assignee customerId={customerId} incident={incident} />
        {incident.latestUpdate ? (
          <span className={styles.update} data-excerpt title={incident.latestUpdate.text}>
            <ClockTime iso={incident.latestUpdate.at} /> “{incident.latestUpdate.text}”
          </span>
        ) : null}
      </span>
    </li>
  )
}

function Assignee({ customerId, incident }: { customerId: string; incident: OpenIncident }) {
  const titleOf = useIncidentTitle()
  const words = useTexts(openNowTexts)
  const { can } = useShownCustomer()
  const staff = isStaff(useSession())
  const take = useTake(customerId)
  if (incident.assignee) return <span className={styles.assignee}>{incident.assignee}</span>
  return (
    <span className={styles.assignee} data-none>
      {words.noOne}
      {/* Who works on a ticket is for the provider to say. */}
      {can(['@feature.tickets.write']) && (staff || !incident.ticket) ? (
        <Button
          size="compact-sm"
          variant="default"
          loading={take.isPending}
          aria-label={words.takeOf(titleOf(incident))}
          onClick={() => take.mutate(incident)}
        >
          {words.take}
        </Button>
      ) : null}
    </span>
  )
}
