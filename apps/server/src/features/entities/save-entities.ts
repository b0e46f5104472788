import { hash } from 'node:crypto'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { externalKeyOf, hostNameOf } from './entity-key.ts'
import { countMissedRun, orphanEntities } from './missed-entities-table.ts'
import {
  type EntityToSave,
  lockEntities,
  moveEntities,
  type PreparedEntity,
  passUnchanged,
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
  /** Null: those that are known stay. */
  properties?: Record<string, unknown> | null
}

/** Both are indexed, and PostgreSQL indexes at most 2,700 bytes. */
const longest = { id: 2000, name: 1000 }

/** To be raised whenever something else is kept of an entity or found in it: then what is known is gone over again. */
const reading = 1

const isUnstorable = /\\u0000|\\ud[89a-f]/i

const cleanText = (text: string) => text.replaceAll('\u0000', '').toWellFormed()

function cleanDeep(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (Array.isArray(value)) return value.map(cleanDeep)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [cleanText(key), cleanDeep(inner)]))
}

const orNull = (text: string | null | undefined) => text?.trim() || null

/** With its key; what cannot be stored is still in it. */
export function toSave(entity: SourceEntity): EntityToSave {
  const { externalId, name, type, container, tags = {}, properties = {} } = entity
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

const prepare = (entity: EntityToSave): PreparedEntity => {
  const json = JSON.stringify(entity)
  return { entity, json, said: hash('sha256', `${reading}${json}`, 'base64').slice(0, 22) }
}

/** PostgreSQL stores neither NUL nor half a character. */
function prepareClean(entity: SourceEntity): PreparedEntity {
  const prepared = prepare(toSave(entity))
  return isUnstorable.test(prepared.json) ? prepare(toSave(cleanDeep(entity) as SourceEntity)) : prepared
}

const fits = ({ entity: { key, name, type } }: PreparedEntity) =>
  key !== '' &&
  name !== '' &&
  type !== '' &&
  Buffer.byteLength(key) <= longest.id &&
  Buffer.byteLength(name) <= longest.name &&
  Buffer.byteLength(type) <= longest.name

/** The first of each key; of what the cloud calls by one native id only one can be what was moved. */
function firstOfEach(entities: PreparedEntity[]): PreparedEntity[] {
  const keys = new Set<string>()
  const natives = new Set<string>()
  return entities.flatMap((prepared) => {
    const { key, nativeKey } = prepared.entity
    if (keys.has(key)) return []
    keys.add(key)
    const isKnown = nativeKey !== null && natives.has(nativeKey)
    if (nativeKey !== null) natives.add(nativeKey)
    return [isKnown ? prepare({ ...prepared.entity, nativeKey: null }) : prepared]
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
  const all = entities.map(prepareClean)
  const fitting = all.filter(fits)
  const wanted = firstOfEach(fitting)
  const skipped = all.length - fitting.length
  if (wanted.length === 0) return { added: 0, changed: 0, returned: 0, kept: 0, skipped }
  await lockEntities(transaction, customerId)
  const unchanged = await passUnchanged(transaction, customerId, wanted, by)
  const news = wanted.filter(({ entity }) => !unchanged.has(entity.key))
  if (news.length === 0) return { added: 0, changed: 0, returned: 0, kept: 0, skipped }
  const moved = await moveEntities(transaction, customerId, news, by)
  const { changedIds, ...counts } = await writeEntities(transaction, customerId, news, by)
  const relating = news.map(({ entity }) => entity)
  await saveEntityRelations(transaction, customerId, by.connectorId, relating)
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
