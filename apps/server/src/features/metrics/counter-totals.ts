import { bucketsPerHour } from '@vakt/domain/metrics/bucket.ts'
import type { Buckets } from '@vakt/domain/metrics/bucket-columns.ts'
import type { PointBatch, TotalsBefore } from '@vakt/domain/metrics/sum-points.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { takeTurns } from '#server/platform/jobs/take-turns.ts'
import { readChunks } from './metric-bucket-table.ts'
import { readLog } from './metric-point-table.ts'
import { listCounters } from './metric-series-table.ts'
import type { SlotSpan } from './metric-store.ts'
import { chunkOf, PackedBuckets, seriesPerChunk } from './pack-buckets.ts'
import { unpackPoints } from './pack-points.ts'

type Found = (seriesNo: number, slot: number, last: number) => void

/** Calls `found` for each bucket of these series, by slot. */
async function eachBucket(transaction: Transaction, customerId: string, span: SlotSpan, series: Iterable<number>, found: Found) {
  const byChunk = Map.groupBy(series, chunkOf)
  if (byChunk.size === 0) return
  await takeTurns(await readChunks(transaction, customerId, span, [...byChunk.keys()]), ({ slot, chunk, buckets }) => {
    const packed = new PackedBuckets(buckets)
    for (const seriesNo of byChunk.get(chunk) ?? []) {
      const index = packed.indexOf(seriesNo % seriesPerChunk)
      if (index >= 0) found(seriesNo, slot, packed.valueAt('last', index))
    }
  })
}

/** The counters that have points in this bucket, with the total from which their increase is counted: their last one within an hour. */
export async function findTotalsBefore(
  transaction: Transaction,
  customerId: string,
  slot: number,
  batches: readonly PointBatch[],
): Promise<TotalsBefore> {
  const before = new Map<number, number>()
  const until = new Map<number, number>()
  const counters = await listCounters(transaction, customerId)
  if (counters.length === 0) return { before, until }
  const waiting = await keepSent(counters, batches)
  for (const seriesNo of waiting) before.set(seriesNo, Number.NaN)
  await eachBucket(transaction, customerId, { from: slot - 1, to: slot }, waiting, (seriesNo, _slot, last) => {
    before.set(seriesNo, last)
    waiting.delete(seriesNo)
  })
  const lastSlot = new Map<number, number>()
  await eachBucket(transaction, customerId, { from: slot - bucketsPerHour, to: slot - 1 }, waiting, (seriesNo, at, last) => {
    before.set(seriesNo, last)
    lastSlot.set(seriesNo, at)
  })
  // Buckets do not say when in them a point was: of the one an hour before, the log does. Where it is gone, the total may be too old.
  for (const [seriesNo, at] of lastSlot) if (at === slot - bucketsPerHour) until.set(seriesNo, -1)
  if (until.size > 0) await readLastOffsets(transaction, customerId, slot - bucketsPerHour, until)
  return { before, until }
}

/** Those of the series that have a point in these batches. */
async function keepSent(series: readonly number[], batches: readonly PointBatch[]): Promise<Set<number>> {
  const isWanted = new Uint8Array(series.reduce((highest, seriesNo) => Math.max(highest, seriesNo), 0) + 1)
  for (const seriesNo of series) isWanted[seriesNo] = 1
  const sent = new Set<number>()
  await takeTurns(batches, ({ no }) => {
    for (const seriesNo of no)
      if (isWanted[seriesNo]) {
        isWanted[seriesNo] = 0
        sent.add(seriesNo)
      }
  })
  return sent
}

async function readLastOffsets(transaction: Transaction, customerId: string, slot: number, offsets: Map<number, number>): Promise<void> {
  const batches = (await readLog(transaction, customerId, slot)).flatMap(unpackPoints)
  await takeTurns(batches, ({ no, offset }) => {
    for (const [index, seriesNo] of no.entries()) {
      const known = offsets.get(seriesNo)
      if (known !== undefined && known < (offset[index] as number)) offsets.set(seriesNo, offset[index] as number)
    }
  })
}

/**
 * The slots of buckets that are closed and count the increase of a counter from this one, where that ends otherwise than it was `known` to: for
 * each such counter its next bucket within an hour.
 */
export async function findFollowing(
  transaction: Transaction,
  customerId: string,
  slot: number,
  { known, all, counters }: { known: readonly Buckets[]; all: Buckets; counters: TotalsBefore },
): Promise<Set<number>> {
  const lastOf = new Map<number, number>()
  for (const { no, last } of known) for (const [index, seriesNo] of no.entries()) lastOf.set(seriesNo, last[index] as number)
  const changed = new Set<number>()
  for (const [index, seriesNo] of all.no.entries())
    if (counters.before.has(seriesNo) && lastOf.get(seriesNo) !== all.last[index]) changed.add(seriesNo)
  const following = new Set<number>()
  const span = { from: slot + 1, to: slot + bucketsPerHour + 1 }
  await eachBucket(transaction, customerId, span, changed, (seriesNo, at) => {
    if (changed.delete(seriesNo)) following.add(at)
  })
  return following
}
