import type { EntityHistoryEntry } from '@vakt/contract/entity-history.ts'
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
