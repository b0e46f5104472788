import type { EntityGroup } from '@vakt/contract/entities/entity-list.ts'
import { severitiesNow } from '@vakt/contract/entities/entity-order.ts'
import type { Severity } from '@vakt/contract/severity.ts'
import type { FilteredInventory } from './filter-inventory.ts'
import { good, type Inventory, type InventoryColumn } from './inventory.ts'

function byLabel({ label: one }: EntityGroup, { label: other }: EntityGroup): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  const [first, second] = [one.toLowerCase(), other.toLowerCase()]
  return first === second ? (one < other ? -1 : 1) : first < second ? -1 : 1
}

type Growing = Omit<EntityGroup, 'entities' | 'bySeverity'> & { entities: number; bySeverity: Record<Severity, number> }

/** The groups of those that pass, those without a value last. */
export function groupFiltered({ inventory, rejectedBy }: FilteredInventory, by: string): EntityGroup[] {
  const read = by.startsWith('tag:') ? readTagNumber(inventory, by.slice(4)) : readColumnNumber(inventory, by as InventoryColumn)
  const groups = new Map<number, Growing>()
  for (let row = 0; row < inventory.size; row += 1) {
    if (rejectedBy[row] !== 0) continue
    const number = read.numberOf(row)
    let group = groups.get(number)
    if (!group) {
      group = { ...read.valueOf(number), entities: 0, bySeverity: { critical: 0, high: 0, medium: 0, low: 0 } }
      groups.set(number, group)
    }
    group.entities += 1
    const severity = severitiesNow[inventory.severity[row] ?? good]
    if (severity && severity !== 'good') group.bySeverity[severity] += 1
  }
  return [...groups.values()].sort(byLabel)
}

type ReadNumber = { numberOf: (row: number) => number; valueOf: (number: number) => Pick<EntityGroup, 'value' | 'label'> }

function readColumnNumber(inventory: Inventory, name: InventoryColumn): ReadNumber {
  const { words, values } = inventory.columns[name]
  return {
    numberOf: (row) => values[row] as number,
    valueOf: (number) => ({ value: words.keys[number] || null, label: words.labels[number] || null }),
  }
}

function readTagNumber(inventory: Inventory, key: string): ReadNumber {
  const { tagCells, tagStart, tagCount, tagKeyOf } = inventory
  const wanted = inventory.tagKeys.numbers.get(key)
  return {
    numberOf(row) {
      const end = (tagStart[row] as number) + (tagCount[row] as number)
      for (let cell = tagStart[row] as number; cell < end; cell += 1) {
        if (tagKeyOf[tagCells[cell] as number] === wanted) return tagCells[cell] as number
      }
      return -1
    },
    valueOf: (number) => ({ value: inventory.tagValues[number] ?? null, label: inventory.tagValues[number] ?? null }),
  }
}
