import { isOfCustomer, isOfCustomerOrAll, type LiveKeys } from '#web/platform/live-keys.ts'

/** Parts of service windows that say what is held. */
const ofHeldAlerts = ['now', 'occurrences', 'held']

export const serviceWindows: LiveKeys = {
  'service-window.changed': isOfCustomerOrAll,
  'alert.changed': (event, queryKey) => isOfCustomer(event, queryKey) && ofHeldAlerts.includes(String(queryKey[2])),
}
