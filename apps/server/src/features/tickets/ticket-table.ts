import type { NewTicket, Ticket } from '@vakt/contract/tickets/tickets.ts'
import { type StoredServiceLevel, storedServiceLevel } from '#server/features/service-levels/present-service-level.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export type ListedTicket = Omit<Ticket, 'created' | 'modified' | 'serviceLevel'> & {
  created: Date
  modified: Date
  serviceLevel: StoredServiceLevel
}

/** Of a ticket that is not done: how bad its incident is, where that is worse than the priority says. */
const incidentSeverity = `case when t.incident_priority < t.priority and t.status not in ('resolved', 'closed')
    then (array['critical', 'high', 'medium', 'low'])[t.incident_priority] end`

/** What a list shows of a ticket, read `ticketsWithEntity`. */
export const listedColumns = `t.ticket_id as "ticketId", t.subject, t.type, t.area, t.status, t.priority, t.assignee, t.assignee_group as "assigneeGroup", t.tags,
  case when e.entity_id is not null then json_build_object('entityId', e.entity_id, 'name', e.name) end as entity,
  json_build_object('name', t.requester_name, 'email', t.requester_email) as requester, t.source, ${incidentSeverity} as "incidentSeverity", ${storedServiceLevel} as "serviceLevel",
  t.created_at as created, t.modified_at as modified`

export const ticketsWithEntity = 'from ticket t left join entity e on e.customer_id = t.customer_id and e.entity_id = t.entity_id'

export async function findCustomerOfTicket(transaction: Transaction, ticketId: string): Promise<string | undefined> {
  const { rows } = await transaction.query<{ customerId: string }>('select customer_id as "customerId" from ticket where ticket_id = $1', [
    ticketId,
  ])
  return rows[0]?.customerId
}

/** The number of a ticket that is about to be opened, so that what belongs to it need not wait for it. */
export async function takeTicketId(transaction: Transaction): Promise<string> {
  const { rows } = await transaction.query<{ ticketId: string }>({
    name: 'take-ticket-id',
    text: `select nextval('ticket_ticket_id_seq') as "ticketId"`,
  })
  if (!rows[0]) throw new Error('There is no number for the ticket.')
  return rows[0].ticketId
}

/** Someone without an account, for whom staff open the ticket, is written to by mail. */
export type NewRequester = { userId: string | null; name: string; email: string; isWithoutAccount?: boolean }

export async function insertTicket(
  transaction: Transaction,
  customerId: string,
  ticket: NewTicket & {
    ticketId: string
    temp_id: string
    requester: NewRequester
    now: Date
    dueAt: number | null
  },
): Promise<void> {
  const { requester, now, dueAt } = ticket
  await transaction.query({
    name: 'insert-ticket',
    text: `insert into ticket (customer_id, ticket_id, subject, description, type, area, status, impact, urgency, priority, requester_id, requester_name, requester_email,
       entity_id, incident_id, source, touched_by_person, created_at, modified_at, due_at, temp_id, requester_without_account, assignee, assignee_id)
     values ($1::text, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15::bigint, 'person', true, $16, $16, coalesce($17, 'infinity'::timestamptz), $18, $19,
       (select i.assignee from incident i where i.customer_id = $1::text and i.incident_id = $15::bigint),
       (select i.assignee_id from incident i where i.customer_id = $1::text and i.incident_id = $15::bigint))`,
    values: [
      customerId,
      ticket.ticketId,
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
      requester.email,
      ticket.entityId,
      ticket.incidentId,
      now,
      dueAt === null ? null : new Date(dueAt),
      ticket.temp_id,
      requester.isWithoutAccount ?? false,
    ],
  })
}

/** Of the tickets that name this address without being anybody's. */
export async function setRequesterByEmail(
  transaction: Transaction,
  customerId: string,
  { userId, verifiedEmail }: { userId: string; verifiedEmail: string },
): Promise<void> {
  await transaction.query(
    "update ticket set requester_id = $2 where customer_id = $1 and requester_id is null and source = 'person' and lower(requester_email) = $3",
    [customerId, userId, verifiedEmail],
  )
}
