import { incidentHandling } from '#server/features/incidents/incident-handling.ts'
import { moveAlerts } from '#server/features/incidents/intake/move-alerts.ts'
import type { Actor } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { readIncidentsToMerge, resolveIncidents, writeEntityOfIncidents } from './incident-binding-table.ts'

type Bound = { entityId: string; incidentIds: string[]; actor: Actor; now: Date }

/** Where the entity then has two open incidents of one rule, the older takes over the alerts of the other. Returns which went into which. */
export async function mergeIncidentsOfEntity(
  transaction: Transaction,
  customerId: string,
  { actor, now, ...bound }: Bound,
): Promise<{ incidentId: string; into: string }[]> {
  const merged = await readIncidentsToMerge(transaction, customerId, bound)
  if (merged.length === 0) return []
  await moveAlerts(transaction, customerId, { moves: merged, now })
  const gone = merged.map(({ incidentId }) => incidentId)
  await resolveIncidents(transaction, customerId, gone, now)
  const events = merged.map(({ incidentId, into }) => ({ incidentId, kind: 'merged' as const, details: { incidentId: into } }))
  await incidentHandling.addEventsOfMany(transaction, customerId, { events, actor, isStaff: true, now })
  return merged
}

/** The incidents are the entity's from here on. */
export async function bindIncidents(
  transaction: Transaction,
  customerId: string,
  { entityName, actor, now, ...bound }: Bound & { entityName: string },
): Promise<void> {
  const incidentIds = await writeEntityOfIncidents(transaction, customerId, { ...bound, now })
  const events = incidentIds.map((incidentId) => ({ incidentId, kind: 'bound' as const, details: { name: entityName } }))
  await incidentHandling.addEventsOfMany(transaction, customerId, { events, actor, isStaff: true, now })
}
