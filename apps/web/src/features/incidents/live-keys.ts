import { allCustomers } from '#web/platform/all-customers.ts'
import { holds, isOfCustomer, type LiveKeys } from '#web/platform/live-keys.ts'

export const incidents: LiveKeys = {
  'incident.changed': (event, queryKey) => {
    const [, scope, part, id] = queryKey
    return scope === allCustomers || (isOfCustomer(event, queryKey) && (part !== 'one' || holds(event.incidentIds, id)))
  },
  // Who works on an incident, and what they said last, is in its ticket.
  'ticket.changed': (event, queryKey) => queryKey[1] === allCustomers || (queryKey[2] === 'open-now' && isOfCustomer(event, queryKey)),
}
