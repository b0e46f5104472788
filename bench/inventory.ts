import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { findHolding } from '#server/features/service-windows/hold-alerts.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { readKeyFile } from '#server/platform/keys/key-file.ts'
import { createSecretBox } from '#server/platform/keys/secret-box.ts'
import { startAzureServer } from '#server/testing/azure-server.ts'
import { compareSchedules } from '#server/testing/compare-schedules.ts'
import { recordedTenant, recordInventory } from '#server/testing/recorded-inventory.ts'
import { accessTokenOf, readSignedIn, withBrowser } from './browser.ts'
import { type Figure, readQuantile } from './figures.ts'
import { sendLoad } from './load.ts'
import { readMegabytes, watchMemory } from './process-figures.ts'
import { sized } from './sizes.ts'
import { startVakt, type Vakt } from './start-vakt.ts'

const rounds = sized(3, 1)
const customerId = '1001'
const ofCustomer = sized(100_000, 500)
const ofOthers = sized(200_000, 100)

/** 20 tags each, of which one is different for each entity and the others have 2 to 400 values. */
async function seedEntities({ owner }: Vakt): Promise<void> {
  for (const [customer, count] of [
    [customerId, ofCustomer],
    ['1002', ofOthers],
  ] as const) {
    await owner.query(
      `insert into entity (customer_id, external_id, external_key, name, host_name, type, source, region, resource_group, container_id, container_name, tags)
       select $1, id, lower(id), 'vm-' || n, 'vm-' || n, type, 'azure', (array['swedencentral', 'westeurope', 'northeurope'])[1 + n % 3],
         'rg-' || n % 700, 'subscription-' || n % 9, 'Subscription ' || n % 9, tags
       from generate_series(1, $2::int) as n,
         lateral (select 'microsoft.bench/type' || n % 60 as type) as kind,
         lateral (select '/subscriptions/00000000-0000-4000-8000-00000000000' || n % 9 || '/resourceGroups/rg-' || n % 700 || '/providers/' || type || '/vm-' || n as id) as named,
         lateral (select jsonb_object_agg('tag' || t, 'value ' || case when t = 0 then n when t < 3 then n * 7 % 400 else n * t % (t + 1) end) as tags
                  from generate_series(0, 19) as t where n > 0) as tagged`,
      [customer, count],
    )
  }
  await owner.query('vacuum analyze entity')
}

const word = (n: number) => ['', '&search=vm-77', '&severity=critical', '&stale=false', '&region=westeurope'][n % 5] ?? ''

/** A different filter each time: nothing that was worked out for one serves the next. */
function filterOf(n: number): string {
  const tags = `tag=tag1%3Dvalue%20${n % 400}&tag=tag1%3Dvalue%20${(n * 3) % 400}&tag=tag${5 + (n % 14)}%3Dvalue%20${n % 5}`
  const types = `type=microsoft.bench%2Ftype${n % 60}&type=microsoft.bench%2Ftype${(n * 7) % 60}`
  return [`${types}${word(n)}`, `${tags}${word(n)}`, `resourceGroup=rg-${n % 700}${word(n)}`, `search=vm-${n}`][n % 4] ?? ''
}

/** What counting would take without an inventory in memory: no filter, one statement at a time, no row-level security. */
async function countByStatement({ owner }: Vakt): Promise<number[]> {
  const values: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now()
    await owner.query(
      'select count(*) from (select key, value, count(*) from entity, jsonb_each_text(tags) where customer_id = $1 group by key, value) as counted',
      [customerId],
    )
    values.push(performance.now() - began)
  }
  return values
}

/** Lists and counts of a customer with 100,000 entities, over HTTP, 8 at a time. */
export async function measureInventory(vakt: Vakt): Promise<Figure[]> {
  await seedEntities(vakt)
  const headers = { authorization: `Bearer ${accessTokenOf(await withBrowser((browser) => readSignedIn(browser, vakt)))}` }
  const path = `/api/v1/customer/${customerId}/entity`
  const began = performance.now()
  const first = await fetch(`${vakt.origin}${path}`, { headers })
  await first.text()
  const cold = performance.now() - began
  // What reading left behind is given back a second later.
  await wait(sized(3000, 0))
  const kinds = {
    'list of 100,000 entities, any filter': (n: number) => `${path}?limit=100&${filterOf(n)}`,
    'counts of all filters, any filter': (n: number) => `${path}/count?tagKey=tag1&tagKey=tag2&${filterOf(n)}`,
    'counts of all filters, no filter': () => `${path}/count?tagKey=tag1&tagKey=tag2`,
  }
  const figures: Figure[] = [
    { name: 'first list after a start, 100,000 entities', unit: 'ms', values: [cold] },
    { name: '  … memory of the server then', unit: 'MB', values: [readMegabytes(vakt.pid)], goal: { atMost: 400 } },
    { name: 'tags of 100,000 entities counted by a statement', unit: 'ms', values: await countByStatement(vakt) },
  ]
  for (const [name, pathOf] of Object.entries(kinds)) {
    const values: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const paths = Array.from({ length: 500 }, (_, n) => pathOf(round * 500 + n))
      const { milliseconds } = await sendLoad({ url: vakt.origin, method: 'GET', path, paths, headers })
      values.push(readQuantile(milliseconds, 0.95))
    }
    figures.push({ name: `${name}, p95`, unit: 'ms', values, goal: { atMost: 100 } })
  }
  figures.push({ name: 'memory of the server under load', unit: 'MB', values: [readMegabytes(vakt.pid)], goal: { atMost: 400 } })
  return figures
}

