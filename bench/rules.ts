import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { bucketEnd, gracePeriodMilliseconds, slotOf } from '@vakt/domain/metrics/bucket.ts'
import pg from 'pg'
import { evaluateRules, noteClosedBucket } from '#server/features/alert-rules/evaluate-rules.ts'
import { closeBuckets } from '#server/features/metrics/close-buckets.ts'
import { storePoints } from '#server/features/metrics/metric-point-table.ts'
import { ownMetricStore } from '#server/features/metrics/own-metric-store.ts'
import { packPoints } from '#server/features/metrics/pack-points.ts'
import { createLog } from '#server/platform/log.ts'
import { ports } from '#server/roles/ports.ts'
import { receiveAlways } from '#server/testing/due-times.ts'
import { encodeRemoteWrite1, remoteWriteHeaders, toSnappy } from '#server/testing/remote-write.ts'
import { startFastBuckets } from '#server/testing/start-fast-buckets.ts'
import { openContext, signIn, withBrowser } from './browser.ts'
import type { Figure } from './figures.ts'
import { waitForRow, watchRows } from './incidents.ts'
import { sized } from './sizes.ts'
import { startPrometheus } from './start-prometheus.ts'
import { startVakt, type Vakt } from './start-vakt.ts'

const customer = 'bench-rules'
const ruleCount = sized(10_000, 100)

/**
 * A customer with as many hosts, each with a series of `bench_cpu` and a rule that watches it from this bucket on: the average above 80, three times.
 * Returns the number of the last series before them.
 */
export async function insertRules({ owner }: Vakt, fromSlot: number, { customerId = customer, count = ruleCount } = {}): Promise<number> {
  await owner.query("insert into customer (customer_id, name) values ($1, 'Bench') on conflict do nothing", [customerId])
  await owner.query(
    `insert into entity (customer_id, external_id, external_key, name, host_name, type, source)
     select $1, '/bench/rule-' || n, '/bench/rule-' || n, 'rule-host-' || n, 'rule-host-' || n, 'bench', 'bench' from generate_series(1, $2::int) n`,
    [customerId, count],
  )
  const { rows } = await owner.query<{ before: number }>(
    `insert into metric_customer as c (customer_id, last_series_no, active_series) values ($1, $2, $2)
     on conflict (customer_id) do update set last_series_no = c.last_series_no + $2, active_series = c.active_series + $2
     returning last_series_no - $2 as before`,
    [customerId, count],
  )
  const before = rows[0]?.before ?? 0
  await owner.query(
    `insert into metric_series (customer_id, series_no, metric, labels, label_hash, kind, entity_id, target_key)
     select $1, $3::int + n, 'bench_cpu', jsonb_build_object('instance', e.name), decode(md5('bench ' || n), 'hex'), 'gauge', e.entity_id, e.name
     from generate_series(1, $2::int) n join entity e on e.customer_id = $1 and e.external_key = '/bench/rule-' || n`,
    [customerId, count, before],
  )
  await owner.query(
    `insert into alert_rule (customer_id, name, description, severity, aggregation, threshold_comparison, threshold, alerts_before_action,
       metric_name, auto_close_delay_in_seconds, missing_data, entity_id, active_from_slot, created_at, modified_at)
     select $1, 'CPU of ' || e.name, 'Busy.', 1, 'avg', '>', 80, 3, 'bench_cpu', 900, 'ignored', e.entity_id, $2, now(), now()
     from entity e where e.customer_id = $1 and e.external_key like '/bench/rule-%'`,
    [customerId, fromSlot],
  )
  await owner.query(
    'insert into alert_rule_revision as r (customer_id) values ($1) on conflict (customer_id) do update set revision = r.revision + 1',
    [customerId],
  )
  await owner.query('vacuum analyze entity, metric_series, alert_rule')
  return before
}

const pointsPerBucket = sized(20, 2)
const rounds = sized(7, 4)
const downtimeBuckets = sized(72, 2)
const resolutionMs = 5
const log = createLog('error')

/** So many points of every series in a bucket; one series in a hundred violates its rule. */
async function storeBucket(pool: pg.Pool, slot: number): Promise<void> {
  for (let point = 0; point < pointsPerBucket; point++) {
    const packed = packPoints(ruleCount, (batch) => {
      for (let series = 0; series < ruleCount; series++) {
        batch.no[series] = series + 1
        batch.offset[series] = point * 15_000
        batch.value[series] = series % 100 === 0 ? 90 + Math.sin(point) : 40 + 30 * Math.sin(series + point + slot)
      }
    })
    await storePoints(pool, customer, [slot], [packed])
  }
}

type Work = { pool: pg.Pool; evaluation: Parameters<typeof evaluateRules>[1] }

const contextAt =
  ({ pool }: Work, now: Date) =>
  () => ({
    actor: { type: 'system' as const, job: 'bench' },
    now,
    pool,
    log,
    ports,
    requestId: null,
    isStaff: false,
  })

