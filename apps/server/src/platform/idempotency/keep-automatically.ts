import type { IdempotentCall } from '#server/platform/context.ts'
import type { Transaction, Work } from '#server/platform/database/transact.ts'
import { hasChanged, insertAnswerOfChange } from './idempotency-table.ts'

/**
 * Runs a transaction of a call and keeps in it what `work` returns as the answer of the call, if it has changed something. A verb that changes
 * something in several transactions, or at another customer than the one where its answer is looked for, calls `keepAnswer` itself.
 */
export async function keepAnswerOfChange<T>(
  idempotency: IdempotentCall,
  customerId: string,
  work: Work<T>,
  run: (work: Work<T>) => Promise<T>,
): Promise<T> {
  const { automatic } = idempotency
  if (automatic?.customerId !== customerId) return run(work)
  if (automatic.kept) return run(automatic.isChecked ? refuseChange(work) : work)
  let isKept = false
  let answer: unknown
  const result = await run(async (transaction) => {
    const returned = await work(transaction)
    answer = automatic.hasAnswer ? returned : undefined
    isKept = !automatic.isKeptByVerb && (await insertAnswerOfChange(transaction, customerId, idempotency, answer))
    return returned
  })
  if (isKept) automatic.kept = { answer }
  return result
}

/** A fault of ours that tests are to find: a kill between the two transactions would lose the second. */
function refuseChange<T>(work: Work<T>): Work<T> {
  return async (transaction: Transaction) => {
    const result = await work(transaction)
    if (await hasChanged(transaction)) throw new Error('A call with an Idempotency-Key changes something after its answer was kept.')
    return result
  }
}

/** Throws where a repeated call would be answered otherwise than the first. For tests: in production nothing could be done about it. */
export function checkKeptAnswer({ automatic }: IdempotentCall, answer: unknown): void {
  if (!automatic?.kept) return
  const [kept, given] = [automatic.kept.answer, answer].map((value) => JSON.stringify(value) ?? 'null')
  if (kept !== given) throw new Error(`A repeated call would be answered with ${kept} instead of ${given}.`)
}
