import type { Transaction } from '#server/platform/database/transaction.ts'

export async function writeCloudOpsMapped(
  transaction: Transaction,
  customerId: string,
  { entityId, isMapped, now }: { entityId: string; isMapped: boolean; now: Date },
): Promise<void> {
  await transaction.query(
    `update entity set cloudops_mapped = $3, modified_at = $4
     where customer_id = $1 and entity_id = $2 and cloudops_mapped is distinct from $3`,
    [customerId, entityId, isMapped, now],
  )
}
