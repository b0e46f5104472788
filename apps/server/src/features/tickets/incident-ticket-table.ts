import type { TicketStatus } from '@vakt/contract/tickets/tickets.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { SystemMessage } from './ticket-change-table.ts'

export type NewIncidentTicket = {
  incidentId: string
  entityId: string | null
  subject: string
  description: string
  priority: number
  alertRule: string
  metricName: string | null
  /** What monitoring is called that opened it. */
  requesterName: string
  dueAt: number | null
}

/** One ticket for each incident; one that has its ticket already gets no second. `dueAt` in milliseconds; null: no clock runs. */
export async function insertIncidentTickets(
  transaction: Transaction,
  customerId: string,
  tickets: NewIncidentTicket[],
  now: Date,
): Promise<{ ticketId: string; incidentId: string; priority: number }[]> {
  const column = <Key extends keyof NewIncidentTicket>(key: Key) => tickets.map((ticket) => ticket[key])
  const { rows } = await transaction.query<{ ticketId: string; incidentId: string; priority: number }>({
    name: 'insert-incident-tickets',
    text: `insert into ticket (customer_id, incident_id, entity_id, subject, description, type, area, impact, urgency, priority,
             alert_rule, metric_name, requester_name, source, created_at, modified_at, due_at, incident_priority, incident_subject)
           select $1, t.incident_id, t.entity_id, t.subject, t.description, 'incident', 'infrastructure', t.priority, t.priority, t.priority,
             t.alert_rule, t.metric_name, t.requester_name, 'monitoring', $9, $9, coalesce(t.due_at, 'infinity'), t.priority, t.subject
           from unnest($2::bigint[], $3::uuid[], $4::text[], $5::text[], $6::smallint[], $7::text[], $8::text[], $10::timestamptz[], $11::text[])
             with ordinality as t (incident_id, entity_id, subject, description, priority, alert_rule, metric_name, due_at, requester_name, position)
           order by t.position
           on conflict (customer_id, incident_id) where incident_id is not null do nothing
           returning ticket_id as "ticketId", incident_id as "incidentId", priority`,
    values: [
      customerId,
      column('incidentId'),
      column('entityId'),
      column('subject'),
      column('description'),
      column('priority'),
      column('alertRule'),
      column('metricName'),
      now,
      column('dueAt').map((at) => (at === null ? null : new Date(at).toISOString())),
      column('requesterName'),
    ],
  })
  return rows
}

/** Where the subject is still the one that the incident gave. Returns the tickets that changed. */
export async function writeIncidentSubjects(
  transaction: Transaction,
  customerId: string,
  incidents: readonly { incidentId: string; subject: string }[],
): Promise<string[]> {
  const { rows } = await transaction.query<{ ticketId: string }>({
    name: 'write-incident-subjects',
    text: `update ticket t set subject = n.subject, incident_subject = n.subject
           from unnest($2::bigint[], $3::text[]) as n (incident_id, subject)
           where t.customer_id = $1 and t.incident_id = n.incident_id and t.status not in ('resolved', 'closed')
             and t.subject = t.incident_subject and t.subject <> n.subject
           returning t.ticket_id as "ticketId"`,
    values: [customerId, incidents.map(({ incidentId }) => incidentId), incidents.map(({ subject }) => subject)],
  })
  return rows.map(({ ticketId }) => ticketId)
}

export async function findTicketOfIncident(transaction: Transaction, customerId: string, incidentId: string): Promise<string | null> {
  const { rows } = await transaction.query<{ ticketId: string }>({
    name: 'find-ticket-of-incident',
    text: 'select ticket_id as "ticketId" from ticket where customer_id = $1 and incident_id = $2',
    values: [customerId, incidentId],
  })
  return rows[0]?.ticketId ?? null
}

export async function findIncidentOfTicket(transaction: Transaction, customerId: string, ticketId: string): Promise<string | null> {
  const { rows } = await transaction.query<{ incidentId: string | null }>({
    name: 'find-incident-of-ticket',
    text: 'select incident_id as "incidentId" from ticket where customer_id = $1 and ticket_id = $2',
    values: [customerId, ticketId],
  })
  return rows[0]?.incidentId ?? null
}

/** Gives the ticket of an incident to another one, where that has none. Returns it, or null. With `ticketId` only that ticket. */
export async function moveTicketOfIncident(
  transaction: Transaction,
  customerId: string,
  { from, into, ticketId }: { from: string; into: string; ticketId?: string },
): Promise<string | null> {
  const { rows } = await transaction.query<{ ticketId: string }>({
    name: 'move-ticket-of-incident',
    text: `update ticket set incident_id = $3 where customer_id = $1 and incident_id = $2 and ($4::bigint is null or ticket_id = $4)
             and not exists (select from ticket o where o.customer_id = $1 and o.incident_id = $3)
           returning ticket_id as "ticketId"`,
    values: [customerId, from, into, ticketId ?? null],
  })
  return rows[0]?.ticketId ?? null
}

