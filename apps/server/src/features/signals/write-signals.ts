import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Pool } from 'pg'
import { insertSignals, type NewSignal, wakeWorker } from './signal-table.ts'

type Waiting = { signal: NewSignal; resolve: (signalId: string) => void; reject: (error: unknown) => void }

const mostInOneWrite = 200
const mostBytesInOneWrite = 8 * 1024 * 1024

export type WriteSignal = (customerId: string, signal: NewSignal) => Promise<string>

const wakeMilliseconds = 50

/**
 * Says of each write whether it wakes the worker: the first does, and those that follow at once share one later call, since waking is the
 * dearest part of a small write.
 */
function createWaking(pool: Pool): () => boolean {
  let wokenAt = 0
  let later: NodeJS.Timeout | undefined
  const wake = () => {
    later = undefined
    wokenAt = Date.now()
    // Should it fail, the worker looks by itself within seconds.
    wakeWorker(pool).catch(() => {})
  }
  return () => {
    if (later) return false
    if (Date.now() - wokenAt < wakeMilliseconds) {
      later = setTimeout(wake, wakeMilliseconds)
      return false
    }
    wokenAt = Date.now()
    return true
  }
}

/** The first ends the turn of the event loop that is under way. */
async function oneWholeTurn(): Promise<void> {
  await nextTurn()
  await nextTurn()
}

/**
 * Makes the writer that resolves once a signal is durable. What arrives while a write is under way goes into the next one together, so
 * that many senders share one commit; so does what those send next who were just answered. How much may wait is bounded by the ingest budget.
 */
export function createSignalWriter(pool: Pool): WriteSignal {
  const wakesNow = createWaking(pool)
  const queues = new Map<string, Waiting[]>()

  const takeBatch = (queue: Waiting[]): Waiting[] => {
    let count = 0
    let bytes = 0
    do {
      bytes += queue[count]?.signal.body.length ?? 0
      count += 1
    } while (count < queue.length && count < mostInOneWrite && bytes + (queue[count]?.signal.body.length ?? 0) <= mostBytesInOneWrite)
    return queue.splice(0, count)
  }

  const writeAll = async (customerId: string, queue: Waiting[]) => {
    while (queue.length > 0) {
      const batch = takeBatch(queue)
      try {
        const ids = await insertSignals(
          pool,
          customerId,
          batch.map(({ signal }) => signal),
          wakesNow(),
        )
        for (const [index, { resolve }] of batch.entries()) resolve(ids[index] ?? '')
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
      await oneWholeTurn()
    }
    queues.delete(customerId)
  }

  return (customerId, signal) =>
    new Promise((resolve, reject) => {
      const waiting = { signal, resolve, reject }
      const queue = queues.get(customerId)
      if (queue) queue.push(waiting)
      else {
        const fresh = [waiting]
        queues.set(customerId, fresh)
        void writeAll(customerId, fresh)
      }
    })
}
