import type { CurrentTicket, SystemText } from '@vakt/contract/tickets/ticket-details.ts'
import type { TicketStatus } from '@vakt/contract/tickets/tickets.ts'
import type { Actor } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { noteTicketVisit } from './ticket-visit-table.ts'

export type LockedTicket = Omit<CurrentTicket, 'modified'> & { modified: Date; description: string; externalByStaff: boolean }

/** A ticket as it is now, locked until the transaction ends. */
export async function lockTicket(transaction: Transaction, customerId: string, ticketId: string): Promise<LockedTicket | undefined> {
  const { rows } = await transaction.query<LockedTicket>({
    name: 'lock-ticket',
    text: `select t.version, t.subject, t.description, t.type, t.area, t.status, t.impact, t.urgency, t.priority, t.assignee,
       t.assignee_id as "assigneeId", t.assignee_group as "assigneeGroup", t.tags,
       (select json_build_object('entityId', e.entity_id, 'name', e.name) from entity e
        where e.customer_id = t.customer_id and e.entity_id = t.entity_id) as entity,
       json_build_object('name', t.requester_name, 'email', t.requester_email) as requester, t.requester_id as "requesterId",
       t.external_id as "externalId", t.external_url as "externalUrl", t.external_by_staff as "externalByStaff",
       t.modified_at as modified
     from ticket t where t.customer_id = $1 and t.ticket_id = $2 for update`,
    values: [customerId, ticketId],
  })
  return rows[0]
}

const authorOf = (actor: Actor) => (actor.type === 'user' ? ['user', actor.userId, actor.name] : ['system', actor.job, 'Vakt'])

/** A text of Vakt's own, by its code, and the other ticket that it is about. */
export type SystemMessage = { code: SystemText; ticketId?: string }

export type TicketComment = {
  ticketId: string
  body: string
  private: boolean
  mentions: { userId: string; name: string }[]
  byStaff: boolean
  /** What the body says in English, for each reader in their language. */
  message?: SystemMessage | undefined
  actor: Actor
  now: Date
}

export async function insertComment(
  transaction: Transaction,
  customerId: string,
  comment: TicketComment,
): Promise<{ commentId: string; temp_id: string }> {
  const { rows } = await transaction.query<{ commentId: string; temp_id: string }>({
    name: 'insert-ticket-comment',
    text: `insert into ticket_comment (customer_id, ticket_id, author_type, author_id, author_name, body, private, mentions, by_staff, created_at,
       system_message)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning comment_id as "commentId", temp_id`,
    values: [
      customerId,
      comment.ticketId,
      ...authorOf(comment.actor),
      comment.body,
      comment.private,
      JSON.stringify(comment.mentions),
      comment.byStaff,
      comment.now,
      comment.message ? JSON.stringify(comment.message) : null,
    ],
  })
  if (!rows[0]) throw new Error('The comment was not stored.')
  return rows[0]
}

/**
 * Notes that someone took the ticket up. What is private leaves no mark that a customer could see: the time of the last change stays.
 */
export async function touchTicket(
  transaction: Transaction,
  customerId: string,
  { ticketId, actor, now, isPrivate = false }: { ticketId: string; actor: Actor; now: Date; isPrivate?: boolean },
): Promise<void> {
  await transaction.query({
    name: 'touch-ticket',
    text: `update ticket set modified_at = case when $5 then modified_at else $3 end, touched_by_person = touched_by_person or $4
           where customer_id = $1 and ticket_id = $2`,
    values: [customerId, ticketId, now, actor.type === 'user', isPrivate],
  })
  // One's own change is no news to oneself.
  if (actor.type === 'user') await noteTicketVisit(transaction, customerId, { ticketId, userId: actor.userId, now })
}

export async function updateStatus(transaction: Transaction, customerId: string, ticketId: string, status: TicketStatus): Promise<void> {
  await transaction.query({
    name: 'update-ticket-status',
    text: 'update ticket set status = $3 where customer_id = $1 and ticket_id = $2',
    values: [customerId, ticketId, status],
  })
}

export type TicketColumn =
  | 'subject'
  | 'type'
  | 'area'
  | 'impact'
  | 'urgency'
  | 'priority'
  | 'assignee'
  | 'assignee_id'
  | 'assignee_group'
  | 'tags'
  | 'entity_id'
  | 'requester_id'
  | 'requester_name'
  | 'requester_email'
  | 'external_id'
  | 'external_url'
  | 'external_by_staff'

/** Returns the version that the ticket has afterwards. */
export async function updateFacts(
  transaction: Transaction,
  customerId: string,
  ticketId: string,
  facts: Partial<Record<TicketColumn, unknown>>,
): Promise<number> {
  const columns = Object.keys(facts) as TicketColumn[]
  const { rows } = await transaction.query<{ version: number }>(
    `update ticket set ${columns.map((column, index) => `${column} = $${index + 3}`).join(', ')}
     where customer_id = $1 and ticket_id = $2 returning version`,
    [customerId, ticketId, ...Object.values(facts)],
  )
  return rows[0]?.version ?? 0
}

export type FieldChange = { field: string; before: string | null; after: string | null; private?: boolean }

export async function insertChanges(
  transaction: Transaction,
  customerId: string,
  { ticketId, changes, actor, now }: { ticketId: string; changes: readonly FieldChange[]; actor: Actor; now: Date },
): Promise<void> {
  await transaction.query({
    name: 'insert-ticket-changes',
    text: `insert into ticket_change (customer_id, ticket_id, at, author_type, author_id, author_name, field, before, after, private)
     select $1, $2, $3, $4, $5, $6, * from unnest($7::text[], $8::text[], $9::text[], $10::boolean[])`,
    values: [
      customerId,
      ticketId,
      now,
      ...authorOf(actor),
      changes.map(({ field }) => field),
      changes.map(({ before }) => before),
      changes.map(({ after }) => after),
      changes.map((change) => change.private ?? false),
    ],
  })
}
