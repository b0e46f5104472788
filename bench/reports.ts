import { createHash, randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { restoreBackup } from '#server/platform/backup/restore-backup.ts'
import { writeBackup } from '#server/platform/backup/write-backup.ts'
import { startEmbeddedPostgres } from '#server/platform/database/embedded-postgres.ts'
import type { Figure } from './figures.ts'
import { watchMemory } from './process-figures.ts'
import { sized } from './sizes.ts'
import type { Vakt } from './start-vakt.ts'
import { makeTickets, ticketCount } from './tickets.ts'

const rounds = sized(5, 1)
/** A service token, which needs no sign-in in a browser and opens reports directly. */
async function makeToken({ owner }: Vakt): Promise<string> {
  const secret = `vakt_svc_${randomBytes(32).toString('base64url')}`
  await owner.query(
    `insert into service_token (customer_id, name, token_hash, ending, scope, created_by, created_at)
     values ($1, 'bench', $2, $3, '{@feature.report.read}', 'bench', now())`,
    [customerId, createHash('sha256').update(secret).digest(), secret.slice(-4)],
  )
  return secret
}

/** A report over HTTP: counted when it is opened, as it was kept, and as a PDF. */
export async function measureReports(vakt: Vakt): Promise<Figure[]> {
  const month = await makeReportMonth(vakt)
  const [year = 0, number = 1] = month.split('-').map(Number)
  const lastDay = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
  const base = `${vakt.origin}/api/v1/customer/${customerId}/report`
  const headers = { authorization: `Bearer ${await makeToken(vakt)}` }
  const get = async (address: string) => {
    const answer = await fetch(base + address, { headers })
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${await answer.text()}`)
    return answer
  }
  const measure = async (address: string, count = rounds) => {
    const values: number[] = []
    for (let round = 0; round < count; round += 1) {
      const start = performance.now()
      await (await get(address)).arrayBuffer()
      values.push(performance.now() - start)
    }
    return values
  }
  // The same days as a range are never kept.
  const days = `${month}-01--${lastDay}`
  const live = await measure(`/builtin/${days}`)
  const group = await measure(`/builtin/${days}?group=app-7`)
  // As the worker keeps it, which comes by every ten minutes.
  const { result } = (await (await get(`/builtin/${days}`)).json()) as { result: object }
  await vakt.owner.query(
    `insert into report_month (customer_id, month, report, frozen_at) values ($1, $2, $3, now())
     on conflict (customer_id, month) do update set report = excluded.report`,
    [customerId, month, JSON.stringify({ ...result, frozenAt: undefined })],
  )
  const kept = `/builtin/${month}`
  const closed = await measure(kept, rounds * 4)
  const document = `/builtin/${days}/document?language=en`
  let pdf: number[] = []
  let five = 0
  const { growth } = await watchMemory(vakt.pid, async () => {
    pdf = await measure(document, sized(3, 1))
    const start = performance.now()
    await Promise.all(Array.from({ length: sized(5, 2) }, async () => (await get(document)).arrayBuffer()))
    five = performance.now() - start
  })
  return [
    {
      name: `report of ${resources} resources, ${incidents} incidents, ${tickets} tickets`,
      unit: 'ms',
      values: live,
      goal: { atMost: 3000 },
    },
    { name: '  … of one tag group', unit: 'ms', values: group, goal: { atMost: 3000 } },
    { name: '  … of a closed month', unit: 'ms', values: closed, goal: { atMost: 200 } },
    { name: '  … as a PDF', unit: 'ms', values: pdf, goal: { atMost: 5000 } },
    { name: '  … five PDFs at once, the last', unit: 'ms', values: [five] },
    { name: '  … more memory of the server meanwhile', unit: 'MB', values: [growth], goal: { atMost: 150 } },
  ]
}

const customerId = '1001'
/** Fewer by `REPORT_SHARE=0.1`. */
const share = Number(process.env.REPORT_SHARE ?? sized(1, 0.002))
const resources = Math.round(100_000 * share)
const incidents = Math.round(50_000 * share)
const tickets = Math.round(200_000 * share)
const windows = 20

/**
 * All of them in the month before this one; written past the triggers, once into a database that is kept. Returns the month, such as `2026-10`.
 */
async function makeReportMonth({ owner }: Vakt): Promise<string> {
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

const inSeconds = async (work: () => Promise<unknown>) => {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

/** A backup of many tickets while Vakt runs, and its restore into a new embedded database: `TICKETS=1000000` for the documented figure. */
export async function measureRestore(vakt: Vakt): Promise<Figure[]> {
  await makeTickets(vakt.owner)
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vakt-restore-'))
  await chmod(folder, 0o755)
  const file = path.join(folder, 'vakt.tar.gz')
  try {
    const backup = await inSeconds(() => writeBackup({ owner: vakt.connection, file }))
    const target = await startEmbeddedPostgres({ directory: path.join(folder, 'data') })
    const owner = target.connection
    const steps: string[] = []
    const start = performance.now()
    const restore = await inSeconds(() =>
      restoreBackup({
        owner,
        file,
        keys: null,
        putObject: async () => {},
        onProgress: (step) => steps.push(`${step} at ${((performance.now() - start) / 1000).toFixed(0)} s`),
      }),
    )
    process.stdout.write(`${steps.join(', ')}\n`)
    const client = new pg.Client(owner)
    await client.connect()
    const { rows } = await client.query('select pg_database_size(current_database())::float8 / 1e6 as size')
    await client.end()
    await target.stop()
    return [
      { name: 'tickets in the backup', unit: '', values: [ticketCount] },
      { name: 'database', unit: 'MB', values: [rows[0].size] },
      { name: 'file of the backup', unit: 'MB', values: [(await stat(file)).size / 1e6] },
      { name: 'backup while Vakt runs', unit: 's', values: [backup] },
      { name: 'restore', unit: 's', values: [restore] },
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
