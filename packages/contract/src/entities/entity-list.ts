import { environmentAccess } from '@vakt/contract/features.ts'
import { operation } from '@vakt/contract/operation.ts'
import { moment, nullable, object, oneOf, pageLimit, type Static, several, Type } from '@vakt/contract/schema.ts'
import { SeverityCounts, severities } from '@vakt/contract/severity.ts'
import { entitySorts, severitiesNow } from './entity-order.ts'

/** What stands out about an entity now, the most pressing alone. */
const healthMarks = ['incident', 'held', 'no-data', 'agent-silent', 'nothing-received', 'good'] as const
export const EntityHealth = object({
  mark: oneOf(healthMarks),
  /** Of the worst open incident. */
  severity: nullable(oneOf(severities)),
})
export type EntityHealth = Static<typeof EntityHealth>

export const ListedEntity = object({
  entityId: Type.String(),
  name: Type.String(),
  type: Type.String(),
  subtype: nullable(Type.String()),
  health: EntityHealth,
  openIncidents: SeverityCounts,
  resourceGroup: nullable(Type.String()),
  container: nullable(object({ id: Type.String(), name: Type.String() })),
  region: nullable(Type.String()),
  status: nullable(Type.String()),
  source: Type.String(),
  cloudOpsMapped: Type.Boolean(),
  /** By itself, or by its type. */
  hidden: Type.Boolean(),
  stale: Type.Boolean(),
  modified: moment(),
  /** The id in its cloud, as the source wrote it. */
  externalId: Type.String(),
  tags: Type.Record(Type.String(), Type.String()),
})
export type ListedEntity = Static<typeof ListedEntity>

const longest = 1024
const value = () => Type.String({ maxLength: longest })

export const entityFilter = {
  search: Type.Optional(Type.String({ maxLength: 500, description: 'Words of the name, the id and the tags. All must be met.' })),
  subscription: several(value()),
  resourceGroup: Type.Optional(Type.Array(value(), { maxItems: 50, description: 'In any case; an empty one: of none' })),
  type: several(value()),
  region: several(value()),
  source: several(value()),
  tag: Type.Optional(
    Type.Array(Type.String({ minLength: 2, maxLength: 2 * longest, pattern: '=' }), {
      maxItems: 50,
      description: '`key=value`, where = and % of the key are written as %3D and %25. Values of one key: any of them; keys: all of them.',
    }),
  ),
  withoutTag: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: longest }), {
      maxItems: 50,
      description: 'Keys. Beside values of the same key: with one of these, or without the tag.',
    }),
  ),
  severity: Type.Optional(Type.Array(oneOf(severitiesNow), { maxItems: 5, description: 'Of the worst open incident; `good`: none' })),
  cloudOpsMapped: Type.Optional(Type.Boolean()),
  stale: Type.Optional(Type.Boolean()),
  knownFrom: Type.Optional(
    moment({ description: 'Those that Vakt knew at some time of this period, and that had not gone from their source by then' }),
  ),
  /** Not included itself; the same moment as `knownFrom`: those that were known right before it. */
  knownTo: Type.Optional(moment()),
  withHidden: Type.Optional(Type.Boolean({ description: 'Also those that are hidden, by themselves or by their type' })),
}
/** Only what is about entities like these. */
export const placeFilter = { resourceGroup: entityFilter.resourceGroup, type: entityFilter.type, tag: entityFilter.tag }

const EntityFilter = object(entityFilter)
export type EntityFilter = Static<typeof EntityFilter>

export const listEntities = operation({
  summary: 'Entities, by name unless another order is asked for',
  method: 'GET',
  path: '/customer/:customerId/entity',
  access: environmentAccess,
  openToLimited: true,
  query: object({
    ...pageLimit,
    ...entityFilter,
    sort: Type.Optional(oneOf(entitySorts)),
    direction: Type.Optional(
      oneOf(['asc', 'desc'], {
        description: 'Names from the first, severities from the worst and changes from the latest, unless asked for',
      }),
    ),
  }),
  listOf: ListedEntity,
})

const choice = object({ value: Type.String(), label: Type.String(), count: Type.Integer() })
const yesOrNo = object({ yes: Type.Integer(), no: Type.Integer() })

/** How many there are of each option of a filter, of those that all other filters let through. */
export const EntityCounts = object({
  matching: Type.Integer(),
  /** Without any filter. */
  all: Type.Integer(),
  /** Those that would match, were they not hidden. */
  hidden: Type.Integer(),
  /** Of those that match: by the worst open incident. */
  bySeverity: SeverityCounts,
  subscription: Type.Array(choice),
  resourceGroup: Type.Array(choice),
  type: Type.Array(choice),
  region: Type.Array(choice),
  source: Type.Array(choice),
  severity: object({ ...SeverityCounts.properties, good: Type.Integer() }),
  cloudOpsMapped: yesOrNo,
  stale: yesOrNo,
  tags: Type.Array(
    object({
      key: Type.String(),
      count: Type.Integer(),
      missing: Type.Integer(),
      /** Of the keys that were asked for by `tagKey`; of the others there are none. */
      values: Type.Array(object({ value: Type.String(), count: Type.Integer() })),
    }),
  ),
})
export type EntityCounts = Static<typeof EntityCounts>

export const countEntities = operation({
  summary: 'How many entities each option of each filter has, with the other filters as they are',
  method: 'GET',
  path: '/customer/:customerId/entity/count',
  access: environmentAccess,
  openToLimited: true,
  query: object({
    ...entityFilter,
    tagKey: Type.Optional(Type.Array(Type.String({ maxLength: longest }), { maxItems: 50, description: 'Keys whose values to count too' })),
  }),
  result: EntityCounts,
})

export const EntityGroup = object({
  /** Null: those that have none. */
  value: nullable(Type.String()),
  label: nullable(Type.String()),
  entities: Type.Integer(),
  /** By the worst open incident of each. */
  bySeverity: SeverityCounts,
})
export type EntityGroup = Static<typeof EntityGroup>

export const groupEntities = operation({
  summary: 'The groups that entities form, by name, at most 5,000 of them',
  method: 'GET',
  path: '/customer/:customerId/entity/group',
  access: environmentAccess,
  openToLimited: true,
  query: object({
    ...entityFilter,
    by: Type.Optional(
      Type.String({
        maxLength: longest + 4,
        pattern: '^(resourceGroup|subscription|type|region|tag:.+)$',
        description: '`resourceGroup`, which it is unless asked for, `subscription`, `type`, `region`, or `tag:` and a key',
      }),
    ),
  }),
  result: object({ groups: Type.Array(EntityGroup), total: Type.Integer() }),
})
