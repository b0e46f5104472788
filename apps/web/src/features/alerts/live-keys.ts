import { holds, isOfCustomer, isOfCustomerOrAll, type LiveKeys } from '#web/platform/live-keys.ts'

export const alerts: LiveKeys = {
  'alert.changed': (event, queryKey) => {
    const [, , part, id] = queryKey
    return isOfCustomerOrAll(event, queryKey) && (part === 'list' || part === 'count' || (part === 'one' && holds(event.alertIds, id)))
  },
  'incident.changed': (event, queryKey) => {
    const [, , part, id] = queryKey
    return isOfCustomer(event, queryKey) && (part === 'in-incident' || part === 'of-incident') && holds(event.incidentIds, id)
  },
}
