import { environmentAccess } from '@vakt/contract/features.ts'
import { operation } from '@vakt/contract/operation.ts'
import { object, oneOf, type Static, Type } from '@vakt/contract/schema.ts'
import { SeverityCounts } from '@vakt/contract/severity.ts'

/** How one entity stands to another, said of the first: a database is `part-of` its server, a disk `attached-to` a machine. */
export const relationKinds = ['part-of', 'attached-to', 'in-network', 'guarded-by', 'runs-on', 'logs-to', 'refers-to'] as const
export type RelationKind = (typeof relationKinds)[number]

export const EntityRelation = object({
  kind: oneOf(relationKinds),
  direction: oneOf(['outgoing', 'incoming'], { description: '`incoming`: the other entity stands so to this one' }),
  entity: object({ entityId: Type.String(), name: Type.String(), type: Type.String() }),
  openIncidents: SeverityCounts,
})
export type EntityRelation = Static<typeof EntityRelation>

export const getEntityRelations = operation({
  summary: 'The entities that an entity belongs together with, at most 200 of them, and how many there are',
  method: 'GET',
  path: '/customer/:customerId/entity/:entityId/relation',
  access: environmentAccess,
  openToLimited: true,
  result: object({ relations: Type.Array(EntityRelation), total: Type.Integer() }),
})

export const getEntityProperties = operation({
  summary: 'Everything that the cloud says of an entity, as it says it',
  method: 'GET',
  path: '/customer/:customerId/entity/:entityId/properties',
  access: environmentAccess,
  openToLimited: true,
  result: object({ properties: Type.Record(Type.String(), Type.Unknown()) }),
})
