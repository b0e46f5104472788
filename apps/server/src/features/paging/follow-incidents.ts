import { pagesFor } from '@vakt/domain/paging/escalation.ts'
import type { FollowerNote, IncidentFollower, IncidentMoments } from '#server/features/incidents/incident-followers.ts'
import type { Context } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { insertEscalations, restartEscalations } from './escalation-table.ts'
import { readPagingRules } from './find-hold.ts'

/**
 * Pages on-call for those incidents that the customer is paged for: on resources with a CloudOps service, in its hours or when they begin, and on
 * all others from a severity on. In the transaction in which they opened or became worse; each at most once.
 */
async function startEscalations(
  transaction: Transaction,
  { now }: Context,
  customerId: string,
  incidents: readonly IncidentMoments['escalated'][],
): Promise<FollowerNote[]> {
  const { fromSeverity, covered } = await readPagingRules(transaction, customerId, { incidents, at: now })
  const paged = incidents.filter(({ severity, entityId }) => covered.has(entityId ?? '') || pagesFor(severity, fromSeverity))
  const incidentIds = paged.map(({ incidentId }) => incidentId)
  if (incidentIds.length > 0) await insertEscalations(transaction, customerId, incidentIds, now)
  return []
}

export const pagingFollower: IncidentFollower = {
  opened: startEscalations,
  escalated: startEscalations,
  async parted(transaction, _, customerId, incidents) {
    await restartEscalations(
      transaction,
      customerId,
      incidents.map(({ incidentId }) => incidentId),
    )
    return []
  },
}
