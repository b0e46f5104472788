import { RoleFeatureMapping } from './customers.ts'
import { featureKeys } from './features.ts'
import { operation } from './operation.ts'
import { nullable, object, oneOf, pageLimit, type Static, Type } from './schema.ts'
import { SeverityCounts } from './severity.ts'

export const ListedCustomer = object({
  customerId: Type.String(),
  name: Type.String(),
  /** The provider's own: its people are the staff. */
  isProvider: Type.Boolean(),
  openIncidents: SeverityCounts,
})
export type ListedCustomer = Static<typeof ListedCustomer>

export const listCustomers = operation({
  summary: 'All customers by name, with how many incidents are open at each',
  method: 'GET',
  path: '/admin/customer',
  access: 'global-admin',
  query: object({ ...pageLimit, q: Type.Optional(Type.String({ maxLength: 200, description: 'Part of the name, or the id' })) }),
  listOf: ListedCustomer,
})

/** What a customer may have, and what each of its roles allows. */
export const Permissions = object({
  /** The features that are switched on, the upper bound of every role; null: all of them. */
  enabledFeatures: nullable(Type.Array(oneOf(featureKeys))),
  role_feature_mappings: Type.Array(RoleFeatureMapping),
  /** The mapping of the global admin role does not count for this customer. */
  ignoresGlobalAdminMapping: Type.Boolean(),
  /** Goes up with each change. */
  version: Type.Integer(),
})
export type Permissions = Static<typeof Permissions>

export const getPermissions = operation({
  summary: 'The features of a customer, and what its roles allow',
  method: 'GET',
  path: '/admin/customer/:customerId/permission',
  access: 'global-admin',
  result: Permissions,
})

const chosenFeatures = () => Type.Array(oneOf(featureKeys), { maxItems: featureKeys.length })

const NewPermissions = object({
  enabledFeatures: nullable(chosenFeatures()),
  role_feature_mappings: Type.Array(object({ role: Type.String({ minLength: 1, maxLength: 200 }), features: chosenFeatures() }), {
    maxItems: 200,
  }),
  /** The version that the change was made from; another one answers 409. */
  version: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
})
export type NewPermissions = Static<typeof NewPermissions>

export const savePermissions = operation({
  summary: 'Set the features of a customer and what its roles allow; counts from the next request',
  method: 'PUT',
  path: '/admin/customer/:customerId/permission',
  access: 'global-admin',
  body: NewPermissions,
  result: Permissions,
})
