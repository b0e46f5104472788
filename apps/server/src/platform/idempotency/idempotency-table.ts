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

const valuesOf = (customerId: string, { userId, key, requestHash, cipher }: IdempotentCall, answer: unknown) => {
  const kept = cipher ? cipher.encrypt(answer, requestHash) : answer
  return [customerId, userId, key, requestHash, kept === undefined ? null : JSON.stringify(kept)]
}

/** Fails where the key has an answer already; waits for a transaction that is about to give it one. */
export async function insertKeptAnswer(transaction: Transaction, customerId: string, call: IdempotentCall, answer: unknown): Promise<void> {
  await transaction.query({
    name: 'insert-kept-answer',
    text: 'insert into idempotency_key (customer_id, user_id, key, request_hash, answer) values ($1, $2, $3, $4, $5)',
    values: valuesOf(customerId, call, answer),
  })
}

/** As `insertKeptAnswer` where the transaction has changed something, else nothing is kept. Returns whether it was. */
export async function insertAnswerOfChange(
  transaction: Transaction,
  customerId: string,
  call: IdempotentCall,
  answer: unknown,
): Promise<boolean> {
  const { rowCount } = await transaction.query({
    name: 'insert-answer-of-change',
    text: `insert into idempotency_key (customer_id, user_id, key, request_hash, answer)
           select $1::text, $2::uuid, $3::text, $4::bytea, $5::json where pg_current_xact_id_if_assigned() is not null`,
    values: valuesOf(customerId, call, answer),
  })
  return rowCount === 1
}

/** Whether the transaction has changed something until now. */
export async function hasChanged(transaction: Transaction): Promise<boolean> {
  const { rows } = await transaction.query<{ hasChanged: boolean }>('select pg_current_xact_id_if_assigned() is not null as "hasChanged"')
  return rows[0]?.hasChanged ?? false
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
