import { type SeverityCounts, severities } from '@vakt/contract/severity.ts'
import { alphabetKey } from './alphabet-key.ts'
import { createWords, numberOf, type Words } from './inventory-words.ts'

export const inventoryColumns = ['subscription', 'resourceGroup', 'type', 'region', 'source'] as const
export type InventoryColumn = (typeof inventoryColumns)[number]

/** An entity as the inventory takes it in. */
export type InventoryRow = {
  entityId: string
  nameKey: string
  externalKey: string
  subscription: string | null
  subscriptionName: string | null
  resourceGroup: string | null
  type: string
  region: string | null
  source: string
  cloudOpsMapped: boolean
  hidden: boolean
  stale: boolean
  modifiedAt: number
  createdAt: number
  /** Null while it is there. */
  staleSince: number | null
  tags: Record<string, unknown>
}

/** What `flags` says of a row; one that is gone is none of the list. */
export const flag = { cloudOpsMapped: 1, hidden: 2, stale: 4, gone: 8 } as const

/** `severities` has the open ones at 0–3. */
export const good = severities.length

/**
 * What the entities of a customer are filtered, counted and sorted by, in columns: a number for each entity and column, the same for equal
 * values. A hundred thousand are looked over in milliseconds, which no statement could.
 */
export type Inventory = {
  size: number
  ids: string[]
  /** What their names are sorted by. */
  names: string[]
  /** What words are looked for in, in lower case. */
  texts: string[]
  rowOf: Map<string, number>
  columns: Record<InventoryColumn, { words: Words; values: Uint32Array }>
  flags: Uint8Array
  /** The worst open incident. */
  severity: Uint8Array
  /** Of those rows that have any. */
  open: Map<number, SeverityCounts>
  modifiedAt: Float64Array
  createdAt: Float64Array
  /** Infinity while it is there. */
  staleSince: Float64Array
  /** A tag's key and its value are one number; `tagKeyOf` has the key of each. */
  tagPairs: Words
  tagValues: string[]
  tagKeys: Words
  tagKeyOf: number[]
  tagStart: Uint32Array
  tagCount: Uint16Array
  tagCells: Uint32Array
  tagCellsUsed: number
  /** Cells that no row uses any more. */
  tagCellsWasted: number
  /** Rows of entities that are gone. */
  goneRows: number
  /** Rows by name; those without the right place are in `misplaced`. */
  byName: Uint32Array
  misplaced: Set<number>
  /** Goes up whenever anything changes, so that what was worked out can be kept until then. */
  version: number
}

export function createInventory(): Inventory {
  const column = () => ({ words: createWords(), values: new Uint32Array(64) })
  return {
    size: 0,
    ids: [],
    names: [],
    texts: [],
    rowOf: new Map(),
    columns: { subscription: column(), resourceGroup: column(), type: column(), region: column(), source: column() },
    flags: new Uint8Array(64),
    severity: new Uint8Array(64).fill(good),
    open: new Map(),
    modifiedAt: new Float64Array(64),
    createdAt: new Float64Array(64),
    staleSince: new Float64Array(64),
    tagPairs: createWords(),
    tagValues: [],
    tagKeys: createWords(),
    tagKeyOf: [],
    tagStart: new Uint32Array(64),
    tagCount: new Uint16Array(64),
    tagCells: new Uint32Array(256),
    tagCellsUsed: 0,
    tagCellsWasted: 0,
    goneRows: 0,
    byName: new Uint32Array(0),
    misplaced: new Set(),
    version: 0,
  }
}

type Cells = Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>

function grow<Array extends Cells>(cells: Array, needed: number, filler = 0): Array {
  if (needed <= cells.length) return cells
  const wider = new (cells.constructor as new (length: number) => Array)(Math.max(needed, Math.ceil(cells.length * 1.6)))
  if (filler) wider.fill(filler)
  wider.set(cells as never)
  return wider
}

function addRow(inventory: Inventory, entityId: string): number {
  const row = inventory.size
  inventory.size += 1
  const { columns } = inventory
  for (const name of inventoryColumns) columns[name].values = grow(columns[name].values as Uint32Array<ArrayBuffer>, inventory.size)
  inventory.flags = grow(inventory.flags as Uint8Array<ArrayBuffer>, inventory.size)
  inventory.severity = grow(inventory.severity as Uint8Array<ArrayBuffer>, inventory.size, good)
  for (const name of ['modifiedAt', 'createdAt', 'staleSince'] as const)
    inventory[name] = grow(inventory[name] as Float64Array<ArrayBuffer>, inventory.size)
  inventory.tagStart = grow(inventory.tagStart as Uint32Array<ArrayBuffer>, inventory.size)
  inventory.tagCount = grow(inventory.tagCount as Uint16Array<ArrayBuffer>, inventory.size)
  inventory.rowOf.set(entityId, row)
  inventory.ids[row] = entityId
  return row
}

