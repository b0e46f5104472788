import type { Transaction } from '#server/platform/database/transaction.ts'

/**
 * Removes tickets that were resolved or closed, and untouched since, before that time, with comments, attachments, hours and history. Those stay
 * whose incident is open, that are linked with an open ticket, or that a service window names which is not over. Returns which.
 */
export async function deleteOldTickets(
  transaction: Transaction,
  customerId: string,
  { before, now, limit }: { before: Date; now: Date; limit: number },
): Promise<string[]> {
  const { rows } = await transaction.query<{ ticketId: string }>({
    name: 'delete-old-tickets',
    text: `with old as (
             select t.ticket_id from ticket t
             where t.customer_id = $1 and t.status in ('resolved', 'closed') and t.modified_at < $2
               and not exists (select from incident i
                 where i.customer_id = $1 and i.incident_id = t.incident_id and i.state <> 'resolved')
               and not exists (select from ticket_link l join ticket o on o.customer_id = $1 and o.ticket_id = l.other_ticket_id
                 where l.customer_id = $1 and l.ticket_id = t.ticket_id and o.status not in ('resolved', 'closed'))
               and not exists (select from ticket_link l join ticket o on o.customer_id = $1 and o.ticket_id = l.ticket_id
                 where l.customer_id = $1 and l.other_ticket_id = t.ticket_id and o.status not in ('resolved', 'closed'))
               and not exists (select from service_window w
                 where w.customer_id = $1 and w.related_ticket_id = t.ticket_id and (w.ends_at is null or w.ends_at > $3))
             order by t.modified_at, t.ticket_id limit $4 for update of t skip locked
           )
           delete from ticket where customer_id = $1 and ticket_id in (select ticket_id from old) returning ticket_id as "ticketId"`,
    values: [customerId, before, now, limit],
  })
  return rows.map(({ ticketId }) => ticketId)
}
