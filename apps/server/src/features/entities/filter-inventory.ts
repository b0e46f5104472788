import type { EntityFilter } from '@vakt/contract/entities/entity-list.ts'
import { severitiesNow } from '@vakt/contract/entities/entity-order.ts'
import { readTag } from '@vakt/domain/resource-limit.ts'
import type { LimitedSight } from '#server/platform/context.ts'
import { flag, good, type Inventory, type InventoryColumn, inventoryColumns, pairKey } from './inventory.ts'

/** One filter that rows must pass. */
type RowFilter = { name: string; passes: (row: number) => boolean }

/**
 * Which rows a filter lets through, and which one filter alone rejects. `rejectedBy` has for each row 0 for those that pass, the number of the filter
 * for those that fail at this one only, and `out` for all others.
 */
export type FilteredInventory = { inventory: Inventory; rejectedBy: Uint8Array; rowFilters: RowFilter[]; hidden: number }

const out = 255

const readBit = (inventory: Inventory, bit: number, wanted: boolean) => (row: number) =>
  (((inventory.flags[row] ?? 0) & bit) !== 0) === wanted

function columnGate(inventory: Inventory, name: InventoryColumn, wanted: readonly string[]): RowFilter {
  const { words, values } = inventory.columns[name]
  const open = new Uint8Array(words.keys.length)
  for (const value of wanted) {
    const number = words.numbers.get(value.toLowerCase())
    if (number !== undefined) open[number] = 1
  }
  return { name, passes: (row) => open[values[row] as number] === 1 }
}

/** Those that have one of the values of this key, or do not have the key, or have it without a value, where that is wanted too. */
function tagGate(inventory: Inventory, key: string, values: readonly string[], withoutToo: boolean): RowFilter {
  const { tagCells, tagStart, tagCount, tagKeyOf, tagValues } = inventory
  const number = inventory.tagKeys.numbers.get(key) ?? -1
  const wanted = new Set(values.map((value) => inventory.tagPairs.numbers.get(pairKey(key, value))))
  return {
    name: `tag:${key}`,
    passes(row) {
      const start = tagStart[row] as number
      const end = start + (tagCount[row] as number)
      for (let cell = start; cell < end; cell += 1) {
        const pair = tagCells[cell] as number
        if (tagKeyOf[pair] === number) return wanted.has(pair) || (withoutToo && tagValues[pair] === '')
      }
      return withoutToo
    },
  }
}

function tagGates(inventory: Inventory, { tag = [], withoutTag = [] }: EntityFilter): RowFilter[] {
  const byKey = Map.groupBy(tag.map(readTag), ({ key }) => key)
  return [...new Set([...byKey.keys(), ...withoutTag])].map((key) =>
    tagGate(
      inventory,
      key,
      (byKey.get(key) ?? []).map(({ value }) => value),
      withoutTag.includes(key),
    ),
  )
}

/** 1 for each text that holds the word. By a loop: `Uint8Array.from` first gathers everything in a list. */
function markWith(texts: readonly string[], word: string): Uint8Array {
  const marks = new Uint8Array(texts.length)
  for (let at = 0; at < texts.length; at += 1) if (texts[at]?.includes(word)) marks[at] = 1
  return marks
}

function findWord(inventory: Inventory, word: string): (row: number) => boolean {
  const pairs = markWith(inventory.tagPairs.labels, word)
  const subscriptions = markWith(
    inventory.columns.subscription.words.labels.map((label) => label.toLowerCase()),
    word,
  )
  const inTags = pairs.includes(1)
  const inSubscriptions = subscriptions.includes(1)
  const { texts, ids, tagStart, tagCount, tagCells } = inventory
  const { values } = inventory.columns.subscription
  return (row) => {
    if (texts[row]?.includes(word)) return true
    if (inSubscriptions && subscriptions[values[row] as number] === 1) return true
    if (inTags) {
      const end = (tagStart[row] as number) + (tagCount[row] as number)
      for (let cell = tagStart[row] as number; cell < end; cell += 1) if (pairs[tagCells[cell] as number] === 1) return true
    }
    return ids[row] === word
  }
}

