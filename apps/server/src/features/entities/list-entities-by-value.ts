import type { EntityFilter, ListedEntity } from '@vakt/contract/entities/entity-list.ts'
import type { Context } from '#server/platform/context.ts'
import { inOneStatement } from '#server/platform/database/transaction.ts'
import type { Listing } from '#server/platform/http/serve.ts'
import { readListRows } from './entity-list-table.ts'
import type { Inventory } from './inventory.ts'
import { orderByRank, readOrder } from './inventory-order.ts'
import { readCurrentInventory } from './keep-inventory.ts'
import { filterCurrent, presentListed } from './list-entities.ts'

/** By entity id; the same object for as long as the values are the same. */
export type EntityValues = ReadonlyMap<string, number>

type Order = { rows: Uint32Array; ranks: Uint32Array; distinct: Float64Array }
const kept = new WeakMap<EntityValues, { inventory: Inventory; version: number; order: Order }>()

/** All rows from the highest value to the lowest, then by name; rank `distinct.length`: those without a value. */
function orderByValue(inventory: Inventory, values: EntityValues): Order {
  const known = kept.get(values)
  if (known?.inventory === inventory && known.version === inventory.version) return known.order
  const distinct = Float64Array.from(new Set(values.values())).sort().reverse()
  const rankOf = new Map([...distinct].map((value, rank) => [value, rank]))
  const ranks = new Uint32Array(inventory.size).fill(distinct.length)
  for (const [entityId, value] of values) {
    const row = inventory.rowOf.get(entityId)
    if (row !== undefined) ranks[row] = rankOf.get(value) ?? distinct.length
  }
  const rows = orderByRank(readOrder(inventory, 'name'), (row) => ranks[row] ?? distinct.length, distinct.length + 1)
  const order = { rows, ranks, distinct }
  kept.set(values, { inventory, version: inventory.version, order })
  return order
}

type Row = { value: number | null; name: string; id: string }

/** Those without a value stand last in both directions. */
function comparePlaces(a: Row, b: Row, isLowestFirst: boolean): number {
  if (a.value !== b.value) {
    if (a.value === null || b.value === null) return a.value === null ? 1 : -1
    return isLowestFirst === a.value < b.value ? -1 : 1
  }
  return a.name < b.name ? -1 : a.name > b.name ? 1 : a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}

/** Rows of one value stay in the order of their names when the values are turned round. */
function turnRound({ rows, ranks, distinct }: Order): Uint32Array {
  const turned = orderByRank(rows, (row) => distinct.length - 1 - (ranks[row] ?? 0), distinct.length)
  return turned
}

type Asked = { filter: EntityFilter; values: EntityValues; direction: 'asc' | 'desc'; limit: number; after: readonly string[] | null }

/** Entities by a value of each, the highest first unless `direction` is `desc`; those without one last, by name. */
export async function listEntitiesByValue(
  context: Context,
  customerId: string,
  { filter, values, direction, limit, after }: Asked,
): Promise<Listing<ListedEntity>> {
  const current = await readCurrentInventory(context.pool, customerId)
  const { inventory, rejectedBy } = filterCurrent(current, filter, context.limitedSight)
  const order = orderByValue(inventory, values)
  const isLowestFirst = direction === 'desc'
  const withValue = order.rows.findIndex((row) => order.ranks[row] === order.distinct.length)
  const end = withValue < 0 ? order.rows.length : withValue
  const rows = isLowestFirst
    ? Uint32Array.from([...turnRound({ ...order, rows: order.rows.subarray(0, end) }), ...order.rows.subarray(end)])
    : order.rows
  const placeOf = (row: number): Row => {
    const value = order.distinct[order.ranks[row] ?? 0]
    return { value: value ?? null, name: inventory.names[row] ?? '', id: inventory.ids[row] ?? '' }
  }
  let at = 0
  if (after) {
    const [value = '', name = '', id = ''] = after
    const place = { value: value === '' ? null : Number(value), name, id }
    let high = rows.length
    while (at < high) {
      const middle = (at + high) >> 1
      if (comparePlaces(placeOf(rows[middle] ?? 0), place, isLowestFirst) <= 0) at = middle + 1
      else high = middle
    }
  }
  const found: number[] = []
  for (; at < rows.length && found.length <= limit; at += 1) {
    const row = rows[at] as number
    if (rejectedBy[row] === 0) found.push(row)
  }
  const shown = found.slice(0, limit)
  const ids = shown.map((row) => inventory.ids[row] ?? '')
  const listed =
    ids.length > 0 ? await inOneStatement(context, customerId, (transaction) => readListRows(transaction, customerId, ids)) : []
  const byId = new Map(listed.map((row) => [row.entityId, row]))
  const last = shown.at(-1)
  const place = last === undefined ? null : placeOf(last)
  return {
    rows: ids.flatMap((id) => byId.get(id) ?? []).map((row) => presentListed(row, current.hiddenTypes)),
    next: found.length > limit && place ? [place.value === null ? '' : String(place.value), place.name, place.id] : null,
  }
}
