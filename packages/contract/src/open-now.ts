import { ofCustomers } from '@vakt/contract/customers/of-customers.ts'
import { Incident, ofEntities } from '@vakt/contract/incidents/incidents.ts'
import { ticketStatuses } from '@vakt/contract/tickets/tickets.ts'
import { overviewAccess } from './features.ts'
import { operation } from './operation.ts'
import { moment, nullable, object, oneOf, type Static, several, Type } from './schema.ts'
import { SeverityCounts } from './severity.ts'

const { incidentId, title, finding, severity, state, entity, firingAlerts, openedAt } = Incident.properties

/** An open incident with what people ask first: what, where, since when, who works on it, and what they said last. */
export const OpenIncident = object({
  incidentId,
  title,
  finding,
  severity,
  state,
  entity,
  /** Values of the customer's tag keys in their order; null where the entity lacks the tag. */
  group: Type.Array(nullable(Type.String())),
  /** Null where there is none, and for callers who may not see tickets. */
  ticket: nullable(object({ ticketId: Type.String(), status: oneOf(ticketStatuses) })),
  /** Once it has a ticket, the assignee of that. */
  assignee: nullable(Type.String()),
  /** What a person wrote last that the customer may read, on it or on its ticket, as one line of plain text. */
  latestUpdate: nullable(object({ author: Type.String(), text: Type.String(), at: moment() })),
  firingAlerts,
  openedAt,
  /** Goes up with what people do; to be sent with a change. */
  version: Type.Integer(),
})
export type OpenIncident = Static<typeof OpenIncident>

export const openNowSorts = ['severity', 'longest', 'latest'] as const
export type OpenNowSort = (typeof openNowSorts)[number]

const summary = {
  /** When the server looked. */
  checkedAt: moment(),
  /** Of all open incidents, whatever the filter. */
  totals: object({
    counts: SeverityCounts,
    /** Alerts that fire in them. */
    alerts: Type.Integer(),
    /** Resources that they are about. */
    entities: Type.Integer(),
    unassigned: Type.Integer(),
  }),
  /** How many open incidents the filter lets through. */
  matching: Type.Integer(),
}

const query = {
  ...ofEntities,
  severity: several(Incident.properties.severity),
  sort: Type.Optional(oneOf(openNowSorts, { description: 'The worst first, then the longest open, unless asked for' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 20 })),
}

export const OpenNow = object({
  ...summary,
  /** Whether anything is connected: a monitoring source, a connector, or resources. */
  isConnected: Type.Boolean(),
  /** When a signal, the report of an agent, metrics or resources of a connector last arrived; null: never, or not for long. */
  lastReceivedAt: nullable(moment()),
  /** The monitoring source that sent a signal last. */
  lastSignal: nullable(object({ source: Type.String(), at: moment() })),
  incidents: Type.Array(OpenIncident),
})
export type OpenNow = Static<typeof OpenNow>

export const getOpenNow = operation({
  summary: 'Open incidents with assignee and latest update, the worst first, and how many there are in all',
  method: 'GET',
  path: '/customer/:customerId/incident/open-now',
  access: overviewAccess,
  openToLimited: true,
  query: object(query),
  result: OpenNow,
})

const customer = object({ customerId: Type.String(), name: Type.String() })

export const OpenNowOfAllCustomers = object({
  ...summary,
  /** Customers with an open incident. */
  customers: Type.Integer(),
  incidents: Type.Array(object({ ...OpenIncident.properties, customer })),
})
export type OpenNowOfAllCustomers = Static<typeof OpenNowOfAllCustomers>

export const getOpenNowOfAllCustomers = operation({
  summary: 'Open incidents of all customers, the worst first; for the provider',
  method: 'GET',
  path: '/incident/open-now',
  access: { staff: ['@feature.overview.read'] },
  query: object({ ...query, customer: ofCustomers }),
  result: OpenNowOfAllCustomers,
})