/** Which rows someone sees who is limited to some resources: those with one of the tags, or in one of the groups. */
function sightGate(inventory: Inventory, { tags, resourceGroups }: LimitedSight): (row: number) => boolean {
  const ofGroup = columnGate(inventory, 'resourceGroup', resourceGroups)
  const wanted = new Set(tags.map(readTag).flatMap(({ key, value }) => inventory.tagPairs.numbers.get(pairKey(key, value)) ?? []))
  const { tagCells, tagStart, tagCount } = inventory
  return (row) => {
    const start = tagStart[row] as number
    const end = start + (tagCount[row] as number)
    for (let cell = start; cell < end; cell += 1) if (wanted.has(tagCells[cell] as number)) return true
    return ofGroup.passes(row)
  }
}

/** As reports count resources: those that were there at some time of the period. */
function knownGates({ createdAt, staleSince }: Inventory, { knownFrom, knownTo }: EntityFilter): RowFilter[] {
  const [from, to] = [Date.parse(knownFrom ?? ''), Date.parse(knownTo ?? '')]
  return [
    ...(knownFrom ? [{ name: 'knownFrom', passes: (row: number) => (staleSince[row] as number) >= from }] : []),
    ...(knownTo ? [{ name: 'knownTo', passes: (row: number) => (createdAt[row] as number) < to }] : []),
  ]
}

function rowFiltersOf(inventory: Inventory, filter: EntityFilter): RowFilter[] {
  const rowFilters = inventoryColumns.flatMap((name) => (filter[name]?.length ? [columnGate(inventory, name, filter[name])] : []))
  rowFilters.push(...tagGates(inventory, filter))
  if (filter.severity?.length) {
    const open = Uint8Array.from(severitiesNow, (severity) => (filter.severity?.includes(severity) ? 1 : 0))
    rowFilters.push({ name: 'severity', passes: (row) => open[inventory.severity[row] ?? good] === 1 })
  }
  for (const name of ['cloudOpsMapped', 'stale'] as const) {
    const wanted = filter[name]
    if (wanted !== undefined) rowFilters.push({ name, passes: readBit(inventory, flag[name], wanted) })
  }
  rowFilters.push(...knownGates(inventory, filter))
  return rowFilters
}

/** Those of the inventory that no one filters out, in lists and in counts. */
export function hiddenTypeNumbers(inventory: Inventory, hiddenTypes: readonly string[]): Uint8Array {
  const { words } = inventory.columns.type
  const numbers = new Uint8Array(words.keys.length)
  for (const type of hiddenTypes) {
    const number = words.numbers.get(type)
    if (number !== undefined) numbers[number] = 1
  }
  return numbers
}

export function filterInventory(
  inventory: Inventory,
  filter: EntityFilter,
  hiddenTypes: readonly string[],
  limitedSight?: LimitedSight,
): FilteredInventory {
  const isSeen = limitedSight ? sightGate(inventory, limitedSight) : () => true
  const rowFilters = rowFiltersOf(inventory, filter)
  const rejectedBy = new Uint8Array(inventory.size)
  const types = hiddenTypeNumbers(inventory, hiddenTypes)
  const typeOf = inventory.columns.type.values
  const words = (filter.search ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  const finders = words.map((word) => findWord(inventory, word))
  const hiddenRows: number[] = []
  for (let row = 0; row < inventory.size; row += 1) {
    const flags = inventory.flags[row] as number
    if (flags & flag.gone || !isSeen(row) || !finders.every((find) => find(row))) rejectedBy[row] = out
    else if (!filter.withHidden && (flags & flag.hidden || types[typeOf[row] as number] === 1)) {
      hiddenRows.push(row)
      rejectedBy[row] = out
    }
  }
  for (const [index, { passes }] of rowFilters.entries()) {
    const number = index + 1
    for (let row = 0; row < inventory.size; row += 1) {
      if (rejectedBy[row] !== out && !passes(row)) rejectedBy[row] = rejectedBy[row] === 0 ? number : out
    }
  }
  const hidden = hiddenRows.filter((row) => rowFilters.every(({ passes }) => passes(row))).length
  return { inventory, rejectedBy, rowFilters, hidden }
}

/** The number of the filter by this name, which a count of its own options leaves out of account; -1 where none is. */
export const filterNumber = ({ rowFilters }: FilteredInventory, name: string) => rowFilters.findIndex((one) => one.name === name) + 1 || -1
