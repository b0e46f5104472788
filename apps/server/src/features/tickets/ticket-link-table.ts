import type { Transaction } from '#server/platform/database/transaction.ts'

type Pair = { ticketId: string; otherTicketId: string }

/** False when they were linked already. */
export async function insertLink(
  transaction: Transaction,
  customerId: string,
  { ticketId, otherTicketId, kind, now }: Pair & { kind: 'related' | 'follow_up'; now: Date },
): Promise<boolean> {
  const result = await transaction.query(
    `insert into ticket_link (customer_id, ticket_id, other_ticket_id, kind, created_at)
     select $1, $2, $3, $4, $5 where not exists (select from ticket_link where customer_id = $1 and ticket_id = $3 and other_ticket_id = $2)
     on conflict do nothing`,
    [customerId, ticketId, otherTicketId, kind, now],
  )
  return result.rowCount === 1
}

/** False when they were not linked. */
export async function deleteLink(transaction: Transaction, customerId: string, { ticketId, otherTicketId }: Pair): Promise<boolean> {
  const result = await transaction.query(
    `delete from ticket_link where customer_id = $1 and ((ticket_id = $2 and other_ticket_id = $3) or (ticket_id = $3 and other_ticket_id = $2))`,
    [customerId, ticketId, otherTicketId],
  )
  return result.rowCount !== 0
}

/** The parts of a new ticket that it takes over from the one it follows. */
export async function copyTicket(
  transaction: Transaction,
  customerId: string,
  copy: { ticketId: string; description: string; requester: { userId: string | null; name: string; email: string }; now: Date },
): Promise<{ ticketId: string; temp_id: string }> {
  const { rows } = await transaction.query<{ ticketId: string; temp_id: string }>(
    `insert into ticket (customer_id, subject, description, type, area, impact, urgency, priority, tags, entity_id, requester_id, requester_name,
       requester_email, source, touched_by_person, created_at, modified_at)
     select customer_id, subject, $3, type, area, impact, urgency, priority, tags, entity_id, $4, $5, $6, 'person', true, $7, $7
     from ticket where customer_id = $1 and ticket_id = $2
     returning ticket_id as "ticketId", temp_id`,
    [customerId, copy.ticketId, copy.description, copy.requester.userId, copy.requester.name, copy.requester.email, copy.now],
  )
  if (!rows[0]) throw new Error('The ticket was not stored.')
  return rows[0]
}