/** What the worker does when the grace period of this bucket is over, until all is evaluated. */
async function closeAndEvaluate(work: Work, slot: number): Promise<{ closing: number; evaluating: number }> {
  const began = performance.now()
  // Points that were just stored are due in a minute.
  while (await closeBuckets(contextAt(work, new Date(Date.now() + 600_000)), [noteClosedBucket])) {
    // Until nothing is due.
  }
  const closed = performance.now()
  while (await evaluateRules(contextAt(work, new Date(bucketEnd(slot) + gracePeriodMilliseconds)), work.evaluation)) {
    // Until all is evaluated.
  }
  return { closing: closed - began, evaluating: performance.now() - closed }
}

/** Runs the work and returns for how long it held the event loop at most. */
async function measureBlocking(work: () => Promise<void>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs })
  await wait(50)
  delay.enable()
  await work()
  await wait(2 * resolutionMs)
  delay.disable()
  return delay.max / 1e6 - resolutionMs
}

async function measureEvaluation(vakt: Vakt): Promise<Figure[]> {
  const pool = new pg.Pool({ ...vakt.connection, max: 4 })
  const work = { pool, evaluation: { store: ownMetricStore, cache: new Map() } }
  const first = slotOf(Date.now()) - 150
  const closing: number[] = []
  const evaluating: number[] = []
  const blocked: number[] = []
  try {
    await insertRules(vakt, first)
    // The buckets are older than the server: senders could not have sent their points.
    await vakt.owner.query(receiveAlways)
    for (let round = 0; round < rounds; round++) {
      await storeBucket(pool, first + round)
      blocked.push(
        await measureBlocking(async () => {
          const times = await closeAndEvaluate(work, first + round)
          closing.push(times.closing)
          evaluating.push(times.evaluating)
        }),
      )
    }
    const from = first + rounds
    for (let bucket = 0; bucket < downtimeBuckets; bucket++) await storeBucket(pool, from + bucket)
    let caughtUp = 0
    const blockedThen = await measureBlocking(async () => {
      const times = await closeAndEvaluate(work, from + downtimeBuckets - 1)
      caughtUp = times.closing + times.evaluating
    })
    const { rows } = await vakt.owner.query('select evaluated_to from alert_rule_clock where customer_id = $1', [customer])
    if (rows[0]?.evaluated_to !== from + downtimeBuckets - 1)
      throw new Error(`Rules are evaluated to ${rows[0]?.evaluated_to} of ${from + downtimeBuckets - 1}.`)
    // The first rounds raise the alerts of the series that violate.
    const steady = closing.map((one, index) => one + (evaluating[index] as number)).slice(3)
    const theirs = await measureRulesOfPrometheus()
    const ofPrometheus = theirs.length > 0 ? theirs.reduce((sum, one) => sum + one, 0) / theirs.length : Number.NaN
    return [
      { name: 'closing a bucket of 10,000 series, 20 points each', unit: 'ms', values: closing.slice(3) },
      { name: 'evaluating 10,000 rules on it', unit: 'ms', values: evaluating.slice(3) },
      { name: '… in the bucket in which 100 of them raise an alert', unit: 'ms', values: [evaluating[2] as number] },
      ...(theirs.length > 0
        ? [
            { name: 'a real Prometheus: one evaluation of the same 10,000 rules', unit: 'ms', values: theirs },
            {
              name: 'closing and evaluating ÷ a real Prometheus',
              unit: '',
              values: steady.map((one) => one / ofPrometheus),
              goal: { atMost: 0.32 },
            },
          ]
        : []),
      { name: '… the event loop was held at most', unit: 'ms', values: blocked, goal: { atMost: 50 } },
      { name: 'catching up with 6 hours: 72 buckets, 10,000 rules', unit: 's', values: [caughtUp / 1000], goal: { atMost: 10 } },
      { name: '… the event loop was held at most', unit: 'ms', values: [blockedThen], goal: { atMost: 50 } },
    ]
  } finally {
    await pool.end()
  }
}

/** In a Vakt without a worker: the bench closes and evaluates by itself, so that nothing else does. */
export async function measureRules(): Promise<Figure[]> {
  const vakt = await startVakt({ ROLES: 'web' })
  try {
    return await measureEvaluation(vakt)
  } finally {
    await vakt.stop()
  }
}

const pointsPerSeries = 20
const stepMs = 15_000
const evaluations = sized(6, 1)
const intervalSeconds = sized(5, 1)
const seriesPerRequest = 500

const ruleOf = (index: number) => `
      - alert: Cpu${index}
        expr: avg_over_time(bench_cpu{instance="rule-host-${index}"}[5m]) > 80
        for: 10m`

const rules = () => `groups:
  - name: bench
    interval: ${intervalSeconds}s
    rules:${Array.from({ length: ruleCount }, (_, index) => ruleOf(index)).join('')}
`

