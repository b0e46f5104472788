import { customer, ofCustomers } from '@vakt/contract/customers/of-customers.ts'
import { operation } from '@vakt/contract/operation.ts'
import { object, oneOf, pageLimit, type Static, Type } from '@vakt/contract/schema.ts'
import { entityFilter, ListedEntity } from './entity-list.ts'
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
    severity,
    stale,
    sort: Type.Optional(oneOf(sortsOfAll, { description: '`severity` unless asked for; among equal ones by name' })),
    customer: ofCustomers,
  }),
  listOf: EntityOfCustomer,
})
