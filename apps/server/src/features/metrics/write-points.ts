import { bucketStart, slotOf } from '@vakt/domain/metrics/bucket.ts'
import type { Pool } from 'pg'
import { Unavailable } from '#server/platform/errors.ts'
import { makePartitions, storePoints } from './metric-point-table.ts'
import { packPoints } from './pack-points.ts'
import { refusedSeries } from './series-dictionary.ts'
import type { SentPoints } from './wire/sent-points.ts'

const maxRequestsPerWrite = 64
const maxBytesWaiting = { total: 96 * 1024 * 1024, perCustomer: 48 * 1024 * 1024 }
const maxAgeMilliseconds = 24 * 3_600_000
const maxAheadMilliseconds = 10 * 60_000
const noPartition = '23514'

/** What became of the points of a request. `stored` are durable. */
export type PointOutcome = { stored: number; notNumbers: number; tooOld: number; tooEarly: number; refused: number; passedOver: number }

export const isAllTaken = ({ tooOld, tooEarly, refused }: PointOutcome): boolean => tooOld + tooEarly + refused === 0

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
    const { packed, outcome } = splitBySlot(sent, numbers, now)
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

function splitBySlot({ count, series, at, value, passedOver }: SentPoints, numbers: Int32Array, now: number) {
  const outcome: PointOutcome = { stored: 0, notNumbers: 0, tooOld: 0, tooEarly: 0, refused: 0, passedOver }
  const bySlot = new Map<number, number[]>()
  for (let i = 0; i < count; i++) {
    const time = at[i] as number
    if (Number.isNaN(value[i])) outcome.notNumbers++
    else if (numbers[series[i] as number] === refusedSeries) outcome.refused++
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
