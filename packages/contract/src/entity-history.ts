import { environmentAccess } from './features.ts'
import { operation } from './operation.ts'
import { moment, nullable, object, oneOf, pageLimit, type Static, Type } from './schema.ts'

export const EntityHistoryEntry = object({
  at: moment(),
  kind: oneOf(['added', 'changed', 'gone', 'returned']),
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
  query: object(pageLimit),
  listOf: EntityHistoryEntry,
})
