import { customer, ofCustomers } from '@vakt/contract/customers/of-customers.ts'
import { operation } from '@vakt/contract/operation.ts'
import { moment, nullable, object, oneOf, pageLimit, type Static, several, Type } from '@vakt/contract/schema.ts'
import { integrationCapabilities, integrationKindNames, integrationStates } from './integration-states.ts'

export const Integration = object({
  kind: oneOf(integrationKindNames),
  integrationId: Type.String(),
  name: Type.String(),
  state: oneOf(integrationStates),
  /** Since when it is in this state; null where that is not known. */
  since: nullable(moment()),
  /** When it last delivered: a signal, a complete run, a message, a call, an opening. */
  lastSignalAt: nullable(moment()),
  /** When its secret expires, where it does. */
  expiresAt: nullable(moment()),
  /** A word of the kind for why it is in this state. */
  reason: nullable(Type.String()),
  /** What the other side said. */
  detail: nullable(Type.String()),
  /** The path of its details in the portal; null for users who have no such screen. */
  address: nullable(Type.String()),
})
export type Integration = Static<typeof Integration>

const IntegrationOfCustomer = object({ ...Integration.properties, customer })
export type IntegrationOfCustomer = Static<typeof IntegrationOfCustomer>

const IntegrationKind = object({
  kind: oneOf(integrationKindNames),
  capabilities: Type.Array(oneOf(integrationCapabilities)),
  count: Type.Integer(),
  /** The path of the list of this kind in the portal; null for users who have no such screen. */
  address: nullable(Type.String()),
  /** The path of the form that connects one more; null where there is none. */
  connectAt: nullable(Type.String()),
})
export type IntegrationKind = Static<typeof IntegrationKind>

const IntegrationOverview = object({
  counts: Type.Array(object({ state: oneOf(integrationStates), count: Type.Integer() })),
  /** The worst of those that need someone: failing, silent, late or expiring. */
  worst: nullable(IntegrationOfCustomer),
  /** What there is and what can be connected. */
  kinds: Type.Array(IntegrationKind),
})
export type IntegrationOverview = Static<typeof IntegrationOverview>

const filter = {
  q: Type.Optional(Type.String({ maxLength: 200 })),
  kind: several(oneOf(integrationKindNames)),
  state: several(oneOf(integrationStates)),
}

const ofCustomer = '/customer/:customerId/integration' as const

export const listIntegrations = operation({
  summary: 'What is connected for a customer and how it works, the worst first. For its administrators and the provider’s staff',
  method: 'GET',
  path: ofCustomer,
  access: 'administrators',
  query: object({ ...pageLimit, ...filter }),
  listOf: Integration,
})

export const getIntegrationOverview = operation({
  summary: 'How many integrations of a customer are in which state, and what can be connected',
  method: 'GET',
  path: `${ofCustomer}/overview`,
  access: 'administrators',
  result: IntegrationOverview,
})

export const listIntegrationsOfAllCustomers = operation({
  summary: 'What is connected for all customers and how it works, the worst first; for the provider',
  method: 'GET',
  path: '/admin/integration',
  access: 'global-admin',
  query: object({ ...pageLimit, ...filter, customer: ofCustomers }),
  listOf: IntegrationOfCustomer,
})

export const getIntegrationOverviewOfAllCustomers = operation({
  summary: 'How many integrations of all customers are in which state, and what can be connected; for the provider',
  method: 'GET',
  path: '/admin/integration/overview',
  access: 'global-admin',
  result: IntegrationOverview,
})
