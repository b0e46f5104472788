import { bucketStart, bucketsPerDay, lastClosedSlot } from '@vakt/domain/metrics/bucket.ts'
import { type Buckets, collectBuckets } from '@vakt/domain/metrics/bucket-columns.ts'
import { createRule } from '#server/features/alert-rules/manage-rules.ts'
import { matchNewSeries } from '#server/features/metrics/match-series.ts'
import { createPointParts, type PointParts, takePoints } from '#server/features/metrics/take-points.ts'
import { PointCollector, type SentPoints } from '#server/features/metrics/wire/sent-points.ts'
import { createTurns } from '#server/features/metrics/wire/turns.ts'
import {
  findMissingHistory,
  isKeptByHoursOnly,
  prepareDays,
  writeDayOfHistory,
  writeSlotOfHistory,
} from '#server/features/metrics/write-history.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { takeTurns } from '#server/platform/jobs/take-turns.ts'
import { demoRulesOf } from './demo-metric-rules.ts'
import { hasRules, isDemoCustomerForAllCustomers, lockDemoMetrics, readDemoIncidents, readDemoResources } from './demo-metric-table.ts'
import { activitiesOf, bucketsOf, type DemoSeries, planSeries, pointAt } from './demo-series.ts'
import { demoHistoryDays } from './history-days.ts'

const customerId = '1001'
const minute = 60_000
const day = 86_400_000
const daysPerTransaction = 6
/** After a longer pause of the process its past is written as history. */
const longestPause = 30 * minute

/**
 * Keeps the metrics of the demo customer going: sends a point of each series every minute, and writes what is missing of the past, some days
 * a run, so that a process that is asked to stop soon can.
 */
export function createDemoMetrics(): (createContext: () => Context) => Promise<boolean> {
  let parts: PointParts | null = null
  let sentTo = 0
  let history: History | null = null
  return async (createContext) => {
    const context = createContext()
    const now = context.now.getTime()
    const nextMinute = Math.floor(sentTo / minute) * minute + minute
    if (!history && nextMinute > now) return false
    if (!(await workForAllCustomers(context, (transaction) => isDemoCustomerForAllCustomers(transaction, customerId)))) {
      history = null
      return false
    }
    if (history) {
      await writeNextDays(context, history)
      if (history.days.length > 0) return true
      noteHistory(context, history)
      history = null
      return nextMinute <= now
    }
    parts ??= createPointParts(context.pool)
    const isResuming = now - sentTo > longestPause
    const series = await readSeries(context, isResuming ? demoHistoryDays : 2)
    if (isResuming) history = await beginHistory(createContext, parts, series)
    const from = isResuming ? bucketStart(lastClosedSlot(now) + 1) : nextMinute
    await sendPoints(parts, series, from, now)
    sentTo = now
    return history !== null
  }
}

const readSeries = (context: Context, days: number): Promise<DemoSeries[]> =>
  inTransaction(context, customerId, async (transaction) => {
    const since = new Date(context.now.getTime() - days * day)
    return planSeries(await readDemoResources(transaction, customerId), await readDemoIncidents(transaction, customerId, since))
  })

const keyOf = ({ shape, labels }: DemoSeries) => JSON.stringify([shape.metric, labels])

function describeAll(series: readonly DemoSeries[], collector: PointCollector): SentPoints {
  collector.keys.push(...series.map(keyOf))
  return collector.finish((index) => {
    const { shape, labels } = series[index] as DemoSeries
    return { labels: [['__name__', shape.metric], ...Object.entries(labels)], kind: shape.kind, unit: shape.unit }
  })
}

/** A point of each series at each whole minute. */
async function sendPoints(parts: PointParts, series: readonly DemoSeries[], from: number, to: number): Promise<void> {
  const collector = new PointCollector()
  for (let at = Math.ceil(from / minute) * minute; at <= to; at += minute)
    for (const [index, one] of series.entries()) {
      const value = pointAt(one, at)
      if (value !== null) collector.addTo(index, at, value)
    }
  if (collector.count > 0) await takePoints(parts, customerId, describeAll(series, collector))
}

