import type { Actor } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

/** Gives the open tickets of one user to another, with a line in the history of each. Returns the ids of the tickets. */
export async function reassignTickets(
  transaction: Transaction,
  customerId: string,
  { from, to, actor, now }: { from: string; to: { userId: string; name: string }; actor: Actor & { type: 'user' }; now: Date },
): Promise<string[]> {
  const { rows } = await transaction.query<{ ticketId: string }>(
    `with before as materialized (
       select ticket_id, assignee from ticket
       where customer_id = $1 and assignee_id = $2 and status not in ('resolved', 'closed') order by ticket_id for update
     ), given as (
       update ticket t set assignee_id = $3, assignee = $4, modified_at = $7, touched_by_person = true
       from before where t.customer_id = $1 and t.ticket_id = before.ticket_id
     )
     insert into ticket_change (customer_id, ticket_id, at, author_type, author_id, author_name, field, before, after)
     select $1, ticket_id, $7, 'user', $5, $6, 'assignee', assignee, $4 from before returning ticket_id as "ticketId"`,
    [customerId, from, to.userId, to.name, actor.userId, actor.name, now],
  )
  return rows.map(({ ticketId }) => ticketId)
}
