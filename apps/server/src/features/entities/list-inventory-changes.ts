import type { InventoryChange } from '@vakt/contract/entities/entity-history.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { type Listing, nextPage } from '#server/platform/http/serve.ts'
import { type ChangeFilter, readChangePage } from './entity-history-table.ts'
import { readTagGroupKeys } from './read-tag-group-keys.ts'

export async function listInventoryChanges(
  context: Context,
  customerId: string,
  { limit = 50, ...filter }: ChangeFilter & { limit?: number },
  after: readonly string[] | null,
): Promise<Listing<InventoryChange>> {
  const rows = await inTransaction(context, customerId, async (transaction) => {
    const tagKeys = filter.group ? await readTagGroupKeys(transaction, customerId) : []
    return readChangePage(transaction, customerId, { filter, tagKeys, after, limit })
  })
  const page = nextPage(rows, limit, ({ atKey, changeId }) => [atKey, changeId])
  return { ...page, rows: page.rows.map(({ atKey: _, at, ...change }) => ({ ...change, at: at.toISOString() })) }
}
