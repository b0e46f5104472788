import type { IdempotentCall } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export type KeptAnswer = { requestHash: Buffer; answer: unknown }

export async function readKeptAnswer(
  transaction: Transaction,
  customerId: string,
  { userId, key }: IdempotentCall,
): Promise<KeptAnswer | undefined> {
  const { rows } = await transaction.query<KeptAnswer>({
    name: 'read-kept-answer',
    text: `select request_hash as "requestHash", answer from idempotency_key where customer_id = $1 and user_id = $2 and key = $3`,
    values: [customerId, userId, key],
  })
  return rows[0]
}

/** Fails where the key has an answer already; waits for a transaction that is about to give it one. */
export async function insertKeptAnswer(
  transaction: Transaction,
  customerId: string,
  { userId, key, requestHash }: IdempotentCall,
  answer: unknown,
): Promise<void> {
  await transaction.query({
    name: 'insert-kept-answer',
    text: 'insert into idempotency_key (customer_id, user_id, key, request_hash, answer) values ($1, $2, $3, $4, $5)',
    values: [customerId, userId, key, requestHash, answer === undefined ? null : JSON.stringify(answer)],
  })
}

export async function deleteKeptAnswersForAllCustomers(
  transaction: Transaction,
  { retentionHours, batchSize }: { retentionHours: number; batchSize: number },
): Promise<number> {
  const { rowCount } = await transaction.query(
    `delete from idempotency_key where (customer_id, user_id, key) in (
       select customer_id, user_id, key from idempotency_key where created_at < now() - make_interval(hours => $1) limit $2)`,
    [retentionHours, batchSize],
  )
  return rowCount ?? 0
}