// No key holds it: PostgreSQL keeps no such character in a text.
const between = '\u0000'
export const pairKey = (key: string, value: string) => `${key}${between}${value}`

function pairOf(inventory: Inventory, key: string, value: string): number {
  const known = inventory.tagPairs.keys.length
  const pair = numberOf(inventory.tagPairs, pairKey(key, value), `${key}=${value}`.toLowerCase())
  if (pair === known) {
    inventory.tagKeyOf[pair] = numberOf(inventory.tagKeys, key, key)
    inventory.tagValues[pair] = value
  }
  return pair
}

function writeTags(inventory: Inventory, row: number, tags: Record<string, unknown>, isNew: boolean): void {
  const pairs = Object.entries(tags).map(([key, value]) =>
    pairOf(inventory, key, typeof value === 'string' ? value : JSON.stringify(value)),
  )
  const before = isNew ? 0 : (inventory.tagCount[row] ?? 0)
  const fits = !isNew && pairs.length <= before
  inventory.tagCellsWasted += fits ? before - pairs.length : before
  if (!fits) {
    inventory.tagStart[row] = inventory.tagCellsUsed
    inventory.tagCellsUsed += pairs.length
    inventory.tagCells = grow(inventory.tagCells as Uint32Array<ArrayBuffer>, inventory.tagCellsUsed)
  }
  inventory.tagCells.set(pairs, inventory.tagStart[row])
  inventory.tagCount[row] = pairs.length
}

/** Takes in entities as they are now, new ones and changed ones. */
export function putRows(inventory: Inventory, rows: readonly InventoryRow[]): void {
  for (const entity of rows) {
    const known = inventory.rowOf.get(entity.entityId)
    const row = known ?? addRow(inventory, entity.entityId)
    if (known !== undefined && inventory.flags[row] === flag.gone) inventory.goneRows -= 1
    const name = alphabetKey(entity.nameKey)
    if (known === undefined || inventory.names[row] !== name) inventory.misplaced.add(row)
    inventory.names[row] = name
    inventory.texts[row] = entity.externalKey.toLowerCase().includes(entity.nameKey)
      ? entity.externalKey.toLowerCase()
      : `${entity.nameKey}\n${entity.externalKey.toLowerCase()}`
    for (const name of inventoryColumns) {
      const value = entity[name] ?? ''
      const label = name === 'subscription' ? (entity.subscriptionName ?? value) : value
      const { words, values } = inventory.columns[name]
      const number = numberOf(words, value.toLowerCase(), label)
      values[row] = number
      // A subscription may have been given another name.
      if (name === 'subscription') words.labels[number] = label
    }
    inventory.flags[row] =
      (entity.cloudOpsMapped ? flag.cloudOpsMapped : 0) | (entity.hidden ? flag.hidden : 0) | (entity.stale ? flag.stale : 0)
    inventory.modifiedAt[row] = entity.modifiedAt
    inventory.createdAt[row] = entity.createdAt
    inventory.staleSince[row] = entity.staleSince ?? Number.POSITIVE_INFINITY
    writeTags(inventory, row, entity.tags, known === undefined)
  }
  inventory.version += 1
}

export function takeOutRows(inventory: Inventory, entityIds: readonly string[]): void {
  for (const entityId of entityIds) {
    const row = inventory.rowOf.get(entityId)
    if (row === undefined || inventory.flags[row] === flag.gone) continue
    inventory.flags[row] = flag.gone
    inventory.goneRows += 1
  }
  inventory.version += 1
}

/** So little is not worth reading everything again. */
const smallWaste = { rows: 1000, cells: 20_000, words: 20_000 }

/** Whether a quarter of the rows or tag cells is unused, or as many tags were once seen as are in use: reading it again makes it smaller. */
export function isWasteful({ size, goneRows, tagCellsUsed, tagCellsWasted, tagPairs }: Inventory): boolean {
  const cells = tagCellsUsed - tagCellsWasted
  return (
    goneRows > Math.max(smallWaste.rows, size / 4) ||
    tagCellsWasted > Math.max(smallWaste.cells, tagCellsUsed / 4) ||
    tagPairs.keys.length > 2 * cells + smallWaste.words
  )
}

/** The open incidents of each entity that has any. */
export function putOpenCounts(inventory: Inventory, counted: readonly ({ entityId: string } & SeverityCounts)[]): void {
  inventory.severity.fill(good)
  inventory.open.clear()
  for (const { entityId, ...counts } of counted) {
    const row = inventory.rowOf.get(entityId)
    if (row === undefined) continue
    inventory.open.set(row, counts)
    inventory.severity[row] = severities.findIndex((severity) => counts[severity] > 0)
  }
  inventory.version += 1
}
