import { isActiveAt } from '@vakt/domain/cloudops/price.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { readActiveCalendars } from './cloudops-table.ts'

/**
 * Of these resources those with a CloudOps service that is switched on, and whether it is active at this moment: people are called for them in
 * its hours, and outside of them incidents are only shown.
 */
export async function readCovered(
  transaction: Transaction,
  customerId: string,
  { entityIds, at }: { entityIds: readonly string[]; at: Date },
): Promise<ReadonlyMap<string, boolean>> {
  if (entityIds.length === 0) return new Map()
  const services = await readActiveCalendars(transaction, customerId, entityIds)
  return new Map(services.map(({ entityId, calendar }) => [entityId, isActiveAt(calendar, at.getTime())]))
}
