import { useQuery } from '@tanstack/react-query'
import styles from '#web/features/tickets/create/create-ticket.module.css'
import { createTicketTexts } from '#web/features/tickets/create/create-ticket.texts.ts'
import type { CreateTicketSearch } from '#web/features/tickets/create/create-ticket-search.ts'
import { useTexts } from '#web/platform/texts.ts'
import { EntityLink } from '#web/shared/entities/entity-link.tsx'
import { entityQuery } from '#web/shared/entities/entity-query.ts'

/** What the new ticket will be linked to. */
export function TicketAbout({ customerId, about: { entityId, incidentId } }: { customerId: string; about: CreateTicketSearch }) {
  const words = useTexts(createTicketTexts)
  const { data } = useQuery({ ...entityQuery(customerId, entityId ?? ''), enabled: entityId !== undefined })
  return (
    <p className={styles.about}>
      {words.about} {entityId ? <EntityLink customerId={customerId} entity={{ entityId, name: data?.name ?? entityId }} /> : null}
      {entityId && incidentId ? ', ' : null}
      {incidentId ? words.incident(incidentId) : null}
    </p>
  )
}
