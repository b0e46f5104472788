import type { EntityHistoryEntry } from '@vakt/contract/entities/entity-history.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { NotFound } from '#server/platform/errors.ts'
import { type Listing, nextPage } from '#server/platform/http/serve.ts'
import { readUuid } from '#server/platform/ids.ts'
import { readHistoryPage } from './entity-history-table.ts'
import { readEntity } from './entity-table.ts'

export async function listEntityHistory(
  context: Context,
  customerId: string,
  { entityId, limit = 50 }: { entityId: string; limit?: number },
  after: readonly string[] | null,
): Promise<Listing<EntityHistoryEntry>> {
  const id = readUuid(entityId)
  const rows = await inTransaction(context, customerId, async (transaction) => {
    if (!(await readEntity(transaction, customerId, id))) throw new NotFound()
    return readHistoryPage(transaction, customerId, { entityId: id, after, limit })
  })
  const page = nextPage(rows, limit, ({ historyId }) => [historyId])
  return { ...page, rows: page.rows.map(({ historyId: _, at, ...entry }) => ({ ...entry, at: at.toISOString() })) }
}
