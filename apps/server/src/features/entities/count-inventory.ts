import type { EntityCounts } from '@vakt/contract/entities/entity-list.ts'
import { severitiesNow } from '@vakt/contract/entities/entity-order.ts'
import { type FilteredInventory, filterNumber, hiddenTypeNumbers } from './filter-inventory.ts'
import { flag, good, type Inventory, type InventoryColumn, inventoryColumns } from './inventory.ts'

// Beyond it a list of options is of no use; those that are chosen are always among them.
const mostOptions = 1000

type Counted = { value: string; label: string; count: number }

const byCount = (one: { value: string; count: number }, other: { value: string; count: number }) =>
  other.count - one.count || (one.value < other.value ? -1 : 1)

function countColumn(
  { inventory, rejectedBy, ...filtered }: FilteredInventory,
  name: InventoryColumn,
  chosen: readonly string[] = [],
): Counted[] {
  const own = filterNumber({ inventory, rejectedBy, ...filtered }, name)
  const { words, values } = inventory.columns[name]
  const counts = new Uint32Array(words.keys.length)
  for (let row = 0; row < inventory.size; row += 1) {
    const rejecting = rejectedBy[row]
    if (rejecting === 0 || rejecting === own) counts[values[row] as number] = (counts[values[row] as number] as number) + 1
  }
  const wanted = new Set(chosen.map((value) => value.toLowerCase()))
  const options = words.keys.map((value, number) => ({ value, label: words.labels[number] ?? value, count: counts[number] ?? 0 }))
  return keepChosen(
    options.filter(({ value, count }) => count > 0 || wanted.has(value)),
    wanted,
  )
}

function keepChosen<Option extends { value: string; count: number }>(options: Option[], chosen: ReadonlySet<string>): Option[] {
  const sorted = options.sort(byCount)
  return [...sorted.slice(0, mostOptions), ...sorted.slice(mostOptions).filter(({ value }) => chosen.has(value))]
}

function countFlag(filtered: FilteredInventory, name: 'cloudOpsMapped' | 'stale') {
  const { inventory, rejectedBy } = filtered
  const own = filterNumber(filtered, name)
  const counts = { yes: 0, no: 0 }
  for (let row = 0; row < inventory.size; row += 1) {
    if (rejectedBy[row] === 0 || rejectedBy[row] === own) counts[(inventory.flags[row] as number) & flag[name] ? 'yes' : 'no'] += 1
  }
  return counts
}

function countSeverities({ inventory, rejectedBy }: FilteredInventory, own: number): EntityCounts['severity'] {
  const counts = new Uint32Array(severitiesNow.length)
  for (let row = 0; row < inventory.size; row += 1) {
    if (rejectedBy[row] === 0 || rejectedBy[row] === own)
      counts[inventory.severity[row] ?? good] = (counts[inventory.severity[row] ?? good] as number) + 1
  }
  const [critical = 0, high = 0, medium = 0, low = 0, none = 0] = counts
  return { critical, high, medium, low, good: none }
}

const scratches = new WeakMap<Inventory, Uint32Array>()

/** Zeros, one for each tag: taken again by the next count, which begins when this one is done. */
function scratchOf(inventory: Inventory): Uint32Array {
  const known = scratches.get(inventory)
  if (known?.length === inventory.tagPairs.keys.length) return known.fill(0)
  const scratch = new Uint32Array(inventory.tagPairs.keys.length)
  scratches.set(inventory, scratch)
  return scratch
}

