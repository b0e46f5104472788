import type { Transaction } from '#server/platform/database/transaction.ts'
import { externalKeyOf, hostNameOf } from './entity-key.ts'
import {
  countMissedRun,
  type EntityToSave,
  lockEntities,
  moveEntities,
  orphanEntities,
  type SavedBy,
  type SavedCounts,
  writeEntities,
} from './save-entities-table.ts'
import { saveEntityRelations } from './save-entity-relations.ts'

/** A resource as any source tells of it. */
export type SourceEntity = {
  /** The id in its cloud. */
  externalId: string
  name: string
  type: string
  subtype?: string | null
  region?: string | null
  resourceGroup?: string | null
  /** A subscription, account or project. */
  container?: { id: string; name?: string | null } | null
  status?: string | null
  /** What the cloud knows it by even after it was moved. */
  nativeId?: string | null
  tags?: Record<string, string>
  properties?: Record<string, unknown>
}

/** Both are indexed, and PostgreSQL indexes at most 2,700 bytes. */
const longest = { id: 2000, name: 1000 }

const isUnstorable = /\\u0000|\\ud[89a-f]/i

const cleanText = (text: string) => text.replaceAll('\u0000', '').toWellFormed()

function cleanDeep(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (Array.isArray(value)) return value.map(cleanDeep)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [cleanText(key), cleanDeep(inner)]))
}

/** PostgreSQL stores neither NUL nor half a character. */
const clean = <T>(value: T): T => (isUnstorable.test(JSON.stringify(value)) ? (cleanDeep(value) as T) : value)

const orNull = (text: string | null | undefined) => text?.trim() || null

function toSave(entity: SourceEntity): EntityToSave {
  const { externalId, name, type, container, tags = {}, properties = {} } = clean(entity)
  return {
    key: externalKeyOf(externalId),
    externalId: externalId.trim(),
    name: name.trim(),
    hostName: hostNameOf(name),
    type: type.trim().toLowerCase(),
    subtype: orNull(entity.subtype),
    region: orNull(entity.region),
    resourceGroup: orNull(entity.resourceGroup),
    containerId: orNull(container?.id),
    containerName: orNull(container?.name),
    status: orNull(entity.status),
    nativeKey: orNull(entity.nativeId),
    tags,
    properties,
  }
}

const fits = ({ key, name, type }: EntityToSave) =>
  key !== '' &&
  name !== '' &&
  type !== '' &&
  Buffer.byteLength(key) <= longest.id &&
  Buffer.byteLength(name) <= longest.name &&
  Buffer.byteLength(type) <= longest.name

/** The first of each key; of what the cloud calls by one native id only one can be what was moved. */
function firstOfEach(entities: EntityToSave[]): EntityToSave[] {
  const keys = new Set<string>()
  const natives = new Set<string>()
  return entities.flatMap((entity) => {
    if (keys.has(entity.key)) return []
    keys.add(entity.key)
    const isKnown = entity.nativeKey !== null && natives.has(entity.nativeKey)
    if (entity.nativeKey !== null) natives.add(entity.nativeKey)
    return [isKnown ? { ...entity, nativeKey: null } : entity]
  })
}

/**
 * Writes what a connector has seen, a portion of at most a few thousand: new ones are added, changes are noted field by field, what was stale
 * is not any more. `skipped` could not be kept: no id or name, or one that is too long.
 */
export async function saveEntities(
  transaction: Transaction,
  customerId: string,
  by: SavedBy,
  entities: readonly SourceEntity[],
): Promise<SavedCounts & { skipped: number }> {
  const all = entities.map(toSave)
  const fitting = all.filter(fits)
  const wanted = firstOfEach(fitting)
  const skipped = all.length - fitting.length
  if (wanted.length === 0) return { added: 0, changed: 0, returned: 0, kept: 0, skipped }
  await lockEntities(transaction, customerId)
  const moved = await moveEntities(transaction, customerId, wanted, by)
  const { changedIds, ...counts } = await writeEntities(transaction, customerId, wanted, by)
  await saveEntityRelations(transaction, customerId, by.connectorId, wanted)
  return { ...counts, changed: new Set([...changedIds, ...moved]).size, skipped }
}

/** To be called once, at the end of a run that has seen everything there is. Returns how many became stale. */
export async function markMissedEntities(transaction: Transaction, customerId: string, by: Omit<SavedBy, 'kind'>): Promise<number> {
  await lockEntities(transaction, customerId)
  return countMissedRun(transaction, customerId, by)
}

/** Before a connector is removed. */
export async function leaveEntities(transaction: Transaction, customerId: string, connectorId: string, now: Date): Promise<void> {
  await lockEntities(transaction, customerId)
  await orphanEntities(transaction, customerId, connectorId, now)
}
