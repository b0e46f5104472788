import type { Transaction } from '#server/platform/database/transaction.ts'

export type FeedRow = { createdAt: Date; createdBy: string; lastReadAt: Date | null }

export async function readFeed(transaction: Transaction, customerId: string): Promise<FeedRow | undefined> {
  const { rows } = await transaction.query<FeedRow>(
    `select created_at as "createdAt", created_by as "createdBy", last_read_at as "lastReadAt" from service_window_calendar where customer_id = $1`,
    [customerId],
  )
  return rows[0]
}

export async function writeFeed(
  transaction: Transaction,
  customerId: string,
  { hash, by, now }: { hash: Buffer; by: string; now: Date },
): Promise<void> {
  await transaction.query(
    `insert into service_window_calendar (customer_id, secret_hash, created_by, created_at) values ($1, $2, $3, $4)
     on conflict (customer_id) do update set secret_hash = $2, created_by = $3, created_at = $4, last_read_at = null`,
    [customerId, hash, by, now],
  )
}

export async function deleteFeed(transaction: Transaction, customerId: string): Promise<boolean> {
  const { rowCount } = await transaction.query('delete from service_window_calendar where customer_id = $1', [customerId])
  return rowCount === 1
}

/** Whose calendar it is, for who presents its secret. */
export async function readPresentedFeed(transaction: Transaction, hash: Buffer): Promise<string | undefined> {
  const { rows } = await transaction.query<{ customerId: string }>(
    'select customer_id as "customerId" from service_window_calendar where secret_hash = $1 and not is_closed(customer_id)',
    [hash],
  )
  return rows[0]?.customerId
}

/** Right to the hour. */
export async function noteFeedRead(transaction: Transaction, customerId: string, now: Date): Promise<void> {
  await transaction.query(
    `update service_window_calendar set last_read_at = $2
     where customer_id = $1 and (last_read_at is null or last_read_at < $2::timestamptz - interval '1 hour')`,
    [customerId, now],
  )
}

type NamedCustomer = { name: string; language: 'sv' | 'en'; timeZone: string }

/** Its name, and in which language and zone its calendar is written. */
export async function readCustomerName(transaction: Transaction, customerId: string): Promise<NamedCustomer> {
  const { rows } = await transaction.query<NamedCustomer>(
    'select name, mail_language as language, time_zone as "timeZone" from customer where customer_id = $1',
    [customerId],
  )
  return rows[0] ?? { name: customerId, language: 'en', timeZone: 'UTC' }
}