/** For each key, those that pass every filter but the key's own. */
function countTags(filtered: FilteredInventory, tagKeys: readonly string[], chosen: (key: string) => string[]): EntityCounts['tags'] {
  const { inventory, rejectedBy } = filtered
  const { tagCells, tagStart, tagCount, tagKeyOf } = inventory
  const pairs = scratchOf(inventory)
  const keyOfFilter = new Map(
    filtered.rowFilters.flatMap(({ name }, index) =>
      name.startsWith('tag:') ? [[index + 1, inventory.tagKeys.numbers.get(name.slice(4))]] : [],
    ) as [number, number | undefined][],
  )
  const passing = new Map<number | undefined, number>()
  let matching = 0
  for (let row = 0; row < inventory.size; row += 1) {
    const rejecting = rejectedBy[row] as number
    if (rejecting !== 0 && !keyOfFilter.has(rejecting)) continue
    const start = tagStart[row] as number
    const end = start + (tagCount[row] as number)
    if (rejecting === 0) {
      matching += 1
      for (let cell = start; cell < end; cell += 1) pairs[tagCells[cell] as number] = (pairs[tagCells[cell] as number] as number) + 1
      continue
    }
    const key = keyOfFilter.get(rejecting)
    passing.set(key, (passing.get(key) ?? 0) + 1)
    for (let cell = start; cell < end; cell += 1) {
      const pair = tagCells[cell] as number
      if (tagKeyOf[pair] === key) pairs[pair] = (pairs[pair] as number) + 1
    }
  }
  const counts = new Uint32Array(inventory.tagKeys.keys.length)
  const listed: ({ value: string; count: number }[] | undefined)[] = []
  const chosenOf: string[][] = []
  for (const key of tagKeys) {
    const number = inventory.tagKeys.numbers.get(key)
    if (number === undefined) continue
    listed[number] = []
    chosenOf[number] = chosen(key)
  }
  for (let pair = 0; pair < pairs.length; pair += 1) {
    const count = pairs[pair] as number
    const key = tagKeyOf[pair] as number
    counts[key] = (counts[key] as number) + count
    const value = inventory.tagValues[pair] as string
    if (count > 0 || chosenOf[key]?.includes(value)) listed[key]?.push({ value, count })
  }
  return inventory.tagKeys.keys
    .map((key, number) => ({
      key,
      count: counts[number] ?? 0,
      missing: matching + (passing.get(number) ?? 0) - (counts[number] ?? 0),
      values: keepChosen(listed[number] ?? [], new Set(chosenOf[number])),
    }))
    .filter(({ key, count, values }) => count > 0 || values.length > 0 || tagKeys.includes(key))
    .sort((one, other) => other.count - one.count || (one.key < other.key ? -1 : 1))
}

function countAll(inventory: Inventory, hiddenTypes: readonly string[], withHidden: boolean): number {
  const types = hiddenTypeNumbers(inventory, hiddenTypes)
  const unwanted = withHidden ? flag.gone : flag.gone | flag.hidden
  let count = 0
  for (let row = 0; row < inventory.size; row += 1) {
    const isHidden = !withHidden && types[inventory.columns.type.values[row] as number] === 1
    if (((inventory.flags[row] as number) & unwanted) === 0 && !isHidden) count += 1
  }
  return count
}

type Asked = {
  hiddenTypes: readonly string[]
  withHidden: boolean
  tagKeys: readonly string[]
  chosen: Partial<Record<InventoryColumn, readonly string[]>>
  chosenTags: { key: string; value: string }[]
}

/** All options of all filters, each with what the other filters leave to it. */
export function countFiltered(filtered: FilteredInventory, asked: Asked): EntityCounts {
  const { good: allGood, ...bySeverity } = countSeverities(filtered, -1)
  const columns = Object.fromEntries(inventoryColumns.map((name) => [name, countColumn(filtered, name, asked.chosen[name])])) as Record<
    InventoryColumn,
    Counted[]
  >
  return {
    matching: allGood + bySeverity.critical + bySeverity.high + bySeverity.medium + bySeverity.low,
    all: countAll(filtered.inventory, asked.hiddenTypes, asked.withHidden),
    hidden: filtered.hidden,
    bySeverity,
    ...columns,
    severity: countSeverities(filtered, filterNumber(filtered, 'severity')),
    cloudOpsMapped: countFlag(filtered, 'cloudOpsMapped'),
    stale: countFlag(filtered, 'stale'),
    tags: countTags(filtered, asked.tagKeys, (key) => asked.chosenTags.filter((tag) => tag.key === key).map(({ value }) => value)),
  }
}
