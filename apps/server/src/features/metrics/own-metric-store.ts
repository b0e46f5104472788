import { bucketEnd, bucketsPerDay, bucketsPerHour, lastClosedSlot } from '@vakt/domain/metrics/bucket.ts'
import { type Buckets, collectBuckets } from '@vakt/domain/metrics/bucket-columns.ts'
import { mergeColumns } from '@vakt/domain/metrics/merge-columns.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { takeTurns } from '#server/platform/jobs/take-turns.ts'
import { readChunks, readDays, readLatestDays } from './metric-bucket-table.ts'
import { findFirstDue } from './metric-point-table.ts'
import { readReceivedSlot } from './metric-reception-table.ts'
import { findSeries, readSeriesVersion } from './metric-series-table.ts'
import type { LatestValue, MetricStore, Series, SlotSpan, WantedAggregate } from './metric-store.ts'
import { chunkOf, PackedBuckets, seriesPerChunk } from './pack-buckets.ts'

/** The newest value is looked for among the closed buckets of the last hour, then among all that are not packed yet, then among packed days. */
const recentBuckets = bucketsPerHour
const unpackedBuckets = 2 * bucketsPerDay

/** Keeps buckets in the product's database: chunks of closed buckets, and packed days of what is older. */
export const ownMetricStore: MetricStore = {
  closedTo,
  receivedTo,
  readSeriesVersion,
  findSeries,
  readLatest: (scope, customerId, series, now) =>
    inTransaction(scope, customerId, (transaction) => findLatest(transaction, customerId, series, now)),
  readAggregates: (scope, customerId, wanted, span) =>
    inTransaction(scope, customerId, (transaction) => readAggregates(transaction, customerId, wanted, span)),
  readBuckets: (scope, customerId, series, span, bucketsPerStep) =>
    inTransaction(scope, customerId, (transaction) => readBuckets(transaction, customerId, series, span, bucketsPerStep)),
}

async function closedTo(transaction: Transaction, customerId: string, now: Date): Promise<number> {
  const firstDue = await findFirstDue(transaction, customerId, now)
  const byClock = lastClosedSlot(now.getTime())
  return firstDue === null ? byClock : Math.min(byClock, firstDue - 1)
}

async function receivedTo(transaction: Transaction, customerId: string, now: Date): Promise<number> {
  return Math.min(await closedTo(transaction, customerId, now), (await readReceivedSlot(transaction, now)) ?? 0)
}

async function readAggregates(
  transaction: Transaction,
  customerId: string,
  wanted: readonly WantedAggregate[],
  span: SlotSpan,
): Promise<Float64Array[]> {
  const { from, to } = span
  // One piece of memory: a hundred thousand arrays of their own would take longer to make than to fill.
  const all = new Float64Array(wanted.length * (to - from)).fill(Number.NaN)
  const values: Float64Array[] = []
  const indexesOf = new Map<number, number[]>()
  const byChunk = new Map<number, number[]>()
  await takeTurns(wanted.entries(), ([index, { series }]) => {
    values.push(all.subarray(index * (to - from), (index + 1) * (to - from)))
    const indexes = indexesOf.get(series.seriesNo)
    if (indexes) return void indexes.push(index)
    indexesOf.set(series.seriesNo, [index])
    const chunk = chunkOf(series.seriesNo)
    const ofChunk = byChunk.get(chunk)
    if (ofChunk) ofChunk.push(series.seriesNo)
    else byChunk.set(chunk, [series.seriesNo])
  })
  const seriesNos = [...indexesOf.keys()]
  const write = (seriesNo: number, at: number, packed: PackedBuckets, index: number) => {
    for (const one of indexesOf.get(seriesNo) ?? []) {
      const { aggregation, series } = wanted[one] as WantedAggregate
      ;(values[one] as Float64Array)[at] = packed.aggregateAt(index, aggregation, series.kind)
    }
  }
  await takeTurns(await readDays(transaction, customerId, 'metric_day', seriesNos, span), ({ seriesNo, day, buckets }) => {
    const packed = new PackedBuckets(buckets)
    const first = day * bucketsPerDay - from
    for (let index = 0; index < packed.length; index++) {
      const at = first + packed.noAt(index)
      if (at >= 0 && at < to - from) write(seriesNo, at, packed, index)
    }
  })
  // The series of many entities stand in many chunks.
  await takeTurns(await readChunks(transaction, customerId, span, [...byChunk.keys()]), ({ slot, chunk, buckets }) => {
    const packed = new PackedBuckets(buckets)
    for (const seriesNo of byChunk.get(chunk) ?? []) {
      const index = packed.indexOf(seriesNo - chunk * seriesPerChunk)
      if (index >= 0) write(seriesNo, slot - from, packed, index)
    }
  })
  return values
}

