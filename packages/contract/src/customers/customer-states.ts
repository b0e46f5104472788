import { customerChoiceAccess } from '@vakt/contract/features.ts'
import { Incident } from '@vakt/contract/incidents/incidents.ts'
import { operation } from '@vakt/contract/operation.ts'
import { moment, nullable, object, type Static, Type } from '@vakt/contract/schema.ts'
import { SeverityCounts } from '@vakt/contract/severity.ts'

const { incidentId, title, finding, severity } = Incident.properties

export const CustomerState = object({
  customerId: Type.String(),
  name: Type.String(),
  /** Of the groups that it is in. */
  labels: Type.Array(Type.String()),
  openIncidents: SeverityCounts,
  /** The worst open incident, of those the one that is open the longest. */
  worst: nullable(object({ incidentId, title, finding, severity })),
  /** When the incident was opened that no one has acknowledged for the longest time. */
  oldestUnacknowledged: nullable(moment()),
  /** Open tickets whose next service-level target is missed. */
  breachingTickets: Type.Integer(),
  silentSources: Type.Integer(),
  /** Whether anything is connected: a monitoring source, a connector, or resources. */
  isConnected: Type.Boolean(),
  /** When a signal, the report of an agent, metrics or resources of a connector last arrived; null: never, or not for long. */
  lastReceivedAt: nullable(moment()),
  /** Incidents opened on each of the past 30 days of 24 hours, the last 24 hours last. */
  trend: Type.Array(Type.Integer(), { minItems: 30, maxItems: 30 }),
})
export type CustomerState = Static<typeof CustomerState>

export const listCustomerStates = operation({
  summary: 'How each customer is, those with the worst incidents first, with the tickets that need someone; for the provider',
  method: 'GET',
  path: '/incident/customer-state',
  access: customerChoiceAccess,
  result: object({
    customers: Type.Array(CustomerState, { description: 'At most 1,000, those that need someone first' }),
    /** Open tickets over all customers, as the ready-made views of the inbox show them. */
    tickets: object({ unassigned: Type.Integer(), breaching: Type.Integer(), mine: Type.Integer(), waiting: Type.Integer() }),
  }),
})
