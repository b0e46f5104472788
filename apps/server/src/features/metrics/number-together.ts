import type { Pool } from 'pg'
import { type NewSeries, numberSeries } from './metric-series-table.ts'

type Numbers = Map<string, number>
type Waiting = { series: ReadonlyMap<string, NewSeries>; resolve: (numbers: Numbers) => void; reject: (error: unknown) => void }

/** Series of one statement, but for a request that has more. */
const maxSeriesTogether = 5000

/** The numbers of label sets by their hash; see `numberSeries`. */
export type NumberTogether = (customerId: string, series: ReadonlyMap<string, NewSeries>) => Promise<Numbers>

/**
 * New label sets of a customer are numbered one statement after the other. What comes while one is under way goes into the next one together,
 * so that thousands of machines that begin at the same time neither wait for a commit each nor hold all connections. Where a statement fails,
 * each of its requests is tried alone.
 */
export function createNumbering(pool: Pool): NumberTogether {
  const queues = new Map<string, Waiting[]>()

  const answerAlone = ({ series, resolve, reject }: Waiting, customerId: string) =>
    numberSeries(pool, customerId, [...series.values()]).then(resolve, reject)

  const answerAll = async (customerId: string, queue: Waiting[]) => {
    while (queue.length > 0) {
      const batch = takeBatch(queue)
      const all = new Map(batch.flatMap(({ series }) => [...series]))
      try {
        const numbers = await numberSeries(pool, customerId, [...all.values()])
        for (const { resolve } of batch) resolve(numbers)
      } catch (error) {
        if (batch.length === 1) batch[0]?.reject(error)
        else for (const waiting of batch) await answerAlone(waiting, customerId)
      }
    }
    queues.delete(customerId)
  }

  return (customerId, series) =>
    new Promise((resolve, reject) => {
      const waiting = { series, resolve, reject }
      const queue = queues.get(customerId)
      if (queue) return void queue.push(waiting)
      const fresh = [waiting]
      queues.set(customerId, fresh)
      void answerAll(customerId, fresh)
    })
}

function takeBatch(queue: Waiting[]): Waiting[] {
  let count = 0
  const end = queue.findIndex(({ series }, index) => {
    count += series.size
    return index > 0 && count > maxSeriesTogether
  })
  return queue.splice(0, end === -1 ? queue.length : end)
}