async function sendPoints(url: string): Promise<void> {
  const to = Date.now()
  for (let first = 0; first < ruleCount; first += seriesPerRequest) {
    const series = Array.from({ length: seriesPerRequest }, (_, offset) => {
      const index = first + offset
      const samples = Array.from({ length: pointsPerSeries }, (_, point): [number, number] => [
        index % 100 === 0 ? 90 + Math.sin(point) : 40 + 30 * Math.sin(index + point),
        to - (pointsPerSeries - 1 - point) * stepMs,
      ])
      return { labels: { __name__: 'bench_cpu', instance: `rule-host-${index}` }, samples }
    })
    const body = new Uint8Array(toSnappy(encodeRemoteWrite1(series)))
    const answer = await fetch(`${url}/api/v1/write`, { method: 'POST', headers: remoteWriteHeaders[1], body })
    if (!answer.ok) throw new Error(`Prometheus answered ${answer.status}: ${await answer.text()}`)
  }
}

async function readGauge(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(new RegExp(`^${name}\\{.*\\} (\\S+)$`, 'm').exec(text)?.[1] ?? 0)
}

/** How long each evaluation of the same rules on the same points takes a real Prometheus, in milliseconds; empty where there is none. */
async function measureRulesOfPrometheus(): Promise<number[]> {
  const prometheus = await startPrometheus({ rules: rules() })
  if (!prometheus) return []
  try {
    await sendPoints(prometheus.url)
    const sentAt = Date.now() / 1000
    const found = new Map<number, number>()
    while (found.size < evaluations) {
      await wait(500)
      const at = await readGauge(prometheus.url, 'prometheus_rule_group_last_evaluation_timestamp_seconds')
      if (at > sentAt) found.set(at, 1000 * (await readGauge(prometheus.url, 'prometheus_rule_group_last_duration_seconds')))
    }
    return [...found.values()]
  } finally {
    await prometheus.stop()
  }
}

/** The first finds nothing kept of the rules. */
const notCounted = sized(1, 0)
const visibleRounds = sized(9, 1)
const longestWaitMs = 60_000
const customerId = '1001'
const nameOf = (round: number) => `Bench visible ${round}`

/** A rule for each round, which fires in the bucket whose value is the number of the round. */
async function insertVisibleRules({ owner }: Vakt, fromSlot: number, seriesBefore: number): Promise<void> {
  await owner.query(
    `insert into metric_series (customer_id, series_no, metric, labels, label_hash, kind, entity_id, target_key)
     select customer_id, $2::int + 1, 'bench_visible', labels, decode(md5('visible'), 'hex'), kind, entity_id, target_key
     from metric_series where customer_id = $1 and series_no = $2`,
    [customerId, seriesBefore + ruleCount],
  )
  await owner.query(
    'update metric_customer set last_series_no = last_series_no + 1, series_version = series_version + 1 where customer_id = $1',
    [customerId],
  )
  await owner.query(
    `insert into alert_rule (customer_id, name, description, severity, aggregation, threshold_comparison, threshold, alerts_before_action,
       metric_name, auto_close_delay_in_seconds, missing_data, entity_id, active_from_slot, created_at, modified_at)
     select $1, 'Bench visible ' || n, 'Seen.', 1, 'last', '>=', n, 1, 'bench_visible', 0, 'ignored', s.entity_id, $2, now(), now()
     from generate_series(1, $3::int) n, metric_series s where s.customer_id = $1 and s.metric = 'bench_visible'`,
    [customerId, fromSlot, visibleRounds],
  )
  await owner.query('update alert_rule_revision set revision = revision + 1 where customer_id = $1', [customerId])
}

/** From the end of the grace period to the painted row in the open list of alerts, with 10,000 rules on 10,000 series. */
export async function measureVisibleAlerts(): Promise<Figure[]> {
  const { settings, slotOf, bucketStart, bucketCloses, useFastDueTimes } = await startFastBuckets()
  const vakt = await startVakt(settings)
  const pool = new pg.Pool({ ...vakt.connection, max: 2 })
  try {
    await useFastDueTimes(vakt.connection)
    const seriesBefore = await insertRules(vakt, slotOf(Date.now()), { customerId })
    await insertVisibleRules(vakt, slotOf(Date.now()), seriesBefore)
    const values = await withBrowser(async (browser) => {
      const page = await (await openContext(browser, vakt)).newPage()
      await signIn(page)
      await page.goto('/alert-overview')
      await page.getByRole('heading', { level: 1 }).waitFor()
      await watchRows(page)
      const times: number[] = []
      const first = slotOf(Date.now()) + 1
      for (let round = 1; round <= visibleRounds; round++) {
        const slot = first + round - 1
        await wait(Math.max(0, bucketStart(slot) + 500 - Date.now()))
        const packed = packPoints(ruleCount + 1, (batch) => {
          for (let series = 0; series <= ruleCount; series++) {
            batch.no[series] = seriesBefore + series + 1
            batch.offset[series] = 500
            batch.value[series] = series === ruleCount ? round : 40 + Math.sin(series + round)
          }
        })
        await storePoints(pool, customerId, [slot], [packed])
        await wait(bucketCloses(slot) - Date.now())
        times.push((await waitForRow(page, nameOf(round), longestWaitMs)) - bucketCloses(slot))
      }
      return times.slice(notCounted)
    })
    return [
      {
        name: 'from the end of the grace period to the painted alert, 10,000 rules',
        unit: 's',
        values: values.map((one) => one / 1000),
        goal: { atMost: 5 },
      },
    ]
  } finally {
    await pool.end()
    await vakt.stop()
  }
}
