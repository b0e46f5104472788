import { settleIncidents } from '#server/features/incidents/follow-alerts.ts'
import type { Context } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { readConditions } from './alert-state-table.ts'

/** Brings these incidents in line with their alerts as they are stored now. */
export async function settleIncidentsOf(
  transaction: Transaction,
  context: Context,
  customerId: string,
  incidentIds: string[],
): Promise<void> {
  if (incidentIds.length === 0) return
  await settleIncidents(transaction, context, customerId, await readConditions(transaction, customerId, incidentIds))
}
