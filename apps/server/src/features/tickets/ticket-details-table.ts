import type { CustomerSettings } from '@vakt/contract/customers/customer-settings.ts'
import { commentsWithTicket, type TicketComment, type TicketDetails } from '@vakt/contract/tickets/ticket-details.ts'
import type { HoursEntry } from '@vakt/contract/tickets/ticket-hours.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { type ListedTicket, listedColumns, ticketsWithEntity } from './ticket-table.ts'

/** A moment as the contract writes it, for what is put together as JSON. */
const utc = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The comment `c` as the contract has it; the parameter says who asks. */
const commentColumns = (asker: string) => `c.comment_id::text as "commentId", c.author_name as author, c.by_staff as "byStaff",
  c.author_type = 'system' as "bySystem", c.author_type = 'user' and c.author_id = ${asker} as "isOwn", c.body,
  coalesce(c.system_text, c.system_message ->> 'code') as "systemText", c.system_message ->> 'ticketId' as "systemTicketId",
  c.private, c.mentions, ${utc('c.created_at')} as created, c.version, ${utc('c.edited_at')} as edited`

export type CommentRow = Omit<TicketComment, 'attachments'>
type Same =
  | 'subject'
  | 'type'
  | 'area'
  | 'status'
  | 'priority'
  | 'assignee'
  | 'assigneeGroup'
  | 'tags'
  | 'entity'
  | 'requester'
  | 'source'
  | 'serviceLevel'
  | 'serviceLevels'
export type TicketDetailsRow = ListedTicket &
  Omit<TicketDetails, Same | 'created' | 'modified' | 'hours' | 'mayChange' | 'attachments' | 'comments' | 'earlierComments'> & {
    comments: CommentRow[]
    entries: HoursEntry[] | null
    commentCount: number
    externalByStaff: boolean
    customerPriority: CustomerSettings['customerPriority']
  }

/**
 * A ticket with everything on it, in one statement. Without `isStaff` what is private is not even read, nor counted.
 * Comments and changes come with the newest first.
 */
export async function readTicketDetails(
  transaction: Transaction,
  customerId: string,
  { ticketId, isStaff, askerId }: { ticketId: string; isStaff: boolean; askerId: string | null },
): Promise<TicketDetailsRow | undefined> {
  const { rows } = await transaction.query<TicketDetailsRow>({
    name: 'read-ticket-details',
    text: `select ${listedColumns}, t.version, t.description, t.impact, t.urgency, t.assignee_id as "assigneeId", t.requester_id as "requesterId",
       t.alert_rule as "alertRule", t.metric_name as "metricName", t.external_id as "externalId", t.external_url as "externalUrl",
       t.external_by_staff as "externalByStaff", (select c.customer_priority from customer c where c.customer_id = $1) as "customerPriority",
       case when i.incident_id is not null then
         json_build_object('incidentId', i.incident_id::text, 'severity', i.severity, 'state', i.state, 'resolvedAt', ${utc('i.resolved_at')}) end as incident,
       (select coalesce(json_agg(c), '[]') from (
         select ${commentColumns('$4')} from ticket_comment c
         where c.customer_id = $1 and c.ticket_id = $2 and (not c.private or $3) order by c.comment_id desc limit ${commentsWithTicket}
       ) c) as comments,
       (select count(*)::int from ticket_comment c where c.customer_id = $1 and c.ticket_id = $2 and (not c.private or $3)) as "commentCount",
       (select coalesce(json_agg(h), '[]') from (
         select ${utc('h.at')} as at, h.author_name as author, h.author_type = 'system' as "bySystem", h.field, h.before, h.after, h.private
         from ticket_change h
         where h.customer_id = $1 and h.ticket_id = $2 and (not h.private or $3) order by h.change_id desc limit ${commentsWithTicket}
       ) h) as history,
       (select coalesce(json_agg(l), '[]') from (
         select o.ticket_id::text as "ticketId", o.subject, o.status,
           case when l.kind = 'related' then 'related' when l.ticket_id = $2 then 'followed_by' else 'follows' end as kind
         from ticket_link l join ticket o on o.customer_id = $1 and o.ticket_id = case when l.ticket_id = $2 then l.other_ticket_id else l.ticket_id end
         where l.customer_id = $1 and (l.ticket_id = $2 or l.other_ticket_id = $2) order by o.ticket_id
       ) l) as links,
       case when $3 or (select c.hours_shown from customer c where c.customer_id = $1) then (select coalesce(json_agg(r), '[]') from (
         select r.entry_id::text as "entryId", r.note, r.minutes, r.worked_on::text as date, r.hour_type as "hourType", r.billable,
           r.author_name as author, r.version, ${utc('r.created_at')} as created
         from ticket_hours r where r.customer_id = $1 and r.ticket_id = $2 order by r.worked_on, r.entry_id
       ) r) end as entries
     ${ticketsWithEntity} left join incident i on i.customer_id = t.customer_id and i.incident_id = t.incident_id
     where t.customer_id = $1 and t.ticket_id = $2`,
    values: [customerId, ticketId, isStaff, askerId],
  })
  return rows[0]
}

type Asking = { ticketId: string; isStaff: boolean; askerId: string | null }

/** One row more than the limit; older than `before`. Null when there is no such ticket. */
export async function readCommentPage(
  transaction: Transaction,
  customerId: string,
  { ticketId, isStaff, askerId, before, limit }: Asking & { before: string | null; limit: number },
): Promise<CommentRow[] | null> {
  const { rows } = await transaction.query<{ comments: CommentRow[] }>(
    `select (select coalesce(json_agg(c), '[]') from (
         select ${commentColumns('$4')} from ticket_comment c
         where c.customer_id = $1 and c.ticket_id = $2 and (not c.private or $3) and ($5::bigint is null or c.comment_id < $5)
         order by c.comment_id desc limit $6
       ) c) as comments
     from ticket t where t.customer_id = $1 and t.ticket_id = $2`,
    [customerId, ticketId, isStaff, askerId, before, limit + 1],
  )
  return rows[0]?.comments ?? null
}
