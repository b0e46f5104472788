import type { Transaction } from '#server/platform/database/transaction.ts'

type ShiftFeedRow = { createdAt: Date; lastReadAt: Date | null }

export async function readShiftFeed(transaction: Transaction, customerId: string, userId: string): Promise<ShiftFeedRow | undefined> {
  const { rows } = await transaction.query<ShiftFeedRow>(
    'select created_at as "createdAt", last_read_at as "lastReadAt" from on_call_calendar where customer_id = $1 and user_id = $2',
    [customerId, userId],
  )
  return rows[0]
}

export async function writeShiftFeed(
  transaction: Transaction,
  customerId: string,
  { userId, hash, now }: { userId: string; hash: Buffer; now: Date },
): Promise<void> {
  await transaction.query(
    `insert into on_call_calendar (customer_id, user_id, secret_hash, created_at) values ($1, $2, $3, $4)
     on conflict (customer_id, user_id) do update set secret_hash = $3, created_at = $4, last_read_at = null`,
    [customerId, userId, hash, now],
  )
}

export async function deleteShiftFeed(transaction: Transaction, customerId: string, userId: string): Promise<boolean> {
  const { rowCount } = await transaction.query('delete from on_call_calendar where customer_id = $1 and user_id = $2', [customerId, userId])
  return rowCount === 1
}

/** Whose calendar it is, for who presents its secret. */
export async function readPresentedShiftFeed(
  transaction: Transaction,
  hash: Buffer,
): Promise<{ customerId: string; userId: string } | undefined> {
  const { rows } = await transaction.query<{ customerId: string; userId: string }>(
    'select customer_id as "customerId", user_id as "userId" from on_call_calendar where secret_hash = $1 and not is_closed(customer_id)',
    [hash],
  )
  return rows[0]
}

/** Right to the hour. */
export async function noteShiftFeedRead(transaction: Transaction, customerId: string, userId: string, now: Date): Promise<void> {
  await transaction.query(
    `update on_call_calendar set last_read_at = $3
     where customer_id = $1 and user_id = $2 and (last_read_at is null or last_read_at < $3::timestamptz - interval '1 hour')`,
    [customerId, userId, now],
  )
}
