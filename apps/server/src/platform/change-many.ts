import type { ManyOutcome } from '@vakt/contract/many.ts'
import { inSavepoint, inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { NotSignedIn, Refusal } from '#server/platform/errors.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { answerOnce, keepAnswer } from '#server/platform/idempotency/keep-answer.ts'

/** What is said of a row that was refused. */
export function refusalOf(id: string, { errors: [first] }: Refusal): ManyOutcome['refused'][number] {
  return { id, message: first?.message ?? '', message_translation_key: first?.message_translation_key ?? 'error.refused' }
}

/** Does each for itself within a transaction: one that is refused keeps none of the others. Any other failure ends the transaction. */
export async function changeEach(
  transaction: Transaction,
  ids: readonly string[],
  change: (id: string) => Promise<unknown>,
): Promise<ManyOutcome> {
  const refused: ManyOutcome['refused'] = []
  for (const id of ids) {
    try {
      await inSavepoint(transaction, () => change(id))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refused.push(refusalOf(id, error))
    }
  }
  return { changed: ids.length - refused.length, refused }
}

/**
 * The rows of each customer in a transaction of their own. With an Idempotency-Key each is changed once, however often the call is made:
 * after a fault the call that is repeated does the rest.
 */
export async function changeInEachCustomer<Row extends { customerId: string }>(
  context: CallContext,
  rows: readonly Row[],
  change: (transaction: Transaction, customerId: string, own: Row[]) => Promise<ManyOutcome>,
): Promise<ManyOutcome> {
  const { caller, idempotency } = context
  if (!caller) throw new NotSignedIn()
  const outcomes: ManyOutcome[] = []
  for (const [customerId, own] of Map.groupBy(rows, (row) => row.customerId)) {
    // No key that a caller can send has a space.
    const ofCustomer = idempotency ? { ...context, idempotency: { ...idempotency, key: `${idempotency.key} ${customerId}` } } : context
    const changeOwn = () =>
      inTransaction(context, customerId, async (transaction) => {
        const outcome = await change(transaction, customerId, own)
        if (outcome.changed > 0) await keepAnswer(transaction, ofCustomer, customerId, outcome)
        return outcome
      })
    outcomes.push((await answerOnce(ofCustomer, customerId, changeOwn)).answer)
  }
  const whole = {
    changed: outcomes.reduce((sum, { changed }) => sum + changed, 0),
    refused: outcomes.flatMap(({ refused }) => refused),
  }
  if (idempotency)
    await inTransaction(context, caller.customerId, (transaction) => keepAnswer(transaction, context, caller.customerId, whole))
  return whole
}
