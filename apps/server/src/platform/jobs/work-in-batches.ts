import type { Context } from '#server/platform/context.ts'
import { isPassing } from '#server/platform/http/answer-errors.ts'
import { inTime, TookTooLong } from './time-limit.ts'

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

/** Longer than any batch takes. */
const standardMaxSeconds = 60

/** Throws `BatchFailed` when the work does, or takes longer than it may. */
export async function asBatch<T>(rows: readonly BatchRow[], work: () => Promise<T>, maxSeconds = standardMaxSeconds): Promise<T> {
  try {
    return await inTime(maxSeconds, work)
  } catch (error) {
    throw new BatchFailed(rows, error instanceof Error ? error : new Error(String(error)))
  }
}

type Batches = {
  name: string
  batchSize: number
  createContext: () => Context
  /** Works through so many rows at most and returns how many there were. */
  work(context: Context, limit: number): Promise<number>
  /** As `work`, through the rows of one customer. With it a batch that fails is worked through customer by customer. */
  workOfCustomer?(context: Context, limit: number, customerId: string): Promise<number>
  /** From then on `work` leaves the row out. */
  setAside(context: Context, row: BatchRow): Promise<void>
  /** Kept from one batch to the next; without it no passing fault is ever taken for one of the rows. */
  passingFaults?: PassingFaults
}

/**
 * Works through one batch, all or nothing. When it fails, the rows of each customer are worked through by themselves, then smaller batches, down to
 * one row: a row that fails alone is set aside, as a job of its own that is retried and seen, and the rest goes on. So are all rows of a customer that
 * take too long together. A passing fault is thrown, and nothing set aside, the first times. Answers whether there may be more.
 */
export const workInBatches = (batches: Batches): Promise<boolean> => workThrough(batches, null)

async function workThrough(batches: Batches, customerId: string | null): Promise<boolean> {
  const { name, batchSize, createContext, workOfCustomer, setAside, passingFaults = { inARow: 0 } } = batches
  let size = batchSize
  let worked = 0
  while (worked < batchSize) {
    const context = createContext()
    try {
      const isOfOne = customerId !== null && workOfCustomer
      const count = await (isOfOne ? workOfCustomer(context, size, customerId) : batches.work(context, size))
      if (customerId === null) passingFaults.inARow = 0
      if (count < size) return false
      worked += count
      size = Math.min(batchSize, size * shrinksBy)
    } catch (error) {
      if (!(error instanceof BatchFailed)) throw error
      const { cause, rows } = error
      const customerIds = [...new Set(rows.map((row) => row.customerId))]
      if (workOfCustomer && customerIds.length > 1) {
        context.log.error({ err: cause, job: name, rows: rows.length, customers: customerIds.length }, 'a batch failed')
        await workApart(batches, customerIds)
        return true
      }
      if (isPassing(cause)) passingFaults.inARow += 1
      if (isPassing(cause) && passingFaults.inARow < maxPassingFaults) throw cause
      context.log.error({ err: cause, job: name, rows: rows.length }, 'a batch failed')
      // Each smaller batch could take as long, and the other customers would wait.
      if (rows.length === 1 || (cause instanceof TookTooLong && customerId !== null))
        for (const row of rows) {
          context.log.error({ err: cause, job: name, ...row }, 'a row failed and is tried again as a job of its own')
          await setAside(context, row)
          worked += 1
        }
      size = Math.max(1, Math.floor(Math.min(size, rows.length) / shrinksBy))
    }
  }
  return true
}

/** So many customers in a row of whom it fails of what passes by itself: it fails of all. */
const maxPassingCustomers = 3

/** Each customer by itself, so that the one that fails holds up no other. Throws the first passing fault in the end. */
async function workApart(batches: Batches, customerIds: readonly string[]): Promise<void> {
  const passing: unknown[] = []
  let inARow = 0
  for (const customerId of customerIds) {
    try {
      await workThrough(batches, customerId)
      inARow = 0
    } catch (error) {
      passing.push(error)
      inARow += 1
      if (inARow === maxPassingCustomers) break
    }
  }
  if (passing.length > 0) throw passing[0]
}
