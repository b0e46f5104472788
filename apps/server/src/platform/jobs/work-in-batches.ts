import type { Context } from '#server/platform/context.ts'
import { isPassing } from '#server/platform/http/answer-errors.ts'

/** The rows of a batch that was rolled back; the cause says why. */
class BatchFailed extends Error {
  readonly rows: readonly BatchRow[]
  constructor(rows: readonly BatchRow[], cause: unknown) {
    super('A batch failed.', { cause })
    this.rows = rows
  }
}

export type BatchRow = { customerId: string; rowId: string }

/** Throws `BatchFailed` when the work does, except for a passing fault such as a lost connection, which has nothing to do with the rows. */
export async function asBatch<T>(rows: readonly BatchRow[], work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw isPassing(error as Error) ? error : new BatchFailed(rows, error)
  }
}

/**
 * Works through one batch, all or nothing. When it fails its rows are tried one by one: a row that fails alone is set aside, as a job of its
 * own that is retried and seen, and the rest goes on. Answers whether there may be more.
 */
export async function workInBatches({
  name,
  batchSize,
  createContext,
  work,
  setAside,
}: {
  name: string
  batchSize: number
  createContext: () => Context
  /** Works through so many rows at most and returns how many there were. */
  work(context: Context, limit: number): Promise<number>
  /** From then on `work` leaves the row out. */
  setAside(context: Context, row: BatchRow): Promise<void>
}): Promise<boolean> {
  try {
    return (await work(createContext(), batchSize)) === batchSize
  } catch (error) {
    if (!(error instanceof BatchFailed)) throw error
    createContext().log.error({ err: error, job: name }, 'a batch failed')
  }
  for (let done = 0; done < batchSize; done += 1) {
    const context = createContext()
    try {
      if ((await work(context, 1)) === 0) return false
    } catch (error) {
      const [row] = error instanceof BatchFailed ? error.rows : []
      if (!row) throw error
      context.log.error({ err: error, job: name, ...row }, 'a row failed and is tried again as a job of its own')
      await setAside(context, row)
    }
  }
  return true
}
