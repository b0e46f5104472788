import type { Actor } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { NewTicketEvent } from './note-ticket-event.ts'

/** Announced to the worker that tells people. */
export const ticketEventChannel = 'vakt_ticket_event'

export async function insertTicketEvents(
  transaction: Transaction,
  customerId: string,
  { actor, now, events }: { actor: Actor; now: Date; events: NewTicketEvent[] },
): Promise<void> {
  const [actorId, actorName] = actor.type === 'user' ? [actor.userId, actor.name] : [actor.job, 'Vakt']
  await transaction.query({
    name: 'insert-ticket-events',
    text: `insert into ticket_event (customer_id, at, actor_type, actor_id, actor_name, ticket_id, kind, comment_id, private, named_user_ids, details)
           select $1, $2, $3, $4, $5, e.ticket_id, e.kind, e.comment_id, e.private, e.named_user_ids::uuid[], e.details
           from unnest($6::bigint[], $7::text[], $8::bigint[], $9::boolean[], $10::text[], $11::jsonb[]) with ordinality
             as e (ticket_id, kind, comment_id, private, named_user_ids, details, position)
           order by e.position`,
    values: [
      customerId,
      now,
      actor.type,
      actorId,
      actorName,
      events.map(({ ticketId }) => ticketId),
      events.map(({ kind }) => kind),
      events.map(({ commentId }) => commentId ?? null),
      events.map((event) => event.private ?? false),
      // An array of arrays must have rows of one length: each goes as the text of an array.
      events.map(({ namedUserIds = [] }) => `{${namedUserIds.join(',')}}`),
      events.map(({ details = {} }) => JSON.stringify(details)),
    ],
  })
  transaction.announceOnCommit(ticketEventChannel)
}
