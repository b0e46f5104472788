import type { Transaction } from '#server/platform/database/transaction.ts'
import { announce } from '#server/platform/live/announce.ts'
import { writeCloudOpsMapped } from './cloudops-mapped-table.ts'

/** Says of a resource whether the CloudOps service is active on it: *CloudOps* in lists and filters, and on its own page. */
export async function setCloudOpsMapped(
  transaction: Transaction,
  customerId: string,
  { entityId, ...to }: { entityId: string; isMapped: boolean; now: Date },
): Promise<void> {
  await writeCloudOpsMapped(transaction, customerId, { entityId, ...to })
  announce(transaction, { type: 'entity.changed', customerId, entityId })
}
