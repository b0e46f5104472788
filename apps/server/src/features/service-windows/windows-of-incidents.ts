import type { Incident } from '@vakt/contract/incidents.ts'
import type { DatabaseClock } from '#server/platform/database/database-time.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { findHolding } from './hold-alerts.ts'
import { readRaisingWindows } from './hold-table.ts'

type Asked = Pick<Incident, 'incidentId' | 'state' | 'entity'>
type OfIncident = Pick<Incident, 'heldBy' | 'raisedBy'>

/** The service windows that incidents have to do with, in the order of the incidents. A window that is limited to metrics holds no whole resource. */
export async function findWindowsOfIncidents(
  transaction: Transaction,
  customerId: string,
  incidents: readonly Asked[],
  clock: DatabaseClock,
): Promise<OfIncident[]> {
  if (incidents.length === 0) return []
  const asked = incidents.map(({ state, entity }) => ({
    entityId: state === 'resolved' ? null : (entity?.entityId ?? null),
    metricName: null,
  }))
  const holding = await findHolding(transaction, customerId, asked, clock)
  const raising = await readRaisingWindows(
    transaction,
    customerId,
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
