import { Closing } from '@vakt/contract/customers/customer-closing.ts'
import { RoleFeatureMapping } from '@vakt/contract/customers/customers.ts'
import { customerLabels } from '@vakt/contract/customers/of-customers.ts'
import { customerChoiceAccess, featureKeys, ownRolePrefix, staffRoles } from '@vakt/contract/features.ts'
import { operation } from '@vakt/contract/operation.ts'
import { moment, nullable, object, oneLine, oneOf, pageLimit, type Static, Type } from '@vakt/contract/schema.ts'
import { SeverityCounts } from '@vakt/contract/severity.ts'

export const ListedCustomer = object({
  customerId: Type.String(),
  name: Type.String(),
  /** The provider's own: its people are the staff. */
  isProvider: Type.Boolean(),
  openIncidents: SeverityCounts,
  /** Whether anything is connected: a monitoring source, a connector, or resources. */
  isConnected: Type.Boolean(),
  /** Of one that has left. */
  closing: nullable(Closing),
  /** Of one that was erased: this line is all that is left of it. */
  erased: nullable(object({ at: moment(), by: Type.String() })),
})
export type ListedCustomer = Static<typeof ListedCustomer>

export const listCustomers = operation({
  summary: 'All customers by name, with how many incidents are open at each',
  method: 'GET',
  path: '/admin/customer',
  access: customerChoiceAccess,
  query: object({
    ...pageLimit,
    q: Type.Optional(Type.String({ maxLength: 200, description: 'Part of the name, or the id' })),
    closed: Type.Optional(Type.Boolean({ description: 'Those that have left, instead of all others' })),
  }),
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
  summary: 'The features of a customer, and what its roles allow. For its administrators and staff',
  method: 'GET',
  path: '/admin/customer/:customerId/permission',
  access: 'administrators',
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
  recordsItself: ['permissions.change'],
  body: NewPermissions,
  result: Permissions,
})

/** Who a customer is, and by what its people are known when they first sign in. */
export const CustomerRecord = object({
  customerId: Type.String(),
  name: Type.String(),
  isProvider: Type.Boolean(),
  /** Anyone who signs in with a verified address of these domains belongs to the customer. */
  emailDomains: Type.Array(Type.String()),
  /** Tenants of the identity provider whose people belong to the customer. */
  tenants: Type.Array(Type.String()),
  /** Of the provider: the role at all customers of people who come in by these rules, one that it made itself or one of the four; null: none. */
  welcomeRole: nullable(Type.String()),
  labels: Type.Array(Type.String()),
  createdAt: moment(),
  /** Goes up with each change. */
  version: Type.Integer(),
})
export type CustomerRecord = Static<typeof CustomerRecord>

export const getCustomerRecord = operation({
  summary: 'Who a customer is, and by what its people are known at sign-in',
  method: 'GET',
  path: '/admin/customer/:customerId',
  access: 'global-admin',
  result: CustomerRecord,
})

const domain = () =>
  Type.String({
    maxLength: 253,
    pattern: '^([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z0-9-]{2,63}$',
    messages: { pattern: 'customers.domain_wrong' },
  })
const tenant = () => Type.String({ maxLength: 200, pattern: '^[A-Za-z0-9._:-]+$', messages: { pattern: 'customers.tenant_wrong' } })

const customerFields = () => ({
  name: oneLine({ minLength: 1, maxLength: 200, messages: { minLength: 'customers.name_empty' } }),
  emailDomains: Type.Array(domain(), { maxItems: 50 }),
  tenants: Type.Array(tenant(), { maxItems: 50 }),
})

export const NewCustomer = object({
  customerId: Type.String({
    maxLength: 64,
    pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$',
    description: 'Letters, digits and . _ -, for good: it is part of every address',
    messages: { pattern: 'customers.id_wrong' },
  }),
  ...customerFields(),
  labels: Type.Optional(customerLabels()),
})
export type NewCustomer = Static<typeof NewCustomer>

export const createCustomer = operation({
  summary: 'Create a customer, with the usual roles',
  method: 'POST',
  path: '/admin/customer',
  access: 'global-admin',
  announces: { content: ['customers'], to: 'staff' },
  recordsItself: ['customer.create'],
  body: NewCustomer,
  result: CustomerRecord,
})

export const CustomerChange = object({
  ...customerFields(),
  /** Of the provider only; what is left out stays. */
  welcomeRole: Type.Optional(nullable(Type.String({ pattern: `^(${staffRoles.join('|')}|${ownRolePrefix}[a-z0-9-]{1,60})$` }))),
  /** What is left out stays. */
  labels: Type.Optional(customerLabels()),
  /** The version that the change was made from; another one answers 409. */
  version: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
})
export type CustomerChange = Static<typeof CustomerChange>

export const changeCustomer = operation({
  summary: 'Change the name of a customer, and by what its people are known at sign-in',
  method: 'PUT',
  path: '/admin/customer/:customerId',
  access: 'global-admin',
  recordsItself: ['customer.change'],
  body: CustomerChange,
  result: CustomerRecord,
})