const resourceCount = sized(100_000, 200)
const tagsOfEach = 20
const intoCustomer = '1002'
const ofReader = '/api/v1/customer/1001'

function makeResources() {
  const more = Array.from({ length: tagsOfEach - 2 }, (_, index) => `tag-${index}`)
  const resources = recordInventory(resourceCount).map((resource, n) => ({
    ...resource,
    tags: { ...resource.tags, ...Object.fromEntries(more.map((key, index) => [key, `value-${(n * (index + 7)) % 500}`])) },
  }))
  return resources.toSorted((one, other) => (one.id.toLowerCase() < other.id.toLowerCase() ? -1 : 1))
}

/** As the form would, and the run that follows. */
async function connect({ owner, folder }: Vakt): Promise<string> {
  const connectorId = randomUUID()
  const sealed = createSecretBox({ keys: await readKeyFile(folder), legacyPasswords: [] }, 'connector secrets').seal(
    connectorId,
    Buffer.from('right'),
  )
  const settings = { tenantId: recordedTenant, clientId: randomUUID(), subscriptions: [] }
  await owner.query(
    "insert into connector (customer_id, connector_id, kind, name, settings, sealed_secret, created_at) values ($1, $2, 'azure', 'Bench', $3, $4, now())",
    [intoCustomer, connectorId, settings, sealed],
  )
  return connectorId
}

async function askForRun({ owner }: Vakt, connectorId: string): Promise<string> {
  const { rows } = await owner.query(
    `with run as (
       insert into connector_run (customer_id, connector_id, state, cause, created_at) values ($1, $2, 'waiting', 'person', now()) returning run_id
     ), queued as (
       insert into job (queue, customer_id, row_id) values ('run-connectors', $1, $2::uuid::text)
     )
     select run_id, pg_notify('vakt_job', '') from run`,
    [intoCustomer, connectorId],
  )
  return rows[0].run_id
}

async function readRun({ owner }: Vakt, runId: string): Promise<{ state: string; seen: number; seconds: number }> {
  const { rows } = await owner.query(
    `select state, seen, extract(epoch from coalesce(finished_at, now()) - started_at)::float8 as seconds from connector_run where run_id = $1`,
    [runId],
  )
  return rows[0]
}

/** 100,000 resources with 20 tags each from a cloud, while people read; a Vakt of its own, which asks the cloud of the bench. */
export async function measureImport(): Promise<Figure[]> {
  const azure = await startAzureServer(makeResources(), { isSorted: true })
  const vakt = await startVakt({ AZURE_LOGIN_URL: azure.addresses.login, AZURE_MANAGEMENT_URL: azure.addresses.management })
  try {
    const token = accessTokenOf(await withBrowser((browser) => readSignedIn(browser, vakt)))
    const read = async () => {
      const paths = [`${ofReader}/ticket?onlyOpen=true`, `${ofReader}/entity`, `${ofReader}/alert`]
      const headers = { authorization: `Bearer ${token}` }
      return (await sendLoad({ url: vakt.origin, method: 'GET', path: '', paths, headers })).milliseconds
    }
    const connectorId = await connect(vakt)
    await read()
    const before = readQuantile(await read(), 0.95)
    const runs: number[] = []
    const meanwhile: number[] = []
    const importAll = async () => {
      const runId = await askForRun(vakt, connectorId)
      for (;;) {
        meanwhile.push(...(await read()))
        const { state, seen, seconds } = await readRun(vakt, runId)
        if (state === 'waiting' || state === 'running') continue
        if (state !== 'succeeded' || seen !== resourceCount) throw new Error(`The run ended as ${state} after ${seen}.`)
        return void runs.push(seconds)
      }
    }
    // The first one adds everything, the second finds it as it was.
    const { most } = await watchMemory(vakt.pid, async () => {
      await importAll()
      await importAll()
    })
    return [
      { name: 'import of 100,000 with 20 tags each', unit: 's', values: runs.slice(0, 1), goal: { atMost: 60 } },
      { name: '  … again, nothing changed', unit: 's', values: runs.slice(1), goal: { atMost: 60 } },
      { name: '  … memory of the server meanwhile, RSS', unit: 'MB', values: [most], goal: { atMost: 400 } },
      { name: 'reads beforehand, p95', unit: 'ms', values: [before] },
      { name: '  … during the import, p95', unit: 'ms', values: [readQuantile(meanwhile, 0.95)], goal: { atMost: 2 * before } },
    ]
  } finally {
    await vakt.stop()
    azure.close()
  }
}

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
