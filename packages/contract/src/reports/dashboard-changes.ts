import { overviewAccess } from '@vakt/contract/features.ts'
import { Incident } from '@vakt/contract/incidents/incidents.ts'
import { operation } from '@vakt/contract/operation.ts'
import { moment, nullable, object, oneOf, type Static, Type } from '@vakt/contract/schema.ts'

export const dashboardChangeKinds = ['incident.opened', 'incident.resolved', 'ticket.answered', 'ticket.resolved'] as const
export type DashboardChangeKind = (typeof dashboardChangeKinds)[number]

/** One line of what changed: an incident with its severity, or a ticket with who did it. */
export const DashboardChange = object({
  kind: oneOf(dashboardChangeKinds),
  at: moment(),
  customer: object({ customerId: Type.String(), name: Type.String() }),
  /** Of the incident, or the ticket. */
  id: Type.String(),
  /** The title of the incident, or the subject of the ticket. */
  title: Type.String(),
  severity: nullable(Incident.properties.severity),
  author: nullable(Type.String()),
})
export type DashboardChange = Static<typeof DashboardChange>

export const DashboardChanges = object({
  /** The end of the user's last visit, at most 14 days ago; null on the first visit. */
  since: nullable(moment()),
  incidentsOpened: Type.Integer(),
  incidentsResolved: Type.Integer(),
  /** Tickets with a public comment by another person. */
  ticketsAnswered: Type.Integer(),
  /** Tickets that another person resolved. */
  ticketsResolved: Type.Integer(),
  /** The latest first. */
  changes: Type.Array(DashboardChange, { maxItems: 6 }),
})
export type DashboardChanges = Static<typeof DashboardChanges>

export const getDashboardChanges = operation({
  summary: 'What changed at the customer since the user last looked at its dashboard',
  method: 'GET',
  path: '/customer/:customerId/incident/dashboard-changes',
  access: overviewAccess,
  openToLimited: true,
  result: DashboardChanges,
})

export const getDashboardChangesOfAllCustomers = operation({
  summary: 'What changed at all customers since the user last looked at the dashboard; for the provider',
  method: 'GET',
  path: '/incident/dashboard-changes',
  access: { staff: ['@feature.overview.read'] },
  result: DashboardChanges,
})

export const noteDashboardVisit = operation({
  summary: 'Note that the user looks at the dashboard; at their own customer, for the provider, that of all customers',
  method: 'POST',
  path: '/customer/:customerId/incident/dashboard-visit',
  // Also of staff who see some customers and not the provider: it is the user's own, and nothing of the customer.
  access: 'signed-in',
  openToLimited: true,
  announcesNothing: 'Only the caller’s own next visit reads it.',
  recordsNothing: 'What a user has seen concerns no one else.',
  noIdempotencyKey: 'It changes something once in five minutes at most.',
  tokenAccess: null,
  result: object({ since: DashboardChanges.properties.since }),
})
