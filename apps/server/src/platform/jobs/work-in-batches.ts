import type { Context } from '#server/platform/context.ts'
import { isPassing } from '#server/platform/http/answer-errors.ts'

/** The rows of a batch that was rolled back; the cause says why. */
class BatchFailed extends Error {
  readonly rows: readonly BatchRow[]
  override readonly cause: Error
  constructor(rows: readonly BatchRow[], cause: Error) {
    super('A batch failed.')
    this.rows = rows
    this.cause = cause
  }
}

export type BatchRow = { customerId: string; rowId: string }

/** How often in a row a batch failed of what passes by itself, such as a lost connection. */
export type PassingFaults = { inARow: number }

/** From then on it is taken for the rows' own: they may need more time or memory than there is. */
const maxPassingFaults = 5
const shrinksBy = 8

/** Throws `BatchFailed` when the work does. */
export async function asBatch<T>(rows: readonly BatchRow[], work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new BatchFailed(rows, error instanceof Error ? error : new Error(String(error)))
  }
}

/**
 * Works through one batch, all or nothing. When it fails, smaller ones are worked through, down to one row: a row that fails alone is set
 * aside, as a job of its own that is retried and seen, and the rest goes on. A passing fault is thrown, and nothing set aside, the first times.
 * Answers whether there may be more.
 */
export async function workInBatches({
  name,
  batchSize,
  createContext,
  work,
  setAside,
  passingFaults = { inARow: 0 },
}: {
  name: string
  batchSize: number
  createContext: () => Context
  /** Works through so many rows at most and returns how many there were. */
  work(context: Context, limit: number): Promise<number>
  /** From then on `work` leaves the row out. */
  setAside(context: Context, row: BatchRow): Promise<void>
  /** Kept from one batch to the next; without it no passing fault is ever taken for one of the rows. */
  passingFaults?: PassingFaults
}): Promise<boolean> {
  let size = batchSize
  let worked = 0
  while (worked < batchSize) {
    const context = createContext()
    try {
      const count = await work(context, size)
      passingFaults.inARow = 0
      if (count < size) return false
      worked += count
      size = Math.min(batchSize, size * shrinksBy)
    } catch (error) {
      if (!(error instanceof BatchFailed)) throw error
      const { cause, rows } = error
      if (isPassing(cause)) passingFaults.inARow += 1
      if (isPassing(cause) && passingFaults.inARow < maxPassingFaults) throw cause
      context.log.error({ err: cause, job: name, rows: rows.length }, 'a batch failed')
      const [row] = rows
      if (row && rows.length === 1) {
        context.log.error({ err: cause, job: name, ...row }, 'a row failed and is tried again as a job of its own')
        await setAside(context, row)
        worked += 1
      }
      size = Math.max(1, Math.floor(Math.min(size, rows.length) / shrinksBy))
    }
  }
  return true
}
