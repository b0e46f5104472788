import type { Transaction } from '#server/platform/database/transaction.ts'
import type { NotifiedIncidentEvent } from './incident-outbox-table.ts'

/** Ends the mute; answers whom to remind of what, or null where it was taken back or the incident is over. */
export async function takeReminder(
  transaction: Transaction,
  customerId: string,
  { muteId, now }: { muteId: string; now: Date },
): Promise<{ userId: string; event: NotifiedIncidentEvent } | null> {
  const { rows } = await transaction.query<NotifiedIncidentEvent & { userId: string }>(
    `with ended as (delete from incident_mute where customer_id = $1 and mute_id = $2::uuid returning incident_id, user_id)
     select m.user_id as "userId", nextval('ticket_event_event_id_seq') as "eventId", i.customer_id as "customerId", c.name as "customerName",
       i.incident_id as "incidentId", 'reminded' as kind, i.severity, $3::timestamptz as at, 'system' as "actorType", 'Vakt' as "actorName",
       null as "actorUserId", i.title, i.opened_at as "openedAt", i.entity_id as "entityId", e.name as "entityName",
       coalesce(e.tags, '{}') as "entityTags",
       (select t.ticket_id from ticket t where t.customer_id = i.customer_id and t.incident_id = i.incident_id) as "ticketId"
     from ended m
     join incident i on i.customer_id = $1 and i.incident_id = m.incident_id and i.state <> 'resolved'
     join customer c on c.customer_id = i.customer_id
     left join entity e on e.customer_id = i.customer_id and e.entity_id = i.entity_id`,
    [customerId, muteId, now],
  )
  const [row] = rows
  if (!row) return null
  const { userId, ...event } = row
  return { userId, event }
}