type Numbered = { one: DemoSeries; seriesNo: number }
/** Days that are still to be written, the newest first. */
type History = { series: Numbered[]; days: number[]; missingDays: number; startedAt: number }

/** Writes what is not packed yet, and says which days are missing; null where another process does it. A chart of today is full at first sight. */
async function beginHistory(createContext: () => Context, parts: PointParts, series: readonly DemoSeries[]): Promise<History | null> {
  const startedAt = performance.now()
  const context = createContext()
  const numbers = await parts.dictionary.numbersOf(customerId, describeAll(series, new PointCollector()), createTurns())
  const numbered = series
    .map((one, index) => ({ one, seriesNo: numbers[index] as number }))
    .filter(({ seriesNo }) => seriesNo > 0)
    .sort((a, b) => a.seriesNo - b.seriesNo)
  await matchNewSeries(createContext)
  const missing = await inTransaction(context, customerId, async (transaction) => {
    const found = await findMissingHistory(transaction, customerId, { days: demoHistoryDays, now: context.now })
    if (!(await lockDemoMetrics(transaction))) return null
    await writeSlots(transaction, numbered, found.slots)
    return found
  })
  if (!missing || missing.days.length === 0) return null
  if (missing.days.length === demoHistoryDays - 1) await makeRules(context)
  return { series: numbered, days: [...missing.days], missingDays: missing.days.length, startedAt }
}

async function writeNextDays(context: Context, history: History): Promise<void> {
  const days = history.days.slice(0, daysPerTransaction)
  await prepareDays(context, days)
  await inTransaction(context, customerId, async (transaction) => {
    for (const one of days) await writeDay(transaction, history.series, one, context.now)
  })
  history.days.splice(0, days.length)
}

function noteHistory({ log }: Context, { startedAt, missingDays, series }: History): void {
  const milliseconds = Math.round(performance.now() - startedAt)
  log.info({ milliseconds, days: missingDays, series: series.length }, 'metrics of the demo made')
}

type Transaction = Parameters<typeof writeSlotOfHistory>[0]

async function writeSlots(transaction: Transaction, series: readonly Numbered[], slots: readonly number[]): Promise<void> {
  const [first] = slots
  if (first === undefined) return
  const activities = activitiesOf(slots)
  const bySlot = slots.map((): { no: number; from: Buckets; index: number }[] => [])
  await takeTurns(series, ({ one, seriesNo }) => {
    const buckets = bucketsOf(one, slots, activities)
    for (const [index, no] of buckets.no.entries()) bySlot[no]?.push({ no: seriesNo, from: buckets, index })
  })
  for (const [index, rows] of bySlot.entries())
    if (rows.length > 0) await writeSlotOfHistory(transaction, customerId, first + index, collectBuckets(rows))
}

async function writeDay(transaction: Transaction, series: readonly Numbered[], no: number, now: Date): Promise<void> {
  // Of what is kept by the hour only, every third bucket will do.
  const slotsEach = isKeptByHoursOnly(no, now) ? 3 : 1
  const slots = Array.from({ length: bucketsPerDay / slotsEach }, (_, index) => no * bucketsPerDay + index * slotsEach)
  const activities = activitiesOf(slots)
  const written: { seriesNo: number; buckets: Buckets }[] = []
  await takeTurns(series, ({ one, seriesNo }) => {
    const buckets = bucketsOf(one, slots, activities, slotsEach)
    if (buckets.no.length > 0) written.push({ seriesNo, buckets })
  })
  await writeDayOfHistory(transaction, customerId, { day: no, series: written, now })
}

async function makeRules(context: Context): Promise<void> {
  const resources = await inTransaction(context, customerId, async (transaction) =>
    (await hasRules(transaction, customerId)) ? [] : readDemoResources(transaction, customerId),
  )
  if (resources.length === 0) return
  for (const wanted of demoRulesOf(resources)) await createRule(context, customerId, wanted)
}
