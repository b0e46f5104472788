import { feedbackArea } from '@vakt/contract/tickets/tickets.ts'
import type { ClockResult, ServiceTargets, ServiceWarning, TicketPast } from '@vakt/domain/service-level.ts'
import { ofOpenCustomer } from '#server/platform/database/open-customers.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { type KeyedCalendar, keyedCalendar } from './calendar-clock.ts'

export type ServiceRule = {
  priority: number
  targets: ServiceTargets
  warnAtPercent: number
  calendarId: string
  calendar: KeyedCalendar
}

/** What is promised to a customer, by priority: its own line, else the one for all. */
export async function readRules(transaction: Transaction, customerId: string): Promise<Map<number, ServiceRule>> {
  const { rows } = await transaction.query<ServiceRule>({
    name: 'read-service-rules',
    text: `select distinct on (g.priority) g.priority, g.warn_at_percent as "warnAtPercent", g.calendar_id as "calendarId",
             json_build_object('first_response', g.first_response_minutes, 'next_update', g.next_update_minutes,
               'resolution', g.resolution_minutes) as targets,
             ${keyedCalendar} as calendar
           from service_target g join business_calendar b using (calendar_id)
           where g.for_all or g.customer_id = $1
           order by g.priority, g.for_all`,
    values: [customerId],
  })
  return new Map(rows.map((rule) => [rule.priority, rule]))
}

/** Feedback about the portal is promised nothing. */
export type FollowedTicket = TicketPast & { ticketId: string; priority: number; warned: string[]; isFeedback: boolean }

/** What of these tickets' past counts, and which warnings were given. The tickets are locked until the transaction ends. */
export async function lockPasts(transaction: Transaction, customerId: string, ticketIds: string[]): Promise<FollowedTicket[]> {
  const { rows } = await transaction.query<FollowedTicket>({
    name: 'lock-ticket-pasts',
    text: `select t.ticket_id as "ticketId", t.priority, t.status, t.area = '${feedbackArea}' as "isFeedback", (extract(epoch from t.created_at) * 1000)::float8 as "createdAt",
             (select coalesce(json_agg(json_build_object('at', (extract(epoch from c.at) * 1000)::float8, 'before', c.before, 'after', c.after)
                order by c.change_id), '[]')
              from ticket_change c where c.customer_id = t.customer_id and c.ticket_id = t.ticket_id and c.field = 'status') as "statusChanges",
             array(select (extract(epoch from c.created_at) * 1000)::float8 from ticket_comment c
               where c.customer_id = t.customer_id and c.ticket_id = t.ticket_id and c.by_staff and not c.private order by c.comment_id) as answers,
             array(select w.clock || ' ' || w.round || ' ' || w.level from service_level_warning w
               where w.customer_id = t.customer_id and w.ticket_id = t.ticket_id) as warned
           from ticket t where t.customer_id = $1 and t.ticket_id = any($2::bigint[]) order by t.ticket_id for no key update of t`,
    values: [customerId, ticketIds],
  })
  return rows
}

export type TicketLevel = {
  ticketId: string
  calendarId: string
  clocks: ClockResult[]
  dueAt: number | null
  nextWarningAt: number | null
}

const instant = (milliseconds: number | null) => (milliseconds === null ? null : new Date(milliseconds).toISOString())

const given = `given as (
             select * from unnest($2::bigint[], $3::uuid[], $4::text[], $5::timestamptz[]) as g (ticket_id, calendar_id, clocks, next_warning_at)
           )`
const insertGiven = `insert into ticket_service_level (customer_id, ticket_id, calendar_id, clocks, next_warning_at)
             select $1, ticket_id, calendar_id, clocks::jsonb, next_warning_at from given`

const valuesOf = (customerId: string, levels: TicketLevel[]) => [
  customerId,
  levels.map(({ ticketId }) => ticketId),
  levels.map(({ calendarId }) => calendarId),
  levels.map(({ clocks }) => JSON.stringify(clocks)),
  levels.map(({ nextWarningAt }) => instant(nextWarningAt)),
]

/** Of tickets that were opened in this transaction, with `dueAt` in them. */
export async function insertLevels(transaction: Transaction, customerId: string, levels: TicketLevel[]): Promise<void> {
  await transaction.query({ name: 'insert-ticket-levels', text: `with ${given} ${insertGiven}`, values: valuesOf(customerId, levels) })
}

