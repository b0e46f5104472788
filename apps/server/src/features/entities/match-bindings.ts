import type { AlertEvent } from '@vakt/domain/alert-event.ts'
import { ofOpenCustomer } from '#server/platform/database/open-customers.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { targetKeyOf } from './entity-key.ts'
import type { EntityMatch } from './match-entities.ts'

type Named = Pick<AlertEvent, 'source' | 'targets' | 'targetName' | 'fingerprint'>

/**
 * For each event that matched nothing the entity that someone bound what it names to, or null. `customerId` is whose token brought it: its
 * bindings count, and for the provider's the entity may be anybody's.
 */
export async function matchBindings(
  transaction: Transaction,
  customerId: string,
  events: readonly Named[],
): Promise<(EntityMatch | null)[]> {
  if (events.length === 0) return []
  const keys = events.map(targetKeyOf)
  const { rows } = await transaction.query<{ source: string; targetKey: string } & Omit<EntityMatch, 'by'>>({
    name: 'match-bindings',
    text: `select distinct b.source, b.target_key as "targetKey", e.entity_id as "entityId", e.customer_id as "customerId", e.name
           from unnest($2::text[], $3::text[]) as wanted (source, target_key)
           join entity_binding b on b.customer_id = $1 and b.source = wanted.source and b.target_key = wanted.target_key
           join entity e on e.customer_id = b.entity_customer_id and e.entity_id = b.entity_id
           where b.customer_id = b.entity_customer_id or ${ofOpenCustomer('b.entity_customer_id')}`,
    values: [customerId, events.map(({ source }) => source), keys],
  })
  const found = new Map(rows.map(({ source, targetKey, ...entity }) => [`${source}\n${targetKey}`, { ...entity, by: 'binding' as const }]))
  return events.map(({ source }, index) => found.get(`${source}\n${keys[index]}`) ?? null)
}
