import { activeFrom } from '@vakt/domain/cloudops/price.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { hasActiveServices, readActiveCalendars } from './cloudops-table.ts'

/** Whether any resource of the customer has a CloudOps service that is switched on. */
export const coversAny = (transaction: Transaction, customerId: string): Promise<boolean> => hasActiveServices(transaction, customerId)

/**
 * Of these resources those with a CloudOps service that is switched on, and from when on it is active, in milliseconds since 1970: `at` within its
 * hours, else when they begin. People are called for them in its hours, and outside of them incidents are only shown.
 */
export async function readCovered(
  transaction: Transaction,
  customerId: string,
  { entityIds, at }: { entityIds: readonly string[]; at: Date },
): Promise<ReadonlyMap<string, number>> {
  if (entityIds.length === 0) return new Map()
  const services = await readActiveCalendars(transaction, customerId, entityIds)
  return new Map(services.map(({ entityId, calendar }) => [entityId, activeFrom(calendar, at.getTime())]))
}