export async function writeLevels(transaction: Transaction, customerId: string, levels: TicketLevel[]): Promise<void> {
  await transaction.query({
    name: 'write-ticket-levels',
    // The numbers are given twice: joined alone, a plan made while there were few tickets would go on to read all of the customer's.
    text: `with ${given}, stored as (
             ${insertGiven}
             on conflict (customer_id, ticket_id) do update
               set calendar_id = excluded.calendar_id, clocks = excluded.clocks, next_warning_at = excluded.next_warning_at
           )
           update ticket t set due_at = coalesce(d.due_at, 'infinity') from unnest($2::bigint[], $6::timestamptz[]) as d (ticket_id, due_at)
           where t.customer_id = $1 and t.ticket_id = any($2::bigint[]) and t.ticket_id = d.ticket_id
             and t.due_at <> coalesce(d.due_at, 'infinity')`,
    values: [...valuesOf(customerId, levels), levels.map(({ dueAt }) => instant(dueAt))],
  })
}

/** Nothing is promised for these any more. */
export async function forgetLevels(transaction: Transaction, customerId: string, ticketIds: string[]): Promise<void> {
  await transaction.query({
    name: 'forget-ticket-levels',
    text: `with gone as (delete from ticket_service_level where customer_id = $1 and ticket_id = any($2::bigint[]))
           update ticket set due_at = 'infinity' where customer_id = $1 and ticket_id = any($2::bigint[]) and due_at <> 'infinity'`,
    values: [customerId, ticketIds],
  })
}

export type TicketWarning = ServiceWarning & { ticketId: string }

/** Returns those that had not been given before. */
export async function insertWarnings(
  transaction: Transaction,
  customerId: string,
  warnings: TicketWarning[],
  now: Date,
): Promise<Pick<TicketWarning, 'ticketId' | 'clock' | 'round' | 'level'>[]> {
  const { rows } = await transaction.query<Pick<TicketWarning, 'ticketId' | 'clock' | 'round' | 'level'>>(
    `insert into service_level_warning (customer_id, ticket_id, clock, round, level, at)
     select $1, w.ticket_id, w.clock, w.round, w.level, $6 from unnest($2::bigint[], $3::text[], $4::int[], $5::text[]) as w (ticket_id, clock, round, level)
     on conflict do nothing returning ticket_id as "ticketId", clock, round, level`,
    [
      customerId,
      warnings.map(({ ticketId }) => ticketId),
      warnings.map(({ clock }) => clock),
      warnings.map(({ round }) => round),
      warnings.map(({ level }) => level),
      now,
    ],
  )
  return rows
}

/** A line in the history of each ticket; of time running short only staff read. */
export async function insertWarningChanges(
  transaction: Transaction,
  customerId: string,
  warnings: Pick<TicketWarning, 'ticketId' | 'clock' | 'level'>[],
  now: Date,
): Promise<void> {
  await transaction.query(
    `insert into ticket_change (customer_id, ticket_id, at, author_type, author_id, author_name, field, before, after, private)
     select $1, w.ticket_id, $5, 'system', 'service-levels', 'Vakt', 'service_level', w.clock, w.level, w.level = 'soon'
     from unnest($2::bigint[], $3::text[], $4::text[]) as w (ticket_id, clock, level)`,
    [customerId, warnings.map(({ ticketId }) => ticketId), warnings.map(({ clock }) => clock), warnings.map(({ level }) => level), now],
  )
}

/** The queue of the work queue for tickets whose warnings failed in a batch. */
export const warningQueueName = 'warn-of-service-levels'

/** Tickets with a warning to give, the longest overdue first; those that failed are left to their jobs. */
export async function readTicketsToWarnForAllCustomers(
  transaction: Transaction,
  { now, limit }: { now: Date; limit: number },
): Promise<{ customerId: string; ticketId: string }[]> {
  const { rows } = await transaction.query<{ customerId: string; ticketId: string }>({
    name: 'read-tickets-to-warn',
    text: `select customer_id as "customerId", ticket_id as "ticketId" from ticket_service_level
           where next_warning_at <= $1 and ${ofOpenCustomer('customer_id')}
             and not exists (select from job j where j.queue = $3 and j.tenant = customer_id and j.row_id = ticket_id::text)
           order by next_warning_at limit $2`,
    values: [now, limit, warningQueueName],
  })
  return rows
}
