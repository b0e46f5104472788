import type { NewTicket, TicketChange, TicketComment, TicketDetails, TicketStatus } from '@vakt/contract/tickets.ts'
import type { Actor } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export type TicketFilter = {
  type?: string[]
  priority?: number[]
  status?: TicketStatus[]
  onlyOpen?: boolean
  entityId?: string
}

type Dated<T extends { created: string; modified: string }> = Omit<T, 'created' | 'modified'> & { created: Date; modified: Date }
export type ListedTicket = Dated<
  Omit<
    TicketDetails,
    'description' | 'impact' | 'urgency' | 'alertRule' | 'metricName' | 'externalId' | 'externalUrl' | 'incident' | 'comments' | 'history'
  >
> & {
  modifiedKey: string
}

const listed = `t.ticket_id as "ticketId", t.subject, t.type, t.area, t.status, t.priority, t.assignee, t.assignee_group as "assigneeGroup", t.tags,
  case when e.entity_id is not null then json_build_object('entityId', e.entity_id, 'name', e.name) end as entity,
  json_build_object('name', t.requester_name, 'email', t.requester_email) as requester, t.source,
  t.created_at as created, t.modified_at as modified, t.modified_at::text as "modifiedKey"`

const from = 'from ticket t left join entity e on e.customer_id = t.customer_id and e.entity_id = t.entity_id'

/** One row more than the limit, so that the caller sees whether there is a next page. */
export async function readTicketPage(
  transaction: Transaction,
  customerId: string,
  { filter, after, limit }: { filter: TicketFilter; after: readonly string[] | null; limit: number },
): Promise<ListedTicket[]> {
  // Written into the text, so that the planner may use the index of the open ones.
  const onlyOpen = filter.onlyOpen ? "and t.status not in ('resolved', 'closed')" : ''
  const { rows } = await transaction.query<ListedTicket>({
    name: `read-ticket-page${onlyOpen ? '-open' : ''}${after ? '-after' : ''}`,
    text: `select ${listed} ${from}
      where t.customer_id = $1 ${onlyOpen}
        and ($2::text[] is null or t.type = any($2))
        and ($3::int[] is null or t.priority = any($3))
        and ($4::text[] is null or t.status = any($4))
        and ($5::uuid is null or t.entity_id = $5)
        ${after ? 'and (t.modified_at, t.ticket_id) < ($7::timestamptz, $8::bigint)' : ''}
      order by t.modified_at desc, t.ticket_id desc limit $6`,
    values: [customerId, filter.type, filter.priority, filter.status, filter.entityId, limit + 1, ...(after ?? [])],
  })
  return rows
}

export async function readTicketCounts(transaction: Transaction, customerId: string): Promise<{ open: number; all: number }> {
  const { rows } = await transaction.query<{ open: number; all: number }>(
    `select (select count(*)::int from ticket where customer_id = $1 and status not in ('resolved', 'closed')) as open,
       (select count(*)::int from ticket where customer_id = $1) as all`,
    [customerId],
  )
  return rows[0] ?? { open: 0, all: 0 }
}

export type TicketRow = ListedTicket &
  Pick<TicketDetails, 'description' | 'impact' | 'urgency' | 'alertRule' | 'metricName' | 'externalId' | 'externalUrl'> & {
    incident: { incidentId: string; severity: string; state: string; resolvedAt: string | null } | null
  }

export async function readTicket(transaction: Transaction, customerId: string, ticketId: string): Promise<TicketRow | undefined> {
  const { rows } = await transaction.query<TicketRow>(
    `select ${listed}, t.description, t.impact, t.urgency, t.alert_rule as "alertRule", t.metric_name as "metricName",
       t.external_id as "externalId", t.external_url as "externalUrl",
       case when i.incident_id is not null then
         json_build_object('incidentId', i.incident_id::text, 'severity', i.severity, 'state', i.state,
           'resolvedAt', to_char(i.resolved_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end as incident
     ${from} left join incident i on i.customer_id = t.customer_id and i.incident_id = t.incident_id
     where t.customer_id = $1 and t.ticket_id = $2`,
    [customerId, ticketId],
  )
  return rows[0]
}

