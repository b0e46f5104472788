import type { Transaction } from '#server/platform/database/transaction.ts'

export async function readHasRecentMessageForAllCustomers(
  transaction: Transaction,
  { channel, number, since }: { channel: string; number: string; since: Date },
): Promise<boolean> {
  const { rows } = await transaction.query<{ has: boolean }>(
    `select exists (select from mail_delivery where address = $1 and channel = $2 and created_at > $3
       and state not in ('held', 'summarised')) as has`,
    [number, channel, since],
  )
  return rows[0]?.has ?? false
}
