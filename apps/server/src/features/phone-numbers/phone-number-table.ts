import type { Transaction } from '#server/platform/database/transaction.ts'

export type PhoneNumberRow = {
  number: string
  confirmedAt: Date | null
  codeHash: Buffer | null
  codeSentAt: Date | null
  failedAttempts: number
  codesSent: number
}

const columns = `number, confirmed_at as "confirmedAt", code_hash as "codeHash", code_sent_at as "codeSentAt",
  failed_attempts as "failedAttempts", codes_sent as "codesSent"`

/** With `lock` it waits for another change of it. */
export async function readPhoneNumber(
  transaction: Transaction,
  customerId: string,
  userId: string,
  { lock = false } = {},
): Promise<PhoneNumberRow | undefined> {
  const { rows } = await transaction.query<PhoneNumberRow>(
    `select ${columns} from phone_number where customer_id = $1 and user_id = $2 ${lock ? 'for update' : ''}`,
    [customerId, userId],
  )
  return rows[0]
}

export async function writeUnconfirmedNumber(
  transaction: Transaction,
  customerId: string,
  userId: string,
  { number, codeHash, codesSent, now }: { number: string; codeHash: Buffer; codesSent: number; now: Date },
): Promise<void> {
  await transaction.query(
    `insert into phone_number (customer_id, user_id, number, code_hash, code_sent_at, codes_sent, changed_at)
     values ($1, $2, $3, $4, $6, $5, $6)
     on conflict (customer_id, user_id) do update set number = excluded.number, confirmed_at = null, code_hash = excluded.code_hash,
       code_sent_at = excluded.code_sent_at, codes_sent = excluded.codes_sent, failed_attempts = 0, changed_at = excluded.changed_at`,
    [customerId, userId, number, codeHash, codesSent, now],
  )
}

export async function writeConfirmation(transaction: Transaction, customerId: string, userId: string, now: Date): Promise<void> {
  await transaction.query('update phone_number set confirmed_at = $3, code_hash = null where customer_id = $1 and user_id = $2', [
    customerId,
    userId,
    now,
  ])
}

export async function countFailedAttempt(transaction: Transaction, customerId: string, userId: string): Promise<void> {
  await transaction.query('update phone_number set failed_attempts = failed_attempts + 1 where customer_id = $1 and user_id = $2', [
    customerId,
    userId,
  ])
}

/** The number that was removed. */
export async function deletePhoneNumber(transaction: Transaction, customerId: string, userId: string): Promise<string | undefined> {
  const { rows } = await transaction.query<{ number: string }>(
    'delete from phone_number where customer_id = $1 and user_id = $2 returning number',
    [customerId, userId],
  )
  return rows[0]?.number
}

export async function isUserThere(transaction: Transaction, customerId: string, userId: string): Promise<boolean> {
  const { rowCount } = await transaction.query('select from app_user where customer_id = $1 and user_id = $2', [customerId, userId])
  return rowCount === 1
}
