import type { Transaction } from '#server/platform/database/transaction.ts'

/** Returns how many entries of the audit log were removed. */
export async function deleteOldActions(
  transaction: Transaction,
  customerId: string,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const { rowCount } = await transaction.query({
    name: 'delete-old-actions',
    text: `delete from recorded_action where customer_id = $1 and action_id in (
             select action_id from recorded_action where customer_id = $1 and at < $2 order by at limit $3
           )`,
    values: [customerId, before, limit],
  })
  return rowCount ?? 0
}
