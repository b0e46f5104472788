import type { Transaction } from '#server/platform/database/transaction.ts'

/** True when this is the first look of the hour. What is older than a day is forgotten; the record of actions keeps it. */
export async function insertLook(
  transaction: Transaction,
  customerId: string,
  look: { userId: string; viewedAs: string; hour: Date },
): Promise<boolean> {
  const { rowCount } = await transaction.query(
    `insert into staff_look (customer_id, user_id, viewed_as, hour) values ($1, $2, $3, $4) on conflict do nothing`,
    [customerId, look.userId, look.viewedAs, look.hour],
  )
  if (rowCount !== 1) return false
  await transaction.query("delete from staff_look where customer_id = $1 and user_id = $2 and hour < $3::timestamptz - interval '1 day'", [
    customerId,
    look.userId,
    look.hour,
  ])
  return true
}
