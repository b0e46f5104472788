import type { LiveEvent } from '@vakt/contract/live/live-events.ts'
import { allCustomers } from './all-customers.ts'

type Asked = { queryKey: readonly unknown[]; data?: unknown }

const holds = (ids: string[] | undefined, id: unknown) => !ids || ids.includes(String(id))

/** Parts of an entity that its alerts and incidents do not change. */
const withoutIncidents = ['properties', 'history', 'settings', 'dashboard-filters', 'incident-filter']

/** Parts of service windows that say what is held. */
const ofHeldAlerts = ['now', 'occurrences', 'held']

function incidentOf(data: unknown): string | undefined {
  return (data as { incident?: { incidentId?: string } | null } | undefined)?.incident?.incidentId
}

function isOfTickets([, , part, id]: readonly unknown[], ids: string[] | undefined): boolean {
  if (part === 'list' || part === 'count') return true
  return part !== 'similar' && holds(ids, id)
}

function isOfIncidents(
  [feature, customerId, part, id]: readonly unknown[],
  event: LiveEvent & { type: 'incident.changed' },
  data: unknown,
) {
  if (feature === 'incidents' && customerId === allCustomers) return true
  if (feature === 'paging') return customerId === 'pages'
  if (customerId !== event.customerId) return false
  const { incidentIds } = event
  if (feature === 'incidents') return part !== 'one' || holds(incidentIds, id)
  if (feature === 'alerts') return (part === 'in-incident' || part === 'of-incident') && holds(incidentIds, id)
  if (feature === 'entities') return !withoutIncidents.includes(String(part))
  return feature === 'tickets' && part === 'one' && data !== undefined && holds(incidentIds, incidentOf(data) ?? '')
}

/** Whether what a query was answered may have changed by this event. Queries are named `[feature, customerId, part, id …]`. */
export function isAffected(event: LiveEvent, { queryKey, data }: Asked): boolean {
  const [feature, customerId, part, id] = queryKey
  const isOfCustomer = customerId === event.customerId
  switch (event.type) {
    case 'alert.changed':
      if (feature === 'service-windows') return isOfCustomer && ofHeldAlerts.includes(String(part))
      return (
        feature === 'alerts' &&
        (isOfCustomer || customerId === allCustomers) &&
        (part === 'list' || part === 'count' || (part === 'one' && holds(event.alertIds, id)))
      )
    case 'incident.changed':
      return isOfIncidents(queryKey, event, data)
    case 'ticket.changed':
      // Who works on an incident, and what they said last, is in its ticket.
      if (feature === 'incidents') return customerId === allCustomers || (part === 'open-now' && isOfCustomer)
      return feature === 'tickets' && (isOfCustomer || customerId === allCustomers) && isOfTickets(queryKey, event.ticketIds)
    case 'ticket.presence':
      return feature === 'ticket-presence' && isOfCustomer && (!event.ticketId || part === event.ticketId)
    case 'entity.changed':
      return (feature === 'entities' || feature === 'cloudops') && isOfCustomer
    case 'monitoring-source.changed':
      return feature === 'monitoring-sources'
    case 'notification.changed':
      return feature === 'notifications'
    case 'unmatched.changed':
      return feature === 'unmatched-signals' && ['list', 'bindings', 'set-aside'].includes(String(customerId))
    case 'outbox.changed':
      return feature === 'outbox' && customerId !== 'mail'
    case 'service-window.changed':
      return feature === 'service-windows' && (isOfCustomer || customerId === allCustomers)
    case 'content.changed':
      return event.content.some((name) => name === feature)
    case 'access.changed':
      return true
    default:
      // `connector.changed` is of the customer's `connectors`.
      return isOfCustomer && feature === `${(event as LiveEvent).type.split('.')[0]}s`
  }
}
