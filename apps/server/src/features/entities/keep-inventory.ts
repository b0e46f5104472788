import type { Pool } from 'pg'
import { inOneStatement, inTransaction } from '#server/platform/database/transaction.ts'
import { releaseMemorySoon } from '#server/platform/release-memory.ts'
import { readInventoryNews, readInventoryPage, readInventoryRows, readOpenCounts } from './entity-list-table.ts'
import { createInventory, type Inventory, type InventoryRow, isWasteful, putOpenCounts, putRows, takeOutRows } from './inventory.ts'

/** The inventory of a customer as it is now, with the types that its lists leave out. */
export type CurrentInventory = { inventory: Inventory; hiddenTypes: readonly string[] }

type Kept = CurrentInventory & { snapshot: string; incidentMark: string; readAt: number }
type Place = { expiry?: NodeJS.Timeout; kept?: Kept; running?: Promise<CurrentInventory>; next?: Promise<CurrentInventory> }

const pageSize = 1000
// Reading so many leaves several times their size behind, which would stay for as long as little happens.
const leavesMuchBehind = 20_000
/** The changes of an hour are noted; what was not asked for in half of it is read again. */
const longestInMilliseconds = 30 * 60_000
const mostRows = 400_000

const placesOf = new WeakMap<Pool, Map<string, Place>>()

async function readWhole(pool: Pool, customerId: string): Promise<Kept> {
  const inventory = createInventory()
  const { snapshot, hiddenTypes } = await inOneStatement({ pool }, customerId, (transaction) =>
    readInventoryNews(transaction, customerId, null),
  )
  for (let after: string | null = null; ; ) {
    const from: string | null = after
    const rows: InventoryRow[] = await inOneStatement({ pool }, customerId, (transaction) =>
      readInventoryPage(transaction, customerId, { after: from, limit: pageSize }),
    )
    putRows(inventory, rows)
    if (rows.length < pageSize) break
    after = rows.at(-1)?.entityId ?? null
  }
  if (inventory.size > leavesMuchBehind) releaseMemorySoon()
  return { inventory, hiddenTypes, snapshot, incidentMark: '', readAt: Date.now() }
}

async function applyChanges(pool: Pool, customerId: string, inventory: Inventory, changed: readonly string[]): Promise<void> {
  for (let from = 0; from < changed.length; from += pageSize) {
    const ids = changed.slice(from, from + pageSize)
    const rows = await inOneStatement({ pool }, customerId, (transaction) => readInventoryRows(transaction, customerId, ids))
    const found = new Set(rows.map(({ entityId }) => entityId))
    putRows(inventory, rows)
    takeOutRows(
      inventory,
      ids.filter((id) => !found.has(id)),
    )
  }
}

async function bringUpToDate(pool: Pool, customerId: string, place: Place): Promise<CurrentInventory> {
  const isFresh = place.kept && Date.now() - place.kept.readAt < longestInMilliseconds && !isWasteful(place.kept.inventory)
  const kept = isFresh && place.kept ? place.kept : await readWhole(pool, customerId)
  place.kept = kept
  const { changed, ...news } = await inOneStatement({ pool }, customerId, (transaction) =>
    readInventoryNews(transaction, customerId, kept.snapshot),
  )
  await applyChanges(pool, customerId, kept.inventory, changed)
  if (news.incidentMark !== kept.incidentMark || changed.length > 0) {
    // Taken after the mark was: what changed in between is read again next time.
    putOpenCounts(kept.inventory, await inTransaction({ pool }, customerId, (transaction) => readOpenCounts(transaction, customerId)))
  }
  Object.assign(kept, { ...news, readAt: Date.now() })
  return kept
}

function forgetOthers(places: Map<string, Place>, customerId: string): void {
  let rows = 0
  for (const [id, { kept, running }] of [...places].toReversed()) {
    rows += kept?.inventory.size ?? 0
    if (rows > mostRows && id !== customerId && !running) places.delete(id)
  }
}

/** What was not asked for so long is read again by the next call in any case. */
function forgetLater(places: Map<string, Place>, customerId: string, place: Place): void {
  clearTimeout(place.expiry)
  place.expiry = setTimeout(() => {
    if (place.running || places.get(customerId) !== place) return
    places.delete(customerId)
    if ((place.kept?.inventory.size ?? 0) > leavesMuchBehind) releaseMemorySoon()
  }, longestInMilliseconds).unref()
}

function start(pool: Pool, customerId: string, place: Place, places: Map<string, Place>): Promise<CurrentInventory> {
  const running = bringUpToDate(pool, customerId, place).finally(() => {
    if (place.running === running) delete place.running
    forgetOthers(places, customerId)
    forgetLater(places, customerId, place)
  })
  place.running = running
  return running
}

/**
 * The customer's inventory as it is at the moment of the call or later. Kept in memory between calls: each asks the database what changed, those
 * at the same time together.
 */
export function readCurrentInventory(pool: Pool, customerId: string): Promise<CurrentInventory> {
  const places = placesOf.get(pool) ?? new Map<string, Place>()
  placesOf.set(pool, places)
  const place = places.get(customerId) ?? {}
  // Those that were asked for lately stand last, and are forgotten last.
  places.delete(customerId)
  places.set(customerId, place)
  if (!place.running) return start(pool, customerId, place, places)
  // What runs began before this call, and may not see what this caller knows of.
  place.next ??= place.running
    .catch(() => undefined)
    .then(() => {
      delete place.next
      return start(pool, customerId, place, places)
    })
  return place.next
}
