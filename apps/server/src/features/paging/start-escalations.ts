import type { Severity } from '@vakt/contract/severity.ts'
import { pagesFor } from '@vakt/domain/paging/escalation.ts'
import { readCovered } from '#server/features/cloudops/cloudops-covers.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { readSetting } from './escalation-policy-table.ts'
import { insertEscalations } from './escalation-table.ts'

type OpenIncident = { incidentId: string; severity: Severity; entityId: string | null }

/**
 * Pages on-call for those incidents that the customer is paged for: from a severity on, and on resources whose CloudOps service is active now.
 * In the transaction in which they opened or became worse; each at most once.
 */
export async function startEscalations(
  transaction: Transaction,
  customerId: string,
  incidents: readonly OpenIncident[],
  now: Date,
): Promise<void> {
  if (incidents.length === 0) return
  const { fromSeverity = null, pagesCloudOps = true } = (await readSetting(transaction, customerId)) ?? {}
  const others = incidents.filter(({ severity }) => !pagesFor(severity, fromSeverity)).flatMap(({ entityId }) => entityId ?? [])
  const covered = pagesCloudOps ? await readCovered(transaction, customerId, { entityIds: others, at: now }) : new Set<string>()
  const paged = incidents.filter(({ severity, entityId }) => pagesFor(severity, fromSeverity) || (entityId && covered.has(entityId)))
  const incidentIds = paged.map(({ incidentId }) => incidentId)
  if (incidentIds.length > 0) await insertEscalations(transaction, customerId, incidentIds, now)
}
