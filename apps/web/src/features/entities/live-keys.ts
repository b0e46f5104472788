import { isOfCustomerOrAll, type LiveKeys } from '#web/platform/live-keys.ts'

/** Parts of an entity that its alerts and incidents do not change. */
const withoutIncidents = ['properties', 'history', 'settings', 'dashboard-filters', 'incident-filter', 'places']

export const entities: LiveKeys = {
  'entity.changed': isOfCustomerOrAll,
  'incident.changed': (event, queryKey) => isOfCustomerOrAll(event, queryKey) && !withoutIncidents.includes(String(queryKey[2])),
}
