import type { WindowHold } from '#server/features/incidents/incident-followers.ts'
import { findHolding, findHoldingOf, noteHolds } from './hold-alerts.ts'
import { readRaisingWindows } from './hold-table.ts'

/** A window that is limited to metrics holds no whole resource. */
const findWindowsOfIncidents: WindowHold['findOfIncidents'] = async (transaction, customerIds, incidents, clock) => {
  if (incidents.length === 0) return []
  const asked = incidents.map(({ state, entity }) => ({
    entityId: state === 'resolved' ? null : (entity?.entityId ?? null),
    metricName: null,
  }))
  const holding = await findHoldingOf(transaction, customerIds, asked, clock)
  const raising = await readRaisingWindows(
    transaction,
    customerIds,
    incidents.map(({ incidentId }) => incidentId),
  )
  return incidents.map(({ incidentId }, index) => {
    const [last] = holding[index] ?? []
    return {
      heldBy: last
        ? {
            ...{ serviceWindowId: last.serviceWindowId, occurrenceId: last.occurrenceId, reason: last.reason },
            until: new Date(last.endsAt).toISOString(),
          }
        : null,
      raisedBy: raising.get(incidentId) ?? null,
    }
  })
}

/** What the life of alerts asks of service windows. */
export const windowHold: WindowHold = { find: findHolding, note: noteHolds, findOfIncidents: findWindowsOfIncidents }
