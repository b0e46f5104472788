import { holds, isOfCustomer, isOfCustomerOrAll, type LiveKeys } from '#web/platform/live-keys.ts'

const incidentOf = (data: unknown) => (data as { incident?: { incidentId?: string } | null } | undefined)?.incident?.incidentId

export const tickets: LiveKeys = {
  'ticket.changed': (event, queryKey) => {
    const [, , part, id] = queryKey
    if (!isOfCustomerOrAll(event, queryKey)) return false
    return part === 'list' || part === 'count' || (part !== 'similar' && holds(event.ticketIds, id))
  },
  'incident.changed': (event, queryKey, data) =>
    isOfCustomer(event, queryKey) && queryKey[2] === 'one' && data !== undefined && holds(event.incidentIds, incidentOf(data) ?? ''),
}

export const ticketPresence: LiveKeys = {
  'ticket.presence': (event, queryKey) => isOfCustomer(event, queryKey) && (!event.ticketId || queryKey[2] === event.ticketId),
}
