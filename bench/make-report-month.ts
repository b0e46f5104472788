import { sized } from './sizes.ts'
import type { Vakt } from './start-vakt.ts'

export const customerId = '1001'
/** Fewer by `REPORT_SHARE=0.1`. */
const share = Number(process.env.REPORT_SHARE ?? sized(1, 0.002))
export const resources = Math.round(100_000 * share)
export const incidents = Math.round(50_000 * share)
export const tickets = Math.round(200_000 * share)
const windows = 20

/**
 * All of them in the month before this one; written past the triggers, once into a database that is kept. Returns the month, such as `2026-10`.
 */
export async function makeReportMonth({ owner }: Vakt): Promise<string> {
  const { rows } = await owner.query<{ month: string; isMade: boolean }>(
    `select to_char(now() - interval '1 month', 'YYYY-MM') as month,
       exists (select from entity where customer_id = $1 and external_id = 'report-1') as "isMade"`,
    [customerId],
  )
  const [found] = rows
  if (!found) throw new Error('The database did not answer.')
  if (!found.isMade) await fillMonth(owner)
  return found.month
}

async function fillMonth(owner: Vakt['owner']): Promise<void> {
  await owner.query('set session_replication_role = replica')
  const inMonth = (n: string) => `(date_trunc('month', now()) - interval '1 month' + ${n} * interval '1 day')`
  await owner.query(
    `insert into entity (customer_id, external_id, external_key, name, host_name, type, source, resource_group, tags, created_at)
     select $1, 'report-' || n, 'report-' || n, 'report-' || n, 'report-' || n, 'virtual machine', 'bench', 'group-' || n % 500,
       jsonb_build_object('application', 'app-' || n % 100, 'environment', (array['production', 'test'])[1 + n % 2], 'owner', 'team-' || n % 30,
         'cost', 'centre-' || n % 40, 'patch', 'ring-' || n % 4), now() - interval '90 days'
     from generate_series(1, $2::int) as n`,
    [customerId, resources],
  )
  await owner.query(
    `insert into incident (customer_id, entity_id, subject, rule, title, severity, state, opened_at, changed_at, resolved_at, acknowledged_at,
       first_acknowledged_at)
     select $1, e.entities[1 + n % cardinality(e.entities)], 'report ' || n, 'rule-' || n % 50, 'Processor load is high',
       (array['critical', 'high', 'medium', 'low'])[1 + n % 4], 'resolved', at, at, at + (5 + n % 300) * interval '1 minute', at + interval '3 minutes',
       at + interval '3 minutes'
     from (select array_agg(entity_id) as entities from entity where customer_id = $1 and source = 'bench') as e, generate_series(1, $2::int) as n,
       lateral (select ${inMonth('(n % 28000) / 1000.0')} as at) as opened`,
    [customerId, incidents],
  )
  await owner.query(
    `insert into ticket (customer_id, subject, description, type, area, status, requester_name, source, created_at, modified_at, entity_id)
     select $1, 'Ticket ' || n, 'd', (array['request', 'change', 'incident'])[1 + n % 3], 'other', (array['new', 'resolved', 'closed'])[1 + n % 3], 'n',
       'person', ${inMonth('(n % 28000) / 1000.0')}, now(), e.entities[1 + n % cardinality(e.entities)]
     from (select array_agg(entity_id) as entities from entity where customer_id = $1 and source = 'bench') as e, generate_series(1, $2::int) as n`,
    [customerId, tickets],
  )
  const madeTickets = `ticket where customer_id = $1 and subject like 'Ticket %'`
  await owner.query(
    `insert into ticket_service_level (customer_id, ticket_id, calendar_id, clocks)
     select $1, ticket_id, (select calendar_id from business_calendar limit 1), '[]' from ${madeTickets}`,
    [customerId],
  )
  await owner.query(
    `insert into service_level_warning (customer_id, ticket_id, clock, round, level, at)
     select $1, ticket_id, 'resolution', 0, 'missed', created_at from ${madeTickets} and ticket_id % 20 = 0`,
    [customerId],
  )
  await owner.query(
    `insert into ticket_hours (customer_id, ticket_id, note, minutes, worked_on, hour_type, billable, author_id, author_name, created_at)
     select $1, ticket_id, 'n', 15 + ticket_id % 60, created_at, 'normal', ticket_id % 3 = 0, gen_random_uuid(), 'n', now()
     from ${madeTickets} and ticket_id % 4 = 0`,
    [customerId],
  )
  await owner.query(
    `insert into entity_history (customer_id, entity_id, at, kind, field)
     select $1, entity_id, ${inMonth('(row_number() over () % 28000) / 1000.0')}, kind, case kind when 'changed' then 'name' end
     from entity, unnest(array['added', 'changed']) as kind where customer_id = $1 and source = 'bench'`,
    [customerId],
  )
  await owner.query(
    `with made as (
       insert into service_window (customer_id, reason, schedule, scope, notices, repeats, duration_seconds, starts_at, created_by, created_at, modified_at)
       select $1, 'Bench ' || n, '{}', '{}', '{}', 'never', 7200, ${inMonth('n')}, 'bench', now(), now() from generate_series(1, $2::int) as n
       returning window_id, reason, starts_at
     ), targets as (
       insert into service_window_target (customer_id, window_id, key)
       select $1, window_id, 'tag patch=ring-' || substr(reason, 7)::int % 4 from made
     )
     insert into service_window_occurrence (customer_id, window_id, starts_at, ends_at, planned_ends_at, settles_at, started_at, settled_at)
     select $1, window_id, starts_at, starts_at + interval '2 hours', starts_at + interval '2 hours', starts_at + interval '2 hours', starts_at, now()
     from made`,
    [customerId, windows],
  )
  await owner.query('set session_replication_role = origin')
  await owner.query(
    'vacuum analyze entity, incident, ticket, ticket_service_level, service_level_warning, ticket_hours, entity_history, service_window_occurrence',
  )
}
