import type { Transaction } from '#server/platform/database/transaction.ts'

/** The devices of a person, the oldest first. */
export async function readPushSubscriptionsForAllCustomers(
  transaction: Transaction,
  userId: string,
): Promise<{ subscriptionId: string; device: string }[]> {
  const { rows } = await transaction.query<{ subscriptionId: string; device: string }>(
    'select subscription_id as "subscriptionId", device from push_subscription where user_id = $1 order by created_at, subscription_id',
    [userId],
  )
  return rows
}

export async function noteSentToDevice(transaction: Transaction, subscriptionId: string, now: Date): Promise<void> {
  await transaction.query('update push_subscription set last_sent_at = $2 where subscription_id = $1', [subscriptionId, now])
}

/** A push service says that the subscription is over. */
export async function deletePushSubscription(transaction: Transaction, subscriptionId: string): Promise<void> {
  await transaction.query('delete from push_subscription where subscription_id = $1', [subscriptionId])
}
