import { featureKeys } from '@vakt/contract/features.ts'
import { operation } from '@vakt/contract/operation.ts'
import { customerParameters, nullable, object, oneOf, type Static, Type } from '@vakt/contract/schema.ts'

/** Of which tickets a customer's people set the priority. */
export const priorityRights = ['own', 'all', 'none'] as const

export const RoleFeatureMapping = object({
  role: Type.String(),
  features: Type.Array(oneOf(featureKeys)),
})
export type RoleFeatureMapping = Static<typeof RoleFeatureMapping>

export const Customer = object({
  customer_id: Type.String(),
  customer_name: Type.String(),
  /** The provider itself, whose people are managed by its administrators alone. */
  isProvider: Type.Boolean(),
  role_feature_mappings: Type.Array(RoleFeatureMapping),
  /** The features that are switched on for this customer, the upper bound of every role; null: all of them. */
  enabledFeatures: nullable(Type.Array(oneOf(featureKeys))),
  /** The mapping of the global admin role does not count for this customer. */
  ignoresGlobalAdminMapping: Type.Boolean(),
  /** The tag keys by which its entities are grouped, outer first. */
  tagKeys: Type.Array(Type.String()),
  /** Of which tickets its people set the priority. */
  customerPriority: oneOf(priorityRights),
})
export type Customer = Static<typeof Customer>

export const getCustomer = operation({
  summary: 'A customer: its name, what its roles allow, how its entities are grouped',
  method: 'GET',
  path: '/customer/:customerId',
  access: 'signed-in',
  openToLimited: true,
  isUncached: true,
  result: Customer,
})

export { customerParameters }
