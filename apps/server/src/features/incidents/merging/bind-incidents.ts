import type { AlertEvent } from '@vakt/domain/alert-event.ts'
import { settleIncidents } from '#server/features/incidents/follow-alerts.ts'
import { notifyFollowers } from '#server/features/incidents/incident-followers.ts'
import { incidentHandling } from '#server/features/incidents/incident-handling.ts'
import {
  bindAlerts,
  type MovedAlert,
  moveAlerts,
  moveAlertsAway,
  type UnmatchedTarget,
} from '#server/features/incidents/intake/alert-moving-table.ts'
import { recordAlerts } from '#server/features/incidents/intake/record-alerts.ts'
import type { Context } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { readIncidentsToMerge, resolveIncidents, writeEntityOfIncidents } from './incident-binding-table.ts'

/** A target that no entity matched, and the entity that it is from here on. */
type Binding = UnmatchedTarget & { entityId: string; entityName: string }

const by = { actor: { type: 'system', job: 'follow-bindings' }, isStaff: true } as const

/** Where the entity then has two open incidents of one rule, the older takes over the alerts of the other. Returns which went into which. */
async function mergeIncidentsOfEntity(
  transaction: Transaction,
  { now }: Context,
  customerId: string,
  bound: { entityId: string; incidentIds: string[] },
): Promise<{ incidentId: string; into: string }[]> {
  const merged = await readIncidentsToMerge(transaction, customerId, bound)
  if (merged.length === 0) return []
  await moveAlerts(transaction, customerId, { moves: merged, now })
  const gone = merged.map(({ incidentId }) => incidentId)
  await resolveIncidents(transaction, customerId, gone, now)
  const events = merged.map(({ incidentId, into }) => ({ incidentId, kind: 'merged' as const, details: { incidentId: into } }))
  await incidentHandling.addEventsOfMany(transaction, customerId, { events, ...by, now })
  return merged
}

/** Gives the alerts of a target, and their incidents, to an entity of the customer. The caller holds the lock of the customer's alerts. */
export async function bindIncidents(transaction: Transaction, context: Context, customerId: string, binding: Binding): Promise<void> {
  const { entityId, entityName } = binding
  const { now } = context
  const incidentIds = await bindAlerts(transaction, customerId, { ...binding, now })
  const merged = await mergeIncidentsOfEntity(transaction, context, customerId, { entityId, incidentIds })
  const ended = merged.map(({ incidentId, into }) => ({ incidentId, reason: { boundInto: into } }))
  await notifyFollowers(transaction, context, customerId, 'ended', ended)
  const bound = await writeEntityOfIncidents(transaction, customerId, { entityId, incidentIds, now })
  const events = bound.map((incidentId) => ({ incidentId, kind: 'bound' as const, details: { name: entityName } }))
  await incidentHandling.addEventsOfMany(transaction, customerId, { events, ...by, now })
  const ofEntity = incidentIds.map((incidentId) => ({ incidentId, entityId }))
  await notifyFollowers(transaction, context, customerId, 'bound', ofEntity)
  const gone = new Set(merged.map(({ incidentId }) => incidentId))
  const touched = new Set([...incidentIds.filter((id) => !gone.has(id)), ...merged.map(({ into }) => into)])
  await settleIncidents(transaction, context, customerId, [...touched])
}

const eventOf = ({ state: _, incidentId: __, neverEnds, ...alert }: MovedAlert): AlertEvent => ({
  ...alert,
  state: 'firing',
  endedAt: null,
  targets: [],
  ...(neverEnds ? { neverEnds: true as const } : {}),
})

/**
 * Gives the alerts of a target to an entity of another customer: what still fires goes on there with an incident and a ticket of that customer; here
 * it is over. The caller holds the locks of the alerts of both.
 */
export async function moveToCustomer(
  transaction: Transaction,
  context: Context,
  customerId: string,
  { entityCustomerId, ...binding }: Binding & { entityCustomerId: string },
): Promise<void> {
  const { entityId, entityName } = binding
  const moved = await moveAlertsAway(transaction, customerId, { ...binding, now: context.now })
  const incidentIds = [...new Set(moved.flatMap(({ incidentId }) => incidentId ?? []))]
  await settleIncidents(transaction, context, customerId, incidentIds)
  const match = { entityId, customerId: entityCustomerId, name: entityName, by: 'binding' as const }
  const events = moved.filter(({ state }) => state === 'firing').map((alert) => ({ event: eventOf(alert), receivedAt: context.now, match }))
  await recordAlerts(transaction, context, entityCustomerId, events)
}
