import { readTag } from '@vakt/domain/resource-limit.ts'
import type { Put } from '#server/platform/database/gather-values.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

/** What rows are filtered by that are about an entity: where it belongs. Several values of one kind, or of one tag key: any of them. */
export type PlaceFilter = {
  type?: string[] | undefined
  /** An empty one: of none. */
  resourceGroup?: string[] | undefined
  /** `key=value`, as for the list of entities. */
  tag?: string[] | undefined
}

const lower = (values: readonly string[]) => values.map((value) => value.toLowerCase())
const tagsByKey = (tags: readonly string[] = []) => [...Map.groupBy(tags.map(readTag), ({ key }) => key)]

export const hasPlace = ({ type, resourceGroup, tag }: PlaceFilter): boolean => Boolean(type || resourceGroup || tag?.length)

/** Conditions on the entity `e`. */
export const placeConditions = ({ type, resourceGroup, tag }: PlaceFilter, put: Put): string[] => [
  ...(type ? [`lower(e.type) = any(${put(lower(type))}::text[])`] : []),
  ...(resourceGroup ? [`lower(coalesce(e.resource_group, '')) = any(${put(lower(resourceGroup))}::text[])`] : []),
  ...tagsByKey(tag).map(([key, pairs]) => `e.tags ->> ${put(key)}::text = any(${put(pairs.map(({ value }) => value))}::text[])`),
]

/** As `entity_marks` of the database has them before they are hashed. */
const marksOf = ({ type, resourceGroup, tag }: PlaceFilter): string[][] => [
  ...(type ? [lower(type).map((one) => `type:${one}`)] : []),
  ...(resourceGroup ? [lower(resourceGroup).map((one) => `group:${one}`)] : []),
  ...tagsByKey(tag).map(([, pairs]) => pairs.map(({ key, value }) => `tag:${key}\n${value}`)),
]

export type EntitiesOfPlace = { customerIds: string[]; entityIds: string[] }

const mostFound = 5000

/**
 * Entities of a place, of these customers or of all that the transaction sees, of which the list asks each once more; undefined without such a filter,
 * and where they are so many that the list comes to enough of them as it is read in its order.
 */
export async function findEntitiesOfPlace(
  transaction: Transaction,
  filter: PlaceFilter,
  customers: readonly string[] | undefined,
): Promise<EntitiesOfPlace | undefined> {
  if (!hasPlace(filter)) return undefined
  const { rows } = await transaction.query<{ customerId: string; entityId: string }>(
    'select customer_id as "customerId", entity_id as "entityId" from find_entities($1::jsonb, $2, $3)',
    [JSON.stringify(marksOf(filter)), customers ?? null, mostFound + 1],
  )
  if (rows.length > mostFound) return undefined
  return { customerIds: rows.map(({ customerId }) => customerId), entityIds: rows.map(({ entityId }) => entityId) }
}

/** Only rows about these; `alias` has a customer and an entity. */
export const ofFoundEntities = (alias: string, found: EntitiesOfPlace | undefined, put: Put): string[] =>
  found
    ? [
        `(${alias}.customer_id, ${alias}.entity_id) in (select * from unnest(${put(found.customerIds)}::text[], ${put(found.entityIds)}::uuid[]))`,
      ]
    : []