/** The tickets of these incidents that are about no entity are about the entity of the incident from here on. */
export async function bindTicketsOfIncidents(
  transaction: Transaction,
  customerId: string,
  incidents: readonly { incidentId: string; entityId: string }[],
): Promise<void> {
  await transaction.query(
    `update ticket t set entity_id = i.entity_id from unnest($2::bigint[], $3::uuid[]) as i (incident_id, entity_id)
     where t.customer_id = $1 and t.incident_id = i.incident_id and t.entity_id is null`,
    [customerId, incidents.map(({ incidentId }) => incidentId), incidents.map(({ entityId }) => entityId)],
  )
}

export type TicketOfIncident = { ticketId: string; incidentId: string; status: TicketStatus; touchedByPerson: boolean }

/** The tickets of these incidents, locked until the transaction ends. */
export async function lockTicketsOfIncidents(
  transaction: Transaction,
  customerId: string,
  incidentIds: string[],
): Promise<TicketOfIncident[]> {
  const { rows } = await transaction.query<TicketOfIncident>({
    name: 'lock-tickets-of-incidents',
    text: `select ticket_id as "ticketId", incident_id as "incidentId", status, touched_by_person as "touchedByPerson"
           from ticket where customer_id = $1 and incident_id = any($2::bigint[]) order by ticket_id for update`,
    values: [customerId, incidentIds],
  })
  return rows
}

export type Escalation = { incidentId: string; priority: number }
export type EscalatedTicket = { ticketId: string; incidentId: string; priority: number; wasRaised: boolean }

/**
 * Notes on the tickets that are not done which priority their incidents ask for now, and raises to it those that are lower, unless a person
 * set theirs. Severity that falls lowers no priority: what was promised stays promised. Returns the tickets with the priority they have now.
 */
export async function followIncidentPriorities(
  transaction: Transaction,
  customerId: string,
  escalations: Escalation[],
  now: Date,
): Promise<EscalatedTicket[]> {
  const { rows } = await transaction.query<EscalatedTicket>({
    name: 'follow-incident-priorities',
    text: `with wanted as (select * from unnest($2::bigint[], $3::smallint[]) as w (incident_id, priority)),
           ticket_now as (
             select t.ticket_id, t.priority as before, w.priority as asked,
               w.priority < t.priority and not exists (
                 select from ticket_change c
                 where c.customer_id = $1 and c.ticket_id = t.ticket_id and c.field = 'priority' and c.author_type = 'user') as is_raised
             from ticket t join wanted w on w.incident_id = t.incident_id
             where t.customer_id = $1 and t.incident_id = any($2::bigint[]) and t.status not in ('resolved', 'closed')
             order by t.ticket_id for update of t
           ),
           change as (
             insert into ticket_change (customer_id, ticket_id, at, author_type, author_id, author_name, field, before, after)
             select $1, ticket_id, $4, 'system', 'incidents', 'Vakt', 'priority', before::text, asked::text from ticket_now where is_raised
           )
           update ticket t set incident_priority = n.asked, priority = case when n.is_raised then n.asked else t.priority end,
             modified_at = case when n.is_raised then $4 else t.modified_at end
           from ticket_now n where t.customer_id = $1 and t.ticket_id = n.ticket_id
           returning t.ticket_id as "ticketId", t.incident_id as "incidentId", t.priority, n.is_raised as "wasRaised"`,
    values: [customerId, escalations.map(({ incidentId }) => incidentId), escalations.map(({ priority }) => priority), now],
  })
  return rows
}

/** What Vakt itself writes on a ticket when the condition has cleared, and the status that goes with it. Returns comment ids by ticket id. */
export async function writeClearedNotes(
  transaction: Transaction,
  customerId: string,
  notes: { ticketId: string; resolvesFrom: TicketStatus | null; body: string; systemText: string | null; message: SystemMessage | null }[],
  now: Date,
): Promise<Map<string, string>> {
  const column = <Key extends keyof (typeof notes)[number]>(key: Key) => notes.map((note) => note[key])
  const { rows } = await transaction.query<{ ticketId: string; commentId: string }>({
    name: 'write-cleared-notes',
    text: `with note as (select * from unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $7::jsonb[])
             as n (ticket_id, resolves_from, body, system_text, system_message)),
           comment as (
             insert into ticket_comment (customer_id, ticket_id, author_type, author_id, author_name, body, system_text, system_message, created_at)
             select $1, ticket_id, 'system', 'incidents', 'Vakt', body, system_text, system_message, $6 from note
             returning ticket_id, comment_id
           ),
           change as (
             insert into ticket_change (customer_id, ticket_id, at, author_type, author_id, author_name, field, before, after)
             select $1, ticket_id, $6, 'system', 'incidents', 'Vakt', 'status', resolves_from, 'resolved' from note where resolves_from is not null
           )
           update ticket t set status = case when n.resolves_from is null then t.status else 'resolved' end, modified_at = $6,
             incident_priority = null
           from note n join comment c on c.ticket_id = n.ticket_id where t.customer_id = $1 and t.ticket_id = n.ticket_id
           returning t.ticket_id as "ticketId", c.comment_id as "commentId"`,
    values: [
      customerId,
      column('ticketId'),
      column('resolvesFrom'),
      column('body'),
      column('systemText'),
      now,
      column('message').map((message) => message && JSON.stringify(message)),
    ],
  })
  return new Map(rows.map(({ ticketId, commentId }) => [ticketId, commentId]))
}
