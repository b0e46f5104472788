import { ticketAccess } from '@vakt/contract/features.ts'
import type { IncidentDetails } from '@vakt/contract/incidents/incident-details.ts'
import { readMeasurement, readRunbookUrl } from '@vakt/domain/alert-measurement.ts'
import { mayBeResolved } from '@vakt/domain/incident-handling.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { NotFound } from '#server/platform/errors.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { readNumericId } from '#server/platform/ids.ts'
import { readIncident, readTimeline } from './incident-details-table.ts'
import { incidentPortsOf } from './incident-followers.ts'
import { mayRead } from './may-read.ts'

export async function getIncident(context: CallContext, customerId: string, id: string): Promise<IncidentDetails> {
  const incidentId = readNumericId(id)
  return inTransaction(context, customerId, async (transaction) => {
    const found = await readIncident(transaction, customerId, incidentId, context.limitedTo?.customerIds)
    if (!found) throw new NotFound()
    const timeline = await readTimeline(transaction, customerId, {
      incidentId,
      isStaff: context.isStaff,
      withTicket: mayRead(context, ticketAccess),
    })
    const { openedAt, changedAt, resolvedAt, acknowledgedAt, acknowledgedBy, endlessAlerts, worstAlert, major, ...incident } = found
    const [windows] = await incidentPortsOf(context).hold.findOfIncidents(transaction, [customerId], [incident], context)
    const update = timeline.findLast((entry) => entry.author !== null && !entry.private && entry.body !== '')
    return {
      ...incident,
      ...(windows ?? { heldBy: null, raisedBy: null }),
      openedAt: openedAt.toISOString(),
      changedAt: changedAt.toISOString(),
      resolvedAt: resolvedAt?.toISOString() ?? null,
      acknowledged: acknowledgedAt && acknowledgedBy ? { at: acknowledgedAt.toISOString(), by: acknowledgedBy } : null,
      mayBeResolved: mayBeResolved({ state: incident.state, firing: incident.firingAlerts, endless: endlessAlerts }),
      majorIncident: major && {
        majorIncidentId: context.isStaff && major.isReached ? major.majorIncidentId : null,
        title: major.title,
        since: new Date(major.since).toISOString(),
        endedAt: major.endedAt && new Date(major.endedAt).toISOString(),
      },
      measurement: worstAlert && readMeasurement(worstAlert.metricName, worstAlert.labels),
      runbookUrl: worstAlert && readRunbookUrl(worstAlert.labels),
      latestUpdate: update?.author ? { at: update.at.toISOString(), author: update.author, body: update.body } : null,
      timeline: timeline.map((entry) => ({ ...entry, at: entry.at.toISOString() })),
    }
  })
}
