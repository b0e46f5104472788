import { isActiveAt } from '@vakt/domain/cloudops/price.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { readActiveCalendars } from './cloudops-table.ts'

/** Those of these resources whose CloudOps service is active at this moment: people are called for them, for others incidents are only shown. */
export async function readCovered(
  transaction: Transaction,
  customerId: string,
  { entityIds, at }: { entityIds: readonly string[]; at: Date },
): Promise<ReadonlySet<string>> {
  if (entityIds.length === 0) return new Set()
  const services = await readActiveCalendars(transaction, customerId, entityIds)
  return new Set(services.flatMap(({ entityId, calendar }) => (isActiveAt(calendar, at.getTime()) ? [entityId] : [])))
}
