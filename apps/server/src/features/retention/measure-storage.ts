import type { Storage, StoredPart } from '@vakt/contract/retention/storage.ts'
import { type StoredKind, storedKinds } from '@vakt/contract/retention/stored-kinds.ts'
import { fullAt, growthPerDay } from '@vakt/domain/retention/disk-forecast.ts'
import type { Pool } from 'pg'
import type { Context } from '#server/platform/context.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { findDisk } from './find-disk.ts'
import { type Days, readUsualDaysForAllCustomers } from './retention-term-table.ts'
import {
  insertMeasurementsForAllCustomers,
  readDatabasePlaceForAllCustomers,
  readDatabaseSizeForAllCustomers,
  readFirstMeasurementsForAllCustomers,
  readOldestForAllCustomers,
  readTableSizesForAllCustomers,
  type TableSize,
} from './storage-table.ts'
import { storedTables } from './stored-tables.ts'

export type StorageParts = {
  /** It is about the whole database: the pool must log in as vakt_worker. */
  pool: Pool
  /** Of the embedded database, or as `DATABASE_FOLDER` says; null where nothing says it. */
  databaseFolder: string | null
}

const whole = 'database'

type Part = { kind: StoredKind; bytes: number; rows: number | null }

/**
 * Tables that are not known yet, such as those of a later release, count as others. The number of rows is null while most of what there is was never
 * analysed. Small tables never are, and change little.
 */
function sumByKind(sizes: readonly TableSize[]): Part[] {
  const byKind = Map.groupBy(sizes, ({ table }) => storedTables.get(table)?.kind ?? 'other')
  return storedKinds.map((kind) => {
    const tables = byKind.get(kind) ?? []
    const sum = (key: Exclude<keyof TableSize, 'table'>) => tables.reduce((total, table) => total + table[key], 0)
    const isCounted = sum('uncountedBytes') * 2 <= sum('heapBytes')
    return { kind, bytes: sum('bytes'), rows: isCounted ? Math.round(sum('rows')) : null }
  })
}

/** Terms that are no setting: the longest, and the shortest where a part goes before: five minutes of metrics before hours, mails before notifications. */
const fixedDays: Partial<Record<StoredKind, number>> = { signals: 30, sessions: 180, metrics: 400, messages: 180 }
const fixedShortestDays: Partial<Record<StoredKind, number>> = { metrics: 35, messages: 30 }

function termOf(kind: StoredKind, usual: Days): Pick<StoredPart, 'days' | 'shortestDays'> {
  const all: Partial<Record<StoredKind, number>> = { ...fixedDays, ...usual, attachments: usual.incidents_and_tickets }
  const days = all[kind] ?? null
  return { days, shortestDays: fixedShortestDays[kind] ?? days }
}

export async function getStorage({ pool, databaseFolder }: StorageParts, { now }: Pick<Context, 'now'>): Promise<Storage> {
  const { bytes, sizes, first, oldest, usual, place } = await workForAllCustomers({ pool }, async (transaction) => ({
    bytes: await readDatabaseSizeForAllCustomers(transaction),
    sizes: await readTableSizesForAllCustomers(transaction),
    first: await readFirstMeasurementsForAllCustomers(transaction, now),
    oldest: await readOldestForAllCustomers(transaction),
    usual: await readUsualDaysForAllCustomers(transaction),
    place: await readDatabasePlaceForAllCustomers(transaction),
  }))
  const before = new Map(first.map((measurement) => [measurement.part, measurement]))
  const perDay = growthPerDay(before.get(whole) ?? null, { at: now, bytes })
  const growthOf = ({ kind, ...part }: Part) => (perDay === null ? null : part.bytes - (before.get(kind)?.bytes ?? 0))
  const parts = sumByKind(sizes).map(
    (part): StoredPart => ({
      ...part,
      growthBytes: growthOf(part),
      oldestAt: oldest[part.kind]?.toISOString() ?? null,
      ...termOf(part.kind, usual),
    }),
  )
  const disk = await findDisk(pool, databaseFolder, place)
  return {
    bytes,
    growthPerDay: perDay,
    measuredFrom: perDay === null ? null : (before.get(whole)?.at.toISOString() ?? null),
    disk: 'reason' in disk ? null : { ...disk, fullAt: fullAt(now, disk.freeBytes, perDay)?.toISOString() ?? null },
    noDisk: 'reason' in disk ? disk : null,
    parts: parts.toSorted((one, other) => other.bytes - one.bytes),
  }
}

/** Once a day, so that growth is known. */
export async function measureStorage({ now, ...context }: Context): Promise<boolean> {
  await workForAllCustomers(context, async (transaction) => {
    const parts = sumByKind(await readTableSizesForAllCustomers(transaction)).map(({ kind, bytes }) => ({ part: kind, bytes }))
    const sizes = [{ part: whole, bytes: await readDatabaseSizeForAllCustomers(transaction) }, ...parts]
    await insertMeasurementsForAllCustomers(transaction, { at: now, sizes })
  })
  return false
}
