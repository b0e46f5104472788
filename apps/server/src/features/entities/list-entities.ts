import type {
  countEntities as contractCount,
  groupEntities as contractGroup,
  listEntities as contractList,
  EntityCounts,
  EntityFilter,
  EntityGroup,
  ListedEntity,
} from '@vakt/contract/entities/entity-list.ts'
import type { EntitySort } from '@vakt/contract/entities/entity-order.ts'
import type { QueryOf } from '@vakt/contract/operation.ts'
import { judgeEntityHealth } from '@vakt/domain/entity-health.ts'
import { readTag } from '@vakt/domain/resource-limit.ts'
import type { Context, LimitedSight } from '#server/platform/context.ts'
import { inOneStatement } from '#server/platform/database/transaction.ts'
import type { Listing } from '#server/platform/http/serve.ts'
import { countFiltered } from './count-inventory.ts'
import { readListRows } from './entity-list-table.ts'
import type { ListedEntityRow } from './entity-table.ts'
import { type FilteredInventory, filterInventory } from './filter-inventory.ts'
import { groupFiltered } from './group-inventory.ts'
import type { Inventory } from './inventory.ts'
import { findPosition, type Place, placeOf, readOrder } from './inventory-order.ts'
import { type CurrentInventory, readCurrentInventory } from './keep-inventory.ts'

const mostGroups = 5000
const mostSifted = 8

const filteredOf = new WeakMap<Inventory, Map<string, FilteredInventory>>()
const countsOf = new WeakMap<FilteredInventory, Map<string, EntityCounts>>()

/** A list and its counts ask for the same within a moment: the last few are kept until something changes. */
export function filterCurrent(
  { inventory, hiddenTypes }: CurrentInventory,
  filter: EntityFilter,
  limitedSight: LimitedSight | undefined,
): FilteredInventory {
  const key = JSON.stringify([inventory.version, hiddenTypes, filter, limitedSight])
  const known = filteredOf.get(inventory) ?? new Map<string, FilteredInventory>()
  filteredOf.set(inventory, known)
  const filtered = known.get(key) ?? filterInventory(inventory, filter, hiddenTypes, limitedSight)
  known.delete(key)
  known.set(key, filtered)
  for (const old of [...known.keys()].slice(0, -mostSifted)) known.delete(old)
  return filtered
}

type Page = { sort: EntitySort; direction: 1 | -1; after: readonly string[] | null; limit: number }

const isNumeric = (sort: EntitySort) => sort === 'severity' || sort === 'modified'
const readPlace = (sort: EntitySort, [value = '', name = '', id = '']: readonly string[]): Place => [
  isNumeric(sort) ? Number(value) : value,
  name,
  id,
]

/** The ids of a page, and where the next one begins. */
function pageOf(
  { inventory, rejectedBy }: FilteredInventory,
  { sort, direction, after, limit }: Page,
): { ids: string[]; next: string[] | null } {
  const order = readOrder(inventory, sort)
  const rows: number[] = []
  let at = after ? findPosition(inventory, sort, order, readPlace(sort, after), direction) : direction === 1 ? 0 : order.length - 1
  for (; at >= 0 && at < order.length && rows.length <= limit; at += direction) {
    const row = order[at] as number
    if (rejectedBy[row] === 0) rows.push(row)
  }
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const more = rows.length > limit && last !== undefined
  return { ids: shown.map((row) => inventory.ids[row] ?? ''), next: more ? placeOf(inventory, sort, last).map(String) : null }
}

export function presentListed(
  { containerId, containerName, modified, isReceivedLately, ...facts }: ListedEntityRow,
  hiddenTypes: readonly string[],
): ListedEntity {
  return {
    ...facts,
    container: containerId === null ? null : { id: containerId, name: containerName ?? containerId },
    hidden: facts.hidden || hiddenTypes.includes(facts.type.toLowerCase()),
    modified: modified.toISOString(),
    health: judgeEntityHealth({ ...facts, isUnheard: !isReceivedLately }),
  }
}

function splitQuery<Query extends EntityFilter & { limit?: number; format?: unknown; sort?: EntitySort; direction?: 'asc' | 'desc' }>(
  query: Query,
) {
  const { limit = 50, format: _, sort = 'name', direction = 'asc', ...filter } = query
  return { filter, sort, direction: direction === 'asc' ? (1 as const) : (-1 as const), limit }
}

export async function listEntities(
  context: Context,
  customerId: string,
  query: QueryOf<typeof contractList>,
  after: readonly string[] | null,
): Promise<Listing<ListedEntity>> {
  const { filter, ...order } = splitQuery(query)
  const current = await readCurrentInventory(context.pool, customerId)
  const { ids, next } = pageOf(filterCurrent(current, filter, context.limitedSight), { ...order, after })
  const rows = ids.length > 0 ? await inOneStatement(context, customerId, (transaction) => readListRows(transaction, customerId, ids)) : []
  const byId = new Map(rows.map((row) => [row.entityId, row]))
  // One that is gone by now is left out.
  return { rows: ids.flatMap((id) => byId.get(id) ?? []).map((row) => presentListed(row, current.hiddenTypes)), next }
}

export async function countEntities(
  context: Context,
  customerId: string,
  { tagKey = [], ...filter }: QueryOf<typeof contractCount>,
): Promise<EntityCounts> {
  const current = await readCurrentInventory(context.pool, customerId)
  const filtered = filterCurrent(current, filter, context.limitedSight)
  const known = countsOf.get(filtered) ?? new Map<string, EntityCounts>()
  countsOf.set(filtered, known)
  const key = JSON.stringify(tagKey)
  const counts =
    known.get(key) ??
    countFiltered(filtered, {
      hiddenTypes: current.hiddenTypes,
      withHidden: filter.withHidden ?? false,
      tagKeys: tagKey,
      chosen: filter,
      chosenTags: (filter.tag ?? []).map(readTag),
    })
  if (known.size < mostSifted) known.set(key, counts)
  return counts
}

export async function groupEntities(
  context: Context,
  customerId: string,
  { by = 'resourceGroup', ...filter }: QueryOf<typeof contractGroup>,
): Promise<{ groups: EntityGroup[]; total: number }> {
  const groups = groupFiltered(filterCurrent(await readCurrentInventory(context.pool, customerId), filter, context.limitedSight), by)
  return { groups: groups.slice(0, mostGroups), total: groups.length }
}
