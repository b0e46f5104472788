import { incidentHandling, type LockedIncident } from '#server/features/incidents/incident-handling.ts'
import { lockAlertsOfCustomer } from '#server/features/incidents/intake/alert-states.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { Conflict, NotFound, Stale } from '#server/platform/errors.ts'

const resolved = () => Conflict.field('', 'The incident is resolved. What happens now opens a new one.', 'incident.already_resolved')

/** Locks the intake of alerts and then the incidents, in the order of their ids; undefined for one that does not exist. */
export async function lockIncidents(transaction: Transaction, customerId: string, ids: string[]): Promise<(LockedIncident | undefined)[]> {
  await lockAlertsOfCustomer(transaction, customerId)
  const locked = new Map<string, LockedIncident | undefined>()
  for (const id of [...new Set(ids)].toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1)))
    locked.set(id, await incidentHandling.lock(transaction, customerId, id))
  return ids.map((id) => locked.get(id))
}

/** Throws when the incident does not exist, is not what was seen, or is over. */
export function expectOpen(incident: LockedIncident | undefined, seen: number): LockedIncident {
  if (!incident) throw new NotFound()
  if (incident.version !== seen) {
    const message = `Someone else changed the incident: you saw version ${seen}, now it is ${incident.version}.`
    throw new Stale({ ...incident }, message, 'incident.changed_meanwhile')
  }
  if (incident.state === 'resolved') throw resolved()
  return incident
}
