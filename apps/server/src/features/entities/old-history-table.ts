import type { Transaction } from '#server/platform/database/transaction.ts'

/** Returns how many changes of entities were removed. */
export async function deleteOldHistory(
  transaction: Transaction,
  customerId: string,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const { rowCount } = await transaction.query({
    name: 'delete-old-history',
    text: `delete from entity_history where customer_id = $1 and history_id in (
             select history_id from entity_history where customer_id = $1 and at < $2 order by at limit $3
           )`,
    values: [customerId, before, limit],
  })
  return rowCount ?? 0
}
