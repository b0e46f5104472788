import type { AlertTarget } from '@vakt/domain/alert-event.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { keyOfTarget } from './entity-key.ts'
import { findEntitiesByTarget, type MatchRow } from './entity-table.ts'

/** The entity that an alert is about, and what it was recognised by. */
export type EntityMatch = { entityId: string; customerId: string; name: string; by: AlertTarget['kind'] | 'binding' | 'alert-rule' }

type Wanted = { position: number; order: number; kind: AlertTarget['kind']; value: string; entityId: string | null }

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function wantedOf(target: AlertTarget, position: number, order: number): Wanted {
  const { kind, value } = target
  return { position, order, kind, value: keyOfTarget(target), entityId: kind === 'vakt-entity' && uuid.test(value) ? value : null }
}

/**
 * For each list of targets the entity that its first matching target names, or null. With `customerId` null (a token of the provider) the
 * entity decides whose alert it is; what more than one customer could mean matches nothing.
 */
export async function matchEntities(
  transaction: Transaction,
  customerId: string | null,
  targets: readonly AlertTarget[][],
): Promise<(EntityMatch | null)[]> {
  const wanted = targets.flatMap((list, position) => list.map((target, order) => wantedOf(target, position, order)))
  if (wanted.length === 0) return targets.map(() => null)
  const found = await findEntitiesByTarget(transaction, customerId, wanted)
  const matches: (EntityMatch | null)[] = targets.map(() => null)
  for (const [key, rows] of Object.entries(Object.groupBy(found, ({ position, order }) => `${position} ${order}`))) {
    const [row] = rows ?? []
    const position = Number(key.split(' ')[0])
    if (row && rows?.length === 1 && !matches[position]) matches[position] = toMatch(row)
  }
  return matches
}

const toMatch = ({ entityId, customerId, name, kind }: MatchRow): EntityMatch => ({ entityId, customerId, name, by: kind })
