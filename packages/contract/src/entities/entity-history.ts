import { environmentAccess } from '@vakt/contract/features.ts'
import { operation } from '@vakt/contract/operation.ts'
import { moment, nullable, object, oneOf, pageLimit, type Static, several, Type } from '@vakt/contract/schema.ts'
import { entityChangeKinds } from './entity-change-kinds.ts'

export const EntityHistoryEntry = object({
  at: moment(),
  kind: oneOf(entityChangeKinds),
  /** `name`, `tags.environment`, `properties.sku`, …; null unless changed. */
  field: nullable(Type.String()),
  before: Type.Unknown(),
  after: Type.Unknown(),
})
export type EntityHistoryEntry = Static<typeof EntityHistoryEntry>

export const listEntityHistory = operation({
  summary: 'What changed about an entity between the runs of its connectors, the latest first',
  method: 'GET',
  path: '/customer/:customerId/entity/:entityId/history',
  access: environmentAccess,
  openToLimited: true,
  query: object(pageLimit),
  listOf: EntityHistoryEntry,
})

/** A change of one entity among those of all. */
export const InventoryChange = object({
  changeId: Type.String(),
  ...EntityHistoryEntry.properties,
  entityId: Type.String(),
  name: Type.String(),
  type: Type.String(),
})
export type InventoryChange = Static<typeof InventoryChange>

export const listInventoryChanges = operation({
  summary: 'What changed in the inventory between the runs of its connectors, the latest first',
  method: 'GET',
  path: '/customer/:customerId/entity/change',
  access: environmentAccess,
  query: object({
    ...pageLimit,
    q: Type.Optional(Type.String({ maxLength: 200, description: 'Part of the name' })),
    kind: several(oneOf(entityChangeKinds)),
    from: Type.Optional(moment()),
    /** Not included itself, so that days can follow on each other. */
    to: Type.Optional(moment()),
    /** Values of the customer's tag keys in their order; an empty value means entities without the tag. */
    group: several(Type.String({ maxLength: 256 })),
    latest: Type.Optional(
      Type.Boolean({ description: 'Of each resource only the latest change of each kind, so that there are as many as reports count' }),
    ),
  }),
  listOf: InventoryChange,
})
