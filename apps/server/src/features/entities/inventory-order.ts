import type { EntitySort } from '@vakt/contract/entities/entity-order.ts'
import { alphabetKey } from './alphabet-key.ts'
import { good, type Inventory } from './inventory.ts'

/** Where a row stands: its value, then its name, then its id, which no other has. */
export type Place = readonly [string | number, string, string]

const compare = <Value extends string | number>(one: Value, other: Value) => (one < other ? -1 : one > other ? 1 : 0)

// Those without a value stand last.
const last = '\uFFFF'

/** By what a row is sorted; severities from the worst and changes from the latest. */
function sortValue(inventory: Inventory, sort: EntitySort, row: number): string | number {
  if (sort === 'name') return ''
  if (sort === 'severity') return inventory.severity[row] ?? good
  if (sort === 'modified') return -(inventory.modifiedAt[row] ?? 0)
  const { words, values } = inventory.columns[sort]
  return sortKey(words, values[row] ?? 0, sort)
}

/** A subscription is sorted by its name, as it is shown. */
function sortKey(words: { keys: string[]; labels: string[] }, number: number, sort: EntitySort): string {
  const text = sort === 'subscription' ? words.labels[number]?.toLowerCase() : words.keys[number]
  return text ? alphabetKey(text) : last
}

export const placeOf = (inventory: Inventory, sort: EntitySort, row: number): Place => [
  sortValue(inventory, sort, row),
  inventory.names[row] ?? '',
  inventory.ids[row] ?? '',
]

const comparePlaces = (one: Place, other: Place) => compare(one[0], other[0]) || compare(one[1], other[1]) || compare(one[2], other[2])

function orderByName(inventory: Inventory): Uint32Array {
  const { misplaced, names, ids } = inventory
  if (misplaced.size === 0) return inventory.byName
  const before = (one: number, other: number) => compare(names[one] ?? '', names[other] ?? '') || compare(ids[one] ?? '', ids[other] ?? '')
  const moved = [...misplaced].sort(before)
  const kept = inventory.byName.filter((row) => !misplaced.has(row))
  const order = new Uint32Array(inventory.size)
  let [from, at] = [0, 0]
  for (const row of kept) {
    while (from < moved.length && before(moved[from] as number, row) < 0) order[at++] = moved[from++] as number
    order[at++] = row
  }
  while (from < moved.length) order[at++] = moved[from++] as number
  inventory.byName = order
  misplaced.clear()
  return order
}

/** The place of each number among all, by counting: as many steps as there are rows. */
export function orderByRank(byName: Uint32Array, rankOf: (row: number) => number, ranks: number): Uint32Array {
  const starts = new Uint32Array(ranks + 1)
  for (const row of byName) starts[rankOf(row) + 1] = (starts[rankOf(row) + 1] ?? 0) + 1
  for (let rank = 0; rank < ranks; rank += 1) starts[rank + 1] = (starts[rank + 1] ?? 0) + (starts[rank] ?? 0)
  const order = new Uint32Array(byName.length)
  for (const row of byName) {
    const rank = rankOf(row)
    const at = starts[rank] ?? 0
    order[at] = row
    starts[rank] = at + 1
  }
  return order
}

function order(inventory: Inventory, sort: EntitySort): Uint32Array {
  const byName = orderByName(inventory)
  if (sort === 'name') return byName
  if (sort === 'severity') return orderByRank(byName, (row) => inventory.severity[row] ?? good, good + 1)
  if (sort === 'modified') {
    return byName.slice().sort((one, other) => (inventory.modifiedAt[other] ?? 0) - (inventory.modifiedAt[one] ?? 0))
  }
  const { words, values } = inventory.columns[sort]
  const keys = words.keys.map((_, number) => sortKey(words, number, sort))
  const distinct = [...new Set(keys)].sort(compare)
  const rankOfKey = new Map(distinct.map((key, rank) => [key, rank]))
  const ranks = Uint32Array.from(keys, (key) => rankOfKey.get(key) ?? 0)
  return orderByRank(byName, (row) => ranks[values[row] ?? 0] ?? 0, distinct.length)
}

const kept = new WeakMap<Inventory, { version: number; orders: Map<EntitySort, Uint32Array> }>()

/** All rows in their order, kept until something changes. */
export function readOrder(inventory: Inventory, sort: EntitySort): Uint32Array {
  const known = kept.get(inventory)
  const orders = known?.version === inventory.version ? known.orders : new Map<EntitySort, Uint32Array>()
  kept.set(inventory, { version: inventory.version, orders })
  const rows = orders.get(sort) ?? order(inventory, sort)
  orders.set(sort, rows)
  return rows
}

/** The first position in the order that is past this place; backwards: the last one before it. */
export function findPosition(inventory: Inventory, sort: EntitySort, rows: Uint32Array, place: Place, direction: 1 | -1): number {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const compared = comparePlaces(placeOf(inventory, sort, rows[middle] ?? 0), place)
    if (direction === 1 ? compared <= 0 : compared < 0) low = middle + 1
    else high = middle
  }
  return direction === 1 ? low : low - 1
}
