import type { EntityFilter } from '@vakt/contract/entities/entity-list.ts'
import type { SeverityCounts } from '@vakt/contract/severity.ts'
import { addCounts, noCounts } from '@vakt/domain/severity.ts'
import type { Context } from '#server/platform/context.ts'
import type { FilteredInventory } from './filter-inventory.ts'
import { good, type Inventory } from './inventory.ts'
import { readCurrentInventory } from './keep-inventory.ts'
import { filterCurrent } from './list-entities.ts'

/** Entities that share the values of two tags, and their open incidents; null for those without. */
export type TagGroupRow = { outer: string | null; inner: string | null; entities: number } & SeverityCounts

const without = -1

function readTagOf(inventory: Inventory, key: string | undefined): (row: number) => number {
  const wanted = key === undefined ? undefined : inventory.tagKeys.numbers.get(key)
  if (wanted === undefined) return () => without
  const { tagCells, tagStart, tagCount, tagKeyOf, tagValues } = inventory
  return (row) => {
    const end = (tagStart[row] as number) + (tagCount[row] as number)
    for (let cell = tagStart[row] as number; cell < end; cell += 1) {
      const pair = tagCells[cell] as number
      if (tagKeyOf[pair] === wanted) return tagValues[pair] ? pair : without
    }
    return without
  }
}

function group({ inventory, rejectedBy }: FilteredInventory, [outerKey, innerKey]: readonly string[]): TagGroupRow[] {
  const [outerOf, innerOf] = [readTagOf(inventory, outerKey), readTagOf(inventory, innerKey)]
  const groupsOf = new Map<number, Map<number, TagGroupRow>>()
  for (let row = 0; row < inventory.size; row += 1) {
    if (rejectedBy[row] !== 0) continue
    const [outer, inner] = [outerOf(row), innerOf(row)]
    const within = groupsOf.get(outer) ?? new Map<number, TagGroupRow>()
    groupsOf.set(outer, within)
    const known = within.get(inner) ?? {
      outer: inventory.tagValues[outer] ?? null,
      inner: inventory.tagValues[inner] ?? null,
      entities: 0,
      ...noCounts,
    }
    within.set(inner, known)
    known.entities += 1
    if (inventory.severity[row] !== good) Object.assign(known, addCounts(known, inventory.open.get(row) ?? noCounts))
  }
  return [...groupsOf.values()].flatMap((within) => [...within.values()])
}

const groupsOf = new WeakMap<FilteredInventory, Map<string, readonly TagGroupRow[]>>()

/** The entities of a customer by the values of at most two tags. */
export async function readTagGroups(
  context: Pick<Context, 'pool' | 'limitedSight'>,
  customerId: string,
  filter: EntityFilter,
  tagKeys: readonly string[],
): Promise<readonly TagGroupRow[]> {
  const filtered = filterCurrent(await readCurrentInventory(context.pool, customerId), filter, context.limitedSight)
  const known = groupsOf.get(filtered) ?? new Map<string, readonly TagGroupRow[]>()
  groupsOf.set(filtered, known)
  const key = JSON.stringify(tagKeys)
  const groups = known.get(key) ?? group(filtered, tagKeys)
  known.set(key, groups)
  return groups
}
