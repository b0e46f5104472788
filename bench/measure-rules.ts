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
import type { Figure } from './figures.ts'
import { measureRulesOfPrometheus } from './measure-prometheus-rules.ts'
import { customer, insertRules, ruleCount } from './rules.ts'
import { sized } from './sizes.ts'
import { startVakt, type Vakt } from './start-vakt.ts'

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
    if (rows[0]?.evaluated_to !== from + downtimeBuckets - 1) throw new Error('Not everything was evaluated.')
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
              goal: { atMost: 0.6 },
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
