import { settleIncidents } from '#server/features/incidents/follow-alerts.ts'
import { incidentPortsOf, notifyFollowers } from '#server/features/incidents/incident-followers.ts'
import { type IncidentEvent, incidentHandling } from '#server/features/incidents/incident-handling.ts'
import { moveAlerts } from '#server/features/incidents/intake/alert-moving-table.ts'
import { type Context, nameOfActor } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { Conflict, Invalid } from '#server/platform/errors.ts'
import { readNumericId } from '#server/platform/ids.ts'
import { announce } from '#server/platform/live/announce.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { markMerged, readMergedIncident } from './incident-merging-table.ts'
import { expectOpen, lockIncidents } from './lock-incidents.ts'

/**
 * Moves the alerts of an incident into another open one of the customer. Alerts that fire later on the same resource follow. Where the other
 * has no ticket, this one's goes along; else this one's is resolved if no one touched it, and gets a comment if someone did.
 */
export async function mergeIncident(
  context: Context,
  customerId: string,
  id: string,
  { version, into }: { version: number; into: string },
): Promise<undefined> {
  const incidentId = readNumericId(id)
  const { actor, idempotency, isStaff, now, pool } = context
  if (incidentId === into) throw Invalid.field('into', 'Choose another incident than this one.', 'incident.merge_itself')
  return inTransaction({ pool, idempotency }, customerId, async (transaction) => {
    const [before, target] = await lockIncidents(transaction, customerId, [incidentId, into])
    expectOpen(before, version)
    if (!target) throw Invalid.field('into', 'There is no such incident here. Choose one of the list.', 'incident.merge_unknown')
    if (target.state === 'resolved')
      throw Conflict.field('into', 'That incident is resolved. Choose one that is open.', 'incident.merge_resolved')
    const alertIds = await moveAlerts(transaction, customerId, { moves: [{ incidentId, into }], now })
    const ticketId = await incidentPortsOf(context).tickets.move(transaction, customerId, { from: incidentId, into })
    await markMerged(transaction, customerId, { incidentId, into, alertIds, ticketId, by: nameOfActor(actor), now })
    const titleOf = async (one: string) => (await readMergedIncident(transaction, customerId, one))?.title ?? ''
    const merged: IncidentEvent[] = [{ kind: 'merged', details: { incidentId: into, title: await titleOf(into) } }]
    const tookIn: IncidentEvent[] = [{ kind: 'took-in', details: { incidentId, title: await titleOf(incidentId) } }]
    await incidentHandling.addEvents(transaction, customerId, { incidentId, events: merged, actor, isStaff, now })
    await incidentHandling.addEvents(transaction, customerId, { incidentId: into, events: tookIn, actor, isStaff, now })
    if (ticketId === null) await notifyFollowers(transaction, context, customerId, 'ended', [{ incidentId, reason: { mergedInto: into } }])
    await settleIncidents(transaction, context, customerId, [into])
    const details = { into }
    await recordAction(transaction, context, customerId, { action: 'incident.merge', target: `incident ${incidentId}`, details })
    announce(transaction, { type: 'incident.changed', customerId, incidentIds: [incidentId, into] }, { type: 'alert.changed', customerId })
    return undefined
  })
}
