import type { EntityHistoryEntry, InventoryChange } from '@vakt/contract/entities/entity-history.ts'
import { gatherValues } from '#server/platform/database/gather-values.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

type HistoryRow = Omit<EntityHistoryEntry, 'at'> & { historyId: string; at: Date }

export async function readHistoryPage(
  transaction: Transaction,
  customerId: string,
  { entityId, after, limit }: { entityId: string; after: readonly string[] | null; limit: number },
): Promise<HistoryRow[]> {
  const { rows } = await transaction.query<HistoryRow>({
    name: 'read-entity-history',
    text: `select history_id::text as "historyId", at, kind, field, before, after from entity_history
           where customer_id = $1 and entity_id = $2 and ($3::bigint is null or history_id < $3) order by history_id desc limit $4`,
    values: [customerId, entityId, after?.[0] ?? null, limit + 1],
  })
  return rows
}

export type ChangeFilter = { q?: string; kind?: string[]; from?: string; to?: string; group?: string[]; latest?: boolean }
export type InventoryChangeRow = Omit<InventoryChange, 'at'> & { at: Date; atKey: string }

/** Of each resource the latest change of each kind. */
const latestOf = (conditions: readonly string[]) => `(
  select distinct on (h.entity_id, h.kind) h.* from entity_history h
  join entity e on e.customer_id = h.customer_id and e.entity_id = h.entity_id
  where ${conditions.join(' and ')} order by h.entity_id, h.kind, h.at desc, h.history_id desc)`

/** One row more than the limit, so that the caller sees whether there is a next page. */
export async function readChangePage(
  transaction: Transaction,
  customerId: string,
  {
    filter: { q, kind, from, to, group = [], latest = false },
    tagKeys,
    after,
    limit,
  }: { filter: ChangeFilter; tagKeys: readonly string[]; after: readonly string[] | null; limit: number },
): Promise<InventoryChangeRow[]> {
  const { values, put } = gatherValues([customerId])
  const inGroup = group.map((value, index) =>
    tagKeys[index] === undefined ? 'false' : `coalesce(e.tags ->> ${put(tagKeys[index])}::text, '') = ${put(value)}`,
  )
  const name = q?.trim().toLowerCase()
  const conditions = [
    'h.customer_id = $1',
    ...(name ? [`strpos(e.name_key, ${put(name)}) > 0`] : []),
    ...(kind ? [`h.kind = any(${put(kind)}::text[])`] : []),
    ...(from ? [`h.at >= ${put(from)}::timestamptz`] : []),
    ...(to ? [`h.at < ${put(to)}::timestamptz`] : []),
    ...inGroup,
  ]
  const rest = [
    ...(latest ? ['h.customer_id = $1'] : conditions),
    ...(after ? [`(h.at, h.history_id) < (${put(after[0])}::timestamptz, ${put(after[1])}::bigint)`] : []),
  ]
  const { rows } = await transaction.query<InventoryChangeRow>(
    `select h.history_id::text as "changeId", h.at, h.at::text as "atKey", h.kind, h.field, h.before, h.after, h.entity_id as "entityId", e.name, e.type
     from ${latest ? latestOf(conditions) : 'entity_history'} h join entity e on e.customer_id = h.customer_id and e.entity_id = h.entity_id
     where ${rest.join(' and ')} order by h.at desc, h.history_id desc limit ${Math.trunc(limit) + 1}`,
    values,
  )
  return rows
}
