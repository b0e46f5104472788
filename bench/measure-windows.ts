import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { findHolding } from '#server/features/service-windows/hold-alerts.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { compareSchedules } from '#server/testing/compare-schedules.ts'
import { accessTokenOf, readSignedIn, withBrowser } from './browser.ts'
import { type Figure, readQuantile } from './figures.ts'
import { sized } from './sizes.ts'
import type { Vakt } from './start-vakt.ts'

const customerId = '1001'
const resources = sized(100_000, 400)
const windows = sized(1000, 120)
const occurrencesEach = sized(400, 4)
const warmUps = sized(100, 2)
const decisions = sized(3000, 20)
const timelines = sized(30, 2)
const expressions = Number(process.env.EXPRESSIONS ?? sized(10_000, 20))
const dayMs = 86_400_000

/**
 * Daily windows of an hour, started throughout the day, a year ahead: half of them cover one resource, the others a resource group or a tag of 1,000
 * resources each.
 */
async function makeWindows({ owner }: Vakt): Promise<void> {
  await owner.query(
    `insert into entity (customer_id, external_id, external_key, name, host_name, type, resource_group, tags, source)
     select $1, '/bench/window-' || n, '/bench/window-' || n, 'window-host-' || n, 'window-host-' || n, 'bench', 'window-group-' || n % 100,
       jsonb_build_object('application', 'window-' || n % 100, 'environment', 'bench-' || n % 5, 'owner', 'team-' || n % 30, 'tier', n % 3 || ''), 'bench'
     from generate_series(1, $2::int) n`,
    [customerId, resources],
  )
  await owner.query(
    `insert into service_window (customer_id, reason, schedule, scope, notices, repeats, duration_seconds, starts_at, planned_to, created_by, created_at, modified_at)
     select $1, 'Bench ' || n,
       jsonb_build_object('timeZone', 'UTC', 'startsAt', '2026-01-01T00:00', 'repeats', 'daily', 'weekdays', '[]'::jsonb, 'monthDay', null, 'cron', '',
         'endsOn', null, 'endsAfter', null),
       '{"everything":false,"entityIds":[],"resourceGroups":[],"tags":[],"metrics":[]}',
       '{"userIds":[],"roles":[],"minutesBefore":null,"atStart":false,"atEnd":false}', 'daily', 3600, now(), now() + interval '400 days', 'Bench', now(), now()
     from generate_series(1, $2::int) n`,
    [customerId, windows],
  )
  await owner.query(
    `insert into service_window_target (customer_id, window_id, key)
     select $1, w.window_id, case n % 4 when 0 then 'group window-group-' || n % 100 when 1 then 'tag application=window-' || n % 100
       else 'entity ' || (select entity_id from entity where customer_id = $1 and external_key = '/bench/window-' || n) end
     from service_window w, lateral (select substr(w.reason, 7)::int as n) as numbered where w.customer_id = $1 and w.reason like 'Bench %'`,
    [customerId],
  )
  await owner.query(
    `insert into service_window_occurrence (customer_id, window_id, starts_at, ends_at, planned_ends_at, settles_at)
     select $1, window_id, at, at + interval '1 hour', at + interval '1 hour', at + interval '1 hour'
     from (select window_id, date_trunc('day', now()) + day * interval '1 day' + substr(reason, 7)::int * 1380 / $3::int * interval '1 minute' as at
       from service_window, generate_series(0, $2::int - 1) day where customer_id = $1 and reason like 'Bench %') planned`,
    [customerId, occurrencesEach, windows],
  )
  await owner.query('vacuum analyze entity, service_window, service_window_target, service_window_occurrence')
}

/** One alert after the other, of any resource, as the intake asks while it stores it; how many of them are held. */
async function decide({ connection, owner }: Vakt): Promise<{ times: number[]; held: number }> {
  const { rows } = await owner.query<{ entityId: string }>(
    `select entity_id as "entityId" from entity where customer_id = $1 and external_key like '/bench/window-%' order by md5(external_key) limit $2`,
    [customerId, decisions],
  )
  const pool = new pg.Pool({ ...connection, max: 1, options: '-c role=vakt_app' })
  try {
    const times: number[] = []
    let held = 0
    for (const { entityId } of rows)
      await inTransaction({ pool }, customerId, async (transaction) => {
        const began = performance.now()
        const [holding] = await findHolding(transaction, customerId, [{ entityId, metricName: 'cpu' }], {})
        times.push(performance.now() - began)
        if (holding?.length) held += 1
      })
    return { times: times.slice(warmUps), held }
  } finally {
    await pool.end()
  }
}

/** A year of occurrences over HTTP: of one resource, and of all resources, of which the first 5,000 are answered. */
async function readTimelines(vakt: Vakt): Promise<{ ofOne: number[]; ofAll: number[] }> {
  const token = accessTokenOf(await withBrowser((browser) => readSignedIn(browser, vakt)))
  const { rows } = await vakt.owner.query<{ entityId: string }>(
    `select entity_id as "entityId" from entity where customer_id = $1 and external_key = '/bench/window-100'`,
    [customerId],
  )
  const from = new Date().toISOString()
  const to = new Date(Date.now() + 365 * dayMs).toISOString()
  const path = `/api/v1/customer/${customerId}/service-window-timeline?from=${from}&to=${to}`
  const measure = async (address: string) => {
    const times: number[] = []
    for (let round = 0; round < timelines; round++) {
      const began = performance.now()
      const answer = await fetch(vakt.origin + address, { headers: { authorization: `Bearer ${token}` } })
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`${address} answered ${answer.status}.`)
      times.push(performance.now() - began)
    }
    return times.slice(1)
  }
  return { ofOne: await measure(`${path}&entityId=${rows[0]?.entityId}`), ofAll: await measure(path) }
}

/** 1,000 recurring windows over 100,000 resources, and schedules against another library. `EXPRESSIONS` for fewer of them. */
export async function measureWindows(vakt: Vakt): Promise<Figure[]> {
  await makeWindows(vakt)
  const { times, held } = await decide(vakt)
  const { ofOne, ofAll } = await readTimelines(vakt)
  const { compared, different } = compareSchedules(expressions)
  return [
    { name: 'is an alert held? 1,000 windows, 100,000 resources', unit: 'ms', values: times },
    { name: '… p95', unit: 'ms', values: [readQuantile(times, 0.95)], goal: { atMost: 1 } },
    { name: '… held', unit: `of ${decisions}`, values: [held] },
    { name: 'a year of occurrences of one resource', unit: 'ms', values: ofOne, goal: { atMost: 100 } },
    { name: 'a year of all, the first 5,000', unit: 'ms', values: ofAll, goal: { atMost: 100 } },
    { name: `occurrences of ${expressions} expressions over 5 years, compared with cron-parser`, unit: '', values: [compared] },
    { name: '… expressions that differ', unit: '', values: [different.length], goal: { atMost: 0 } },
  ]
}
