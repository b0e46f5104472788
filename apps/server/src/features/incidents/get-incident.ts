import type { IncidentDetails } from '@vakt/contract/incident-details.ts'
import { mayBeResolved } from '@vakt/domain/incident-handling.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { NotFound } from '#server/platform/errors.ts'
import { readNumericId } from '#server/platform/ids.ts'
import { readIncident, readTimeline } from './incident-details-table.ts'

export async function getIncident(context: Context, customerId: string, id: string): Promise<IncidentDetails> {
  const incidentId = readNumericId(id)
  return inTransaction(context, customerId, async (transaction) => {
    const found = await readIncident(transaction, customerId, incidentId)
    if (!found) throw new NotFound()
    const timeline = await readTimeline(transaction, customerId, incidentId)
    const { openedAt, changedAt, resolvedAt, acknowledgedAt, acknowledgedBy, endlessAlerts, ...incident } = found
    return {
      ...incident,
      openedAt: openedAt.toISOString(),
      changedAt: changedAt.toISOString(),
      resolvedAt: resolvedAt?.toISOString() ?? null,
      acknowledged: acknowledgedAt && acknowledgedBy ? { at: acknowledgedAt.toISOString(), by: acknowledgedBy } : null,
      mayBeResolved: mayBeResolved({ state: incident.state, firing: incident.firingAlerts, endless: endlessAlerts }),
      timeline: timeline.map((entry) => ({ ...entry, at: entry.at.toISOString() })),
    }
  })
}
