import type { Context } from '#server/platform/context.ts'
import { becomeCustomer, inOneStatement, type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { IdempotencyKeyReused } from '#server/platform/errors.ts'
import { deleteKeptAnswersForAllCustomers, insertKeptAnswer, readKeptAnswer } from './idempotency-table.ts'

/**
 * Keeps the answer of a call that was made with an Idempotency-Key, in the transaction of its effect; without a key it does nothing. Of two
 * such calls at once the second waits here until the first commits, and is rolled back.
 */
export async function keepAnswer(
  transaction: Transaction,
  { idempotency }: Pick<Context, 'idempotency'>,
  customerId: string,
  answer: unknown,
): Promise<void> {
  if (!idempotency) return
  if (idempotency.automatic) idempotency.automatic.isKeptByVerb = true
  await insertKeptAnswer(transaction, customerId, idempotency, answer)
}

/** As `keepAnswer` at the end of a transaction of another customer than the one where the answer of the call is looked for. */
export async function keepAnswerAtCaller(transaction: Transaction, context: Pick<Context, 'idempotency'>, answer: unknown): Promise<void> {
  const customerId = context.idempotency?.automatic?.customerId
  if (customerId === undefined) return
  await becomeCustomer(transaction, customerId)
  await keepAnswer(transaction, context, customerId, answer)
}

export type Answered<T> = { answer: T; isRepeated: boolean }

/**
 * Runs a call that keeps its answer, or gives the one that it kept before. Throws IdempotencyKeyReused when the key came with another
 * request before. What was refused has no effect and is not kept: it is tried again.
 */
export async function answerOnce<T>(
  context: Pick<Context, 'pool' | 'idempotency'>,
  customerId: string,
  run: () => Promise<T>,
): Promise<Answered<T>> {
  const { pool, idempotency } = context
  if (!idempotency) return { answer: await run(), isRepeated: false }
  const findAnswer = async (): Promise<Answered<T> | undefined> => {
    const kept = await inOneStatement({ pool }, customerId, (transaction) => readKeptAnswer(transaction, customerId, idempotency))
    if (!kept) return undefined
    await idempotency.readFile?.()
    const { requestHash, cipher } = idempotency
    if (!kept.requestHash.equals(requestHash)) throw new IdempotencyKeyReused()
    const answer = cipher ? cipher.decrypt(kept.answer, requestHash) : kept.answer
    // What a call without an answer keeps is null.
    return { answer: (answer ?? undefined) as T, isRepeated: true }
  }
  const known = await findAnswer()
  if (known) return known
  try {
    return { answer: await run(), isRepeated: false }
  } catch (error) {
    // The same call may have been carried out meanwhile, and be what stood in the way.
    const meanwhile = await findAnswer().catch((failure) => {
      throw failure instanceof IdempotencyKeyReused ? failure : error
    })
    if (meanwhile) return meanwhile
    throw error
  }
}

const retentionHours = 24
const batchSize = 5000

/** Answers whether there are more to remove. */
export async function removeKeptAnswers(context: Pick<Context, 'pool'>): Promise<boolean> {
  const count = await workForAllCustomers(context, (transaction) =>
    deleteKeptAnswersForAllCustomers(transaction, { retentionHours, batchSize }),
  )
  return count === batchSize
}
