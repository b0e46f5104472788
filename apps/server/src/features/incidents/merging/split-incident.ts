import { type FiredAlert, openIncidentOf, settleIncidents } from '#server/features/incidents/follow-alerts.ts'
import { type IncidentEvent, incidentHandling } from '#server/features/incidents/incident-handling.ts'
import { moveChosenAlerts } from '#server/features/incidents/intake/alert-moving-table.ts'
import { identityOf } from '#server/features/incidents/intake/intake-ledger.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { Conflict, Invalid } from '#server/platform/errors.ts'
import { readNumericId } from '#server/platform/ids.ts'
import { announce } from '#server/platform/live/announce.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { type AlertToSplit, hasOpenIncident, readAlertsToSplit, touchIncident } from './incident-merging-table.ts'
import { expectOpen, lockIncidents } from './lock-incidents.ts'

const firedAlert = ({ entityId, entityName, ...alert }: AlertToSplit): FiredAlert => ({
  ...alert,
  subject: entityId ?? `unmatched ${identityOf(alert)}`,
  entity: entityId ? { entityId, name: entityName ?? entityId } : null,
})

/** Takes alerts out of an open incident into one of their own. Alerts of one rule on one resource stay together, here as in the intake. */
export async function splitIncident(
  context: Context,
  customerId: string,
  id: string,
  { version, alertIds }: { version: number; alertIds: string[] },
): Promise<{ incidentId: string }> {
  const from = readNumericId(id)
  const { actor, idempotency, isStaff, now, pool } = context
  return inTransaction({ pool, idempotency }, customerId, async (transaction) => {
    const [before] = await lockIncidents(transaction, customerId, [from])
    expectOpen(before, version)
    const { chosen, others } = await readAlertsToSplit(transaction, customerId, { incidentId: from, alertIds })
    const [first, ...rest] = chosen.map(firedAlert)
    if (!first || chosen.length < alertIds.length)
      throw Invalid.field('alertIds', 'One of the alerts is not part of this incident.', 'incident.split_unknown')
    if (others === 0) throw Invalid.field('alertIds', 'Leave at least one alert in the incident.', 'incident.split_all')
    if (chosen[0]?.state !== 'firing') throw Invalid.field('alertIds', 'Choose at least one alert that fires.', 'incident.split_over')
    if (await hasOpenIncident(transaction, customerId, first))
      throw Conflict.field('alertIds', 'Alerts of one rule on one resource stay together. Choose others.', 'incident.split_same_rule')
    const incidentId = await openIncidentOf(transaction, context, customerId, [first, ...rest])
    await moveChosenAlerts(transaction, customerId, { alertIds, from, into: incidentId, now })
    await touchIncident(transaction, customerId, from, now)
    const events: IncidentEvent[] = [{ kind: 'split', details: { incidentId, title: first.name } }]
    const splitFrom: IncidentEvent[] = [{ kind: 'split-from', details: { incidentId: from } }]
    await incidentHandling.addEvents(transaction, customerId, { incidentId: from, events, actor, isStaff, now })
    await incidentHandling.addEvents(transaction, customerId, { incidentId, events: splitFrom, actor, isStaff, now })
    await settleIncidents(transaction, context, customerId, [from, incidentId])
    const details = { into: incidentId, alerts: alertIds.length }
    await recordAction(transaction, context, customerId, { action: 'incident.split', target: `incident ${from}`, details })
    announce(transaction, { type: 'incident.changed', customerId, incidentIds: [from, incidentId] }, { type: 'alert.changed', customerId })
    return { incidentId }
  })
}
