import type { Transaction } from '#server/platform/database/transaction.ts'
import type { Handover } from '#server/platform/handover.ts'
import { announce, fewIds } from '#server/platform/live/announce.ts'
import { incidentHandling } from './incident-handling.ts'
import { reassignIncidents } from './incident-handover-table.ts'

/** Gives the incidents of a user who leaves that are not resolved to the taker. To be called before their tickets: who locks both takes the incident first. */
export async function handOverIncidents(
  transaction: Transaction,
  customerId: string,
  { leaver, taker, actor, isStaff, now }: Handover,
): Promise<void> {
  const incidentIds = await reassignIncidents(transaction, customerId, { from: leaver.userId, to: taker, now })
  if (incidentIds.length === 0) return
  const details = { userId: taker.userId, name: taker.name }
  const events = incidentIds.map((incidentId) => ({ incidentId, kind: 'assigned' as const, details }))
  await incidentHandling.addEventsOfMany(transaction, customerId, { events, actor, isStaff, now })
  announce(transaction, { type: 'incident.changed', customerId, ...fewIds('incidentIds', incidentIds) })
}
