import { settleIncidents } from '#server/features/incidents/follow-alerts.ts'
import { incidentPortsOf, notifyFollowers } from '#server/features/incidents/incident-followers.ts'
import { type IncidentEvent, incidentHandling } from '#server/features/incidents/incident-handling.ts'
import { moveChosenAlerts } from '#server/features/incidents/intake/alert-moving-table.ts'
import { lockAlertsOfCustomer } from '#server/features/incidents/intake/alert-states.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { Conflict, NotFound } from '#server/platform/errors.ts'
import { readNumericId } from '#server/platform/ids.ts'
import { announce } from '#server/platform/live/announce.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { readMergedIncident, undoMerge } from './incident-merging-table.ts'
import { lockIncidents } from './lock-incidents.ts'

/** Undoes a merge while something of it fires: alerts, ticket and acknowledgement are as before. */
export async function unmergeIncident(context: Context, customerId: string, id: string): Promise<undefined> {
  const incidentId = readNumericId(id)
  const { actor, idempotency, isStaff, now, pool } = context
  return inTransaction({ pool, idempotency }, customerId, async (transaction) => {
    // Who holds this lock is the only one who merges incidents of the customer: what is read here stays so.
    await lockAlertsOfCustomer(transaction, customerId)
    const merged = await readMergedIncident(transaction, customerId, incidentId)
    if (!merged) throw new NotFound()
    const from = merged.mergedInto
    if (from === null) throw Conflict.field('', 'The incident is not merged.', 'incident.not_merged')
    if (merged.isOfRuleOpen)
      throw Conflict.field('', 'An incident of this rule on this resource is open already.', 'incident.rule_open_already')
    await lockIncidents(transaction, customerId, [incidentId, from])
    const { alertIds, ticketId } = await undoMerge(transaction, customerId, { incidentId, from, now })
    const firing = await moveChosenAlerts(transaction, customerId, { alertIds, from, into: incidentId, now })
    if (firing === 0) throw Conflict.field('', 'None of its alerts are firing, so there is nothing to undo.', 'incident.unmerge_over')
    const { tickets } = incidentPortsOf(context)
    if (ticketId) await tickets.move(transaction, customerId, { from, into: incidentId, ticketId })
    // The ticket that the merge ended goes on too.
    else await (await tickets.lock(transaction, context, customerId, incidentId))?.reopen()
    const events: IncidentEvent[] = [{ kind: 'unmerged' }]
    const gaveBack: IncidentEvent[] = [{ kind: 'gave-back', details: { incidentId, title: merged.title } }]
    await incidentHandling.addEvents(transaction, customerId, { incidentId, events, actor, isStaff, now })
    await incidentHandling.addEvents(transaction, customerId, { incidentId: from, events: gaveBack, actor, isStaff, now })
    await settleIncidents(transaction, context, customerId, [incidentId, from])
    await notifyFollowers(transaction, context, customerId, 'parted', [{ incidentId }])
    const details = { from }
    await recordAction(transaction, context, customerId, { action: 'incident.unmerge', target: `incident ${incidentId}`, details })
    announce(transaction, { type: 'incident.changed', customerId, incidentIds: [incidentId, from] }, { type: 'alert.changed', customerId })
    return undefined
  })
}
