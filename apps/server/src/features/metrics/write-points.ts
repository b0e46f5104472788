import { bucketStart, slotOf } from '@vakt/domain/metrics/bucket.ts'
import type { Pool } from 'pg'
import { Unavailable } from '#server/platform/errors.ts'
import { makePartitions, storePoints } from './metric-point-table.ts'
import { packPoints } from './pack-points.ts'
import { faultOf, refusedSeries } from './series-dictionary.ts'
import { type FaultCounts, noFaults, pointFaults } from './wire/request-bounds.ts'
import type { SentPoints } from './wire/sent-points.ts'
import { createTurns } from './wire/turns.ts'

const maxRequestsPerWrite = 64
const maxBytesWaiting = { total: 96 * 1024 * 1024, perCustomer: 48 * 1024 * 1024 }
const maxAgeMilliseconds = 24 * 3_600_000
const maxAheadMilliseconds = 10 * 60_000
const noPartition = '23514'

/** What became of the points of a request. `stored` are durable, `refused` of new label sets beyond the limit of the customer. */
export type PointOutcome = {
  stored: number
  notNumbers: number
  tooOld: number
  tooEarly: number
  refused: number
  passedOver: number
  /** Those that no limit would let in. */
  faults: FaultCounts
  /** Metrics of which it says a kind or a unit. */
  described: number
}

export const noPoints = (): PointOutcome => ({
  stored: 0,
  notNumbers: 0,
  tooOld: 0,
  tooEarly: 0,
  refused: 0,
  passedOver: 0,
  faults: noFaults(),
  described: 0,
})

/** How many points were refused, for whatever reason. */
export const countRefused = ({ tooOld, tooEarly, refused, faults }: PointOutcome): number =>
  pointFaults.reduce((sum, fault) => sum + faults[fault], tooOld + tooEarly + refused)

/** Whether something came of the request: its source delivers. A stale marker counts, since it says that a series has ended. */
export const isAnythingTaken = ({ stored, notNumbers, described }: PointOutcome): boolean => stored + notNumbers + described > 0

/** Whether the request held nothing that is taken here, not even in vain. */
export const isNothingRead = (outcome: PointOutcome): boolean => !isAnythingTaken(outcome) && countRefused(outcome) === 0

export const isAllTaken = (outcome: PointOutcome): boolean => countRefused(outcome) === 0 && !isNothingRead(outcome)

type Waiting = { packed: Map<number, Buffer>; bytes: number; resolve: () => void; reject: (error: unknown) => void }

export type WritePoints = (customerId: string, sent: SentPoints, numbers: Int32Array, now: number) => Promise<PointOutcome>

/**
 * Makes the writer that resolves once points are durable. What arrives while a write of the customer is under way goes into its next one
 * together: points of one bucket from all these requests become one row. Throws Unavailable where too much waits.
 */
export function createPointWriter(pool: Pool): WritePoints {
  const queues = new Map<string, Waiting[]>()
  const waitingOf = new Map<string, number>()
  let waitingInAll = 0

  const hold = (customerId: string, bytes: number) => {
    const mine = (waitingOf.get(customerId) ?? 0) + bytes
    if (bytes > 0 && (waitingInAll + bytes > maxBytesWaiting.total || mine > maxBytesWaiting.perCustomer)) throw new Unavailable(2)
    waitingInAll += bytes
    if (mine > 0) waitingOf.set(customerId, mine)
    else waitingOf.delete(customerId)
  }

  const writeAll = async (customerId: string, queue: Waiting[]) => {
    while (queue.length > 0) {
      const batch = queue.splice(0, maxRequestsPerWrite)
      try {
        await storeTogether(pool, customerId, batch)
        for (const { resolve } of batch) resolve()
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
      for (const { bytes } of batch) hold(customerId, -bytes)
    }
    queues.delete(customerId)
  }

  return async (customerId, sent, numbers, now) => {
    const { packed, outcome } = await splitBySlot(sent, numbers, now)
    if (outcome.stored === 0) return outcome
    const bytes = [...packed.values()].reduce((sum, { length }) => sum + length, 0)
    hold(customerId, bytes)
    await new Promise<void>((resolve, reject) => {
      const waiting = { packed, bytes, resolve, reject }
      const queue = queues.get(customerId)
      if (queue) queue.push(waiting)
      else {
        const fresh = [waiting]
        queues.set(customerId, fresh)
        void writeAll(customerId, fresh)
      }
    })
    return outcome
  }
}

async function storeTogether(pool: Pool, customerId: string, batch: Waiting[]): Promise<void> {
  const bySlot = new Map<number, Buffer[]>()
  for (const { packed } of batch)
    for (const [slot, points] of packed) {
      const others = bySlot.get(slot)
      if (others) others.push(points)
      else bySlot.set(slot, [points])
    }
  // In one order for all writers, since each holds the locks of several buckets at once.
  const slots = [...bySlot.keys()].sort((a, b) => a - b)
  const store = () =>
    storePoints(
      pool,
      customerId,
      slots,
      slots.map((slot) => Buffer.concat(bySlot.get(slot) ?? [])),
    )
  try {
    await store()
  } catch (error) {
    // No worker has made the partition of this hour.
    if ((error as { code?: string }).code !== noPartition) throw error
    await makePartitions(pool)
    await store()
  }
}

async function splitBySlot({ count, series, at, value, passedOver, faults: found }: SentPoints, numbers: Int32Array, now: number) {
  const faults = { ...found }
  const outcome: PointOutcome = { ...noPoints(), passedOver, faults }
  const bySlot = new Map<number, number[]>()
  const turns = createTurns()
  for (let i = 0; i < count; i++) {
    if (turns.isOver()) await turns.next()
    const time = at[i] as number
    const no = numbers[series[i] as number] as number
    const fault = faultOf(no)
    if (fault) faults[fault]++
    else if (Number.isNaN(value[i])) outcome.notNumbers++
    else if (no === refusedSeries) outcome.refused++
    else if (!(time >= now - maxAgeMilliseconds)) outcome.tooOld++
    else if (time > now + maxAheadMilliseconds) outcome.tooEarly++
    else {
      outcome.stored++
      const slot = slotOf(time)
      const indexes = bySlot.get(slot)
      if (indexes) indexes.push(i)
      else bySlot.set(slot, [i])
    }
  }
  const packed = new Map<number, Buffer>()
  for (const [slot, indexes] of bySlot) {
    if (turns.isOver(indexes.length)) await turns.next()
    const start = bucketStart(slot)
    const points = packPoints(indexes.length, (batch) => {
      for (const [k, i] of indexes.entries()) {
        batch.no[k] = numbers[series[i] as number] as number
        batch.offset[k] = (at[i] as number) - start
        batch.value[k] = value[i] as number
      }
    })
    packed.set(slot, points)
  }
  return { packed, outcome }
}