async function readBuckets(
  transaction: Transaction,
  customerId: string,
  { seriesNo }: Series,
  span: SlotSpan,
  bucketsPerStep: number,
): Promise<Buckets> {
  const days = await readDays(transaction, customerId, 'metric_day', [seriesNo], span)
  const known = new Set(days.map(({ day }) => day))
  const hours = await readDays(transaction, customerId, 'metric_day_of_hours', [seriesNo], span)
  const chunks = await readChunks(transaction, customerId, span, [chunkOf(seriesNo)])
  const found: { no: number; from: Buckets; index: number }[] = []
  const addDay = ({ day, buckets }: { day: number; buckets: Buffer }, slotsPerNo: number) => {
    const from = new PackedBuckets(buckets).unpack()
    for (const [index, no] of from.no.entries()) found.push({ no: day * bucketsPerDay + no * slotsPerNo, from, index })
  }
  for (const day of days) addDay(day, 1)
  for (const day of hours) if (!known.has(day.day)) addDay(day, bucketsPerHour)
  for (const { slot, chunk, buckets } of chunks) {
    const packed = new PackedBuckets(buckets)
    const index = packed.indexOf(seriesNo - chunk * seriesPerChunk)
    if (index >= 0) found.push({ no: slot, from: packed.unpack(), index })
  }
  const inSpan = found.filter(({ no }) => no >= span.from && no < span.to).sort((a, b) => a.no - b.no)
  const buckets = collectBuckets(inSpan)
  if (bucketsPerStep === 1) return buckets
  const merged = mergeColumns(buckets, bucketsPerStep)
  for (const [index, no] of merged.no.entries()) merged.no[index] = no * bucketsPerStep
  return merged
}

async function findLatest(
  transaction: Transaction,
  customerId: string,
  series: readonly Series[],
  now: Date,
): Promise<Map<number, LatestValue>> {
  const seriesNos = series.map(({ seriesNo }) => seriesNo)
  const latest = new Map<number, LatestValue>()
  if (seriesNos.length === 0) return latest
  const to = lastClosedSlot(now.getTime()) + 3
  // Most have just sent something; for the others all that is not packed yet is read.
  for (const span of [
    { from: to - recentBuckets, to },
    { from: to - unpackedBuckets, to: to - recentBuckets },
  ]) {
    const byChunk = Map.groupBy(
      seriesNos.filter((seriesNo) => !latest.has(seriesNo)),
      chunkOf,
    )
    if (byChunk.size === 0) return latest
    const rows = await readChunks(transaction, customerId, span, [...byChunk.keys()])
    for (const { slot, chunk, buckets } of rows.reverse()) {
      const missing = (byChunk.get(chunk) ?? []).filter((seriesNo) => !latest.has(seriesNo))
      if (missing.length === 0) continue
      const packed = new PackedBuckets(buckets)
      for (const seriesNo of missing) {
        const index = packed.indexOf(seriesNo - chunk * seriesPerChunk)
        if (index >= 0) latest.set(seriesNo, { value: packed.valueAt('last', index), at: new Date(bucketEnd(slot)) })
      }
    }
  }
  const silent = seriesNos.filter((seriesNo) => !latest.has(seriesNo))
  if (silent.length === 0) return latest
  for (const { seriesNo, day, buckets } of await readLatestDays(transaction, customerId, silent)) {
    const packed = new PackedBuckets(buckets)
    const index = packed.length - 1
    const at = new Date(bucketEnd(day * bucketsPerDay + packed.noAt(index)))
    latest.set(seriesNo, { value: packed.valueAt('last', index), at })
  }
  return latest
}