/** The conversation, oldest first; without `withPrivate` what is private is not even read. */
export async function readComments(
  transaction: Transaction,
  customerId: string,
  ticketId: string,
  { withPrivate }: { withPrivate: boolean },
): Promise<(Omit<TicketComment, 'created'> & { created: Date })[]> {
  const { rows } = await transaction.query(
    `select comment_id as "commentId", author_name as author, author_type = 'system' as "bySystem", body, system_text as "systemText", private,
       created_at as created
     from ticket_comment where customer_id = $1 and ticket_id = $2 and (not private or $3) order by comment_id`,
    [customerId, ticketId, withPrivate],
  )
  return rows
}

export async function readChanges(
  transaction: Transaction,
  customerId: string,
  ticketId: string,
): Promise<(Omit<TicketChange, 'at'> & { at: Date })[]> {
  const { rows } = await transaction.query(
    `select at, author_name as author, author_type = 'system' as "bySystem", field, before, after
     from ticket_change where customer_id = $1 and ticket_id = $2 order by change_id`,
    [customerId, ticketId],
  )
  return rows
}

export async function findCustomerOfTicket(transaction: Transaction, ticketId: string): Promise<string | undefined> {
  const { rows } = await transaction.query<{ customerId: string }>('select customer_id as "customerId" from ticket where ticket_id = $1', [
    ticketId,
  ])
  return rows[0]?.customerId
}

export async function insertTicket(
  transaction: Transaction,
  customerId: string,
  ticket: NewTicket & { requester: { userId: string | null; name: string }; now: Date },
): Promise<{ ticketId: string; temp_id: string }> {
  const { requester, now } = ticket
  const { rows } = await transaction.query<{ ticketId: string; temp_id: string }>(
    `insert into ticket (customer_id, subject, description, type, area, status, impact, urgency, priority, requester_id, requester_name, requester_email,
       source, touched_by_person, created_at, modified_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'person', true, $13, $13)
     returning ticket_id as "ticketId", temp_id`,
    [
      customerId,
      ticket.subject,
      ticket.description,
      ticket.type,
      ticket.area,
      ticket.status,
      ticket.impact,
      ticket.urgency,
      ticket.priority,
      requester.userId,
      requester.name,
      ticket.email,
      now,
    ],
  )
  if (!rows[0]) throw new Error('The ticket was not stored.')
  return rows[0]
}

/** The status, locked until the transaction ends. */
export async function lockTicket(transaction: Transaction, customerId: string, ticketId: string): Promise<TicketStatus | undefined> {
  const { rows } = await transaction.query<{ status: TicketStatus }>(
    'select status from ticket where customer_id = $1 and ticket_id = $2 for update',
    [customerId, ticketId],
  )
  return rows[0]?.status
}

const authorOf = (actor: Actor) => (actor.type === 'user' ? ['user', actor.userId, actor.name] : ['system', actor.job, 'Vakt'])

export async function insertComment(
  transaction: Transaction,
  customerId: string,
  comment: { ticketId: string; body: string; private: boolean; actor: Actor; now: Date },
): Promise<string> {
  const { rows } = await transaction.query<{ commentId: string }>(
    `insert into ticket_comment (customer_id, ticket_id, author_type, author_id, author_name, body, private, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning comment_id as "commentId"`,
    [customerId, comment.ticketId, ...authorOf(comment.actor), comment.body, comment.private, comment.now],
  )
  return rows[0]?.commentId ?? ''
}

/** Gives a ticket its new status and notes that a person has taken it up; an unchanged status leaves no line in the history. */
export async function updateStatus(
  transaction: Transaction,
  customerId: string,
  change: { ticketId: string; before: TicketStatus; after: TicketStatus; actor: Actor; now: Date },
): Promise<void> {
  const { ticketId, before, after, actor, now } = change
  await transaction.query(
    `update ticket set status = $3, modified_at = $4, touched_by_person = touched_by_person or $5 where customer_id = $1 and ticket_id = $2`,
    [customerId, ticketId, after, now, actor.type === 'user'],
  )
  if (before === after) return
  await transaction.query(
    `insert into ticket_change (customer_id, ticket_id, at, author_type, author_id, author_name, field, before, after)
     values ($1, $2, $3, $4, $5, $6, 'status', $7, $8)`,
    [customerId, ticketId, now, ...authorOf(actor), before, after],
  )
}
