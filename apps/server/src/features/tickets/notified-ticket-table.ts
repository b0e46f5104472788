import type { Recipient } from '#server/features/deliveries/recipients.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

/** What holds now of the ticket and the comment of an event. */
export type TicketFacts = {
  eventId: string
  private: boolean
  subject: string
  description: string
  status: string
  priority: number
  source: 'person' | 'monitoring'
  commentBody: string | null
  systemText: string | null
  systemTicketId: string | null
  requesterId: string | null
  requesterEmail: string | null
  assigneeUserId: string | null
  /** Of the resource that it is about. */
  entity: { resourceGroup: string | null; tags: Record<string, string> } | null
  /** For whom staff opened it, unless they have an account by now. */
  requesterWithoutAccount: Recipient | null
}

type Wanted = { eventId: string; customerId: string; ticketId: string; commentId: string | null; private: boolean }

export async function readTicketFactsForAllCustomers(
  transaction: Transaction,
  events: readonly Wanted[],
): Promise<Map<string, TicketFacts>> {
  const column = <Key extends keyof Wanted>(key: Key) => events.map((event) => event[key])
  const { rows } = await transaction.query<TicketFacts>(
    `select e.event_id as "eventId", e.private or coalesce(k.private, false) as private, t.subject, t.description, t.status, t.priority, t.source,
       k.body as "commentBody", coalesce(k.system_text, k.system_message ->> 'code') as "systemText",
       k.system_message ->> 'ticketId' as "systemTicketId", t.requester_id as "requesterId", lower(t.requester_email) as "requesterEmail",
       t.assignee_id as "assigneeUserId",
       (select json_build_object('resourceGroup', r.resource_group, 'tags', r.tags) from entity r
        where r.customer_id = t.customer_id and r.entity_id = t.entity_id) as entity,
       case when t.requester_without_account and t.requester_id is null
         and not exists (select from app_user u where u.customer_id = t.customer_id and lower(u.email) = lower(t.requester_email))
         then json_build_object('userId', null, 'customerId', t.customer_id, 'name', t.requester_name, 'email', t.requester_email,
           'language', c.mail_language, 'timeZone', c.time_zone) end as "requesterWithoutAccount"
     from unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[], $5::boolean[]) as e (event_id, customer_id, ticket_id, comment_id, private)
     join ticket t on t.customer_id = e.customer_id and t.ticket_id = e.ticket_id
     join customer c on c.customer_id = e.customer_id
     left join ticket_comment k on k.customer_id = e.customer_id and k.ticket_id = e.ticket_id and k.comment_id = e.comment_id`,
    [column('eventId'), column('customerId'), column('ticketId'), column('commentId'), column('private')],
  )
  return new Map(rows.map((row) => [row.eventId, row]))
}

/** The users who commented on each ticket. The comments of the demo, and of other systems, name their authors otherwise. */
export async function readCommentersForAllCustomers(
  transaction: Transaction,
  tickets: readonly { customerId: string; ticketId: string }[],
): Promise<Map<string, Set<string>>> {
  const { rows } = await transaction.query<{ ticketId: string; userIds: string[] }>(
    `select k.ticket_id as "ticketId", array_agg(distinct k.author_id) as "userIds"
     from unnest($1::text[], $2::bigint[]) as e (customer_id, ticket_id)
     join ticket_comment k on k.customer_id = e.customer_id and k.ticket_id = e.ticket_id and k.author_type = 'user'
       and k.author_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
     group by k.ticket_id`,
    [tickets.map(({ customerId }) => customerId), tickets.map(({ ticketId }) => ticketId)],
  )
  return new Map(rows.map(({ ticketId, userIds }) => [ticketId, new Set(userIds)]))
}
