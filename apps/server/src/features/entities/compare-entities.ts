import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { readStoredEntities, type StoredEntity } from './compare-entities-table.ts'
import { type SourceEntity, toSave } from './save-entities.ts'
import type { EntityToSave } from './save-entities-table.ts'

type EntityDifference = { field: string; before: unknown; after: unknown }

export type ComparedEntity = {
  /** What it is known again by. */
  key: string
  standing: 'added' | 'changed' | 'returned' | 'unchanged' | 'kept'
  changes: EntityDifference[]
}

const plainFields = ['name', 'type', 'subtype', 'region', 'containerId', 'containerName', 'status'] as const

const lower = (text: string | null) => text?.toLowerCase() ?? null

function compareInside(prefix: string, before: Record<string, unknown>, after: Record<string, unknown>): EntityDifference[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) => {
    const [was, is] = [before, after].map((record) => (Object.hasOwn(record, key) ? record[key] : null))
    return isDeepStrictEqual(was, is) ? [] : [{ field: `${prefix}.${key}`, before: was, after: is }]
  })
}

/** As saving notes them. */
function findDifferences(before: StoredEntity, after: EntityToSave, source: string): EntityDifference[] {
  const plain = plainFields.flatMap((field) =>
    before[field] === after[field] ? [] : [{ field, before: before[field], after: after[field] }],
  )
  const isMoved = lower(before.resourceGroup) !== lower(after.resourceGroup)
  return [
    ...plain,
    ...(before.source === source ? [] : [{ field: 'source', before: before.source, after: source }]),
    ...(isMoved ? [{ field: 'resourceGroup', before: before.resourceGroup, after: after.resourceGroup }] : []),
    ...compareInside('tags', before.tags, after.tags),
    ...compareInside('properties', before.properties, after.properties ?? before.properties),
  ]
}

/** What `saveEntities` by a connector of this kind would make of each, in the same order. Changes nothing. */
export async function compareEntities(
  transaction: Transaction,
  customerId: string,
  kind: string,
  entities: readonly SourceEntity[],
): Promise<ComparedEntity[]> {
  const all = entities.map(toSave)
  const stored = await readStoredEntities(transaction, customerId, { keys: all.map(({ key }) => key), kind })
  const byKey = new Map(stored.map((entity) => [entity.key, entity]))
  return all.map((entity): ComparedEntity => {
    const { key } = entity
    const before = byKey.get(key)
    if (!before) return { key, standing: 'added', changes: [] }
    if (!before.isOurs) return { key, standing: before.stale ? 'returned' : 'kept', changes: [] }
    const changes = findDifferences(before, entity, kind)
    if (changes.length > 0) return { key, standing: 'changed', changes }
    return { key, standing: before.stale ? 'returned' : 'unchanged', changes }
  })
}
