import { customer, ofCustomers } from '@vakt/contract/customers/of-customers.ts'
import { environmentAccess } from '@vakt/contract/features.ts'
import { operation } from '@vakt/contract/operation.ts'
import { object, oneOf, pageLimit, type Static, Type } from '@vakt/contract/schema.ts'
import { entityFilter, ListedEntity, placeFilter } from './entity-list.ts'
import { sortsOfAll } from './entity-order.ts'

/** An entity among those of all customers. */
const EntityOfCustomer = object({ ...ListedEntity.properties, customer })
export type EntityOfCustomer = Static<typeof EntityOfCustomer>

const { severity, stale } = entityFilter

export const listEntitiesOfAllCustomers = operation({
  summary: 'The entities of all customers, without those that are hidden, those with the worst open incident first; for the provider',
  method: 'GET',
  path: '/entity',
  access: { staff: ['@feature.myenvironment.read'] },
  query: object({
    ...pageLimit,
    search: Type.Optional(Type.String({ maxLength: 500, description: 'Words of the name, the id and the tags. All must be met.' })),
    ...placeFilter,
    severity,
    stale,
    sort: Type.Optional(oneOf(sortsOfAll, { description: '`severity` unless asked for; among equal ones by name' })),
    customer: ofCustomers,
  }),
  listOf: EntityOfCustomer,
})

export const placeKinds = ['type', 'resourceGroup', 'tag'] as const
export type PlaceKind = (typeof placeKinds)[number]

export const listPlacesOfAllCustomers = operation({
  summary:
    'What the entities of all customers can be filtered by, in order: their types, their resource groups or some of their tags; for the provider',
  method: 'GET',
  path: '/entity/place',
  access: { staff: ['@feature.overview.read', ...environmentAccess] },
  query: object({
    kind: Type.Optional(oneOf(placeKinds, { description: '`type` unless asked for' })),
    search: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'What types and resource groups begin with, and what is anywhere in `key=value` of a tag',
      }),
    ),
    customer: ofCustomers,
  }),
  result: Type.Array(Type.String({ description: 'As the filter of this kind takes it' })),
})
