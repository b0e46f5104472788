import type { RecordedAction } from '@vakt/contract/recorded-actions.ts'
import type { Context } from '#server/platform/context.ts'
import { readForAllCustomers } from '#server/platform/database/transaction.ts'
import { type Listing, nextPage } from '#server/platform/http/serve.ts'
import { type ActionFilter, readActionPageForAllCustomers } from './recorded-action-table.ts'

export async function listRecordedActions(
  context: Context,
  { limit = 50, ...filter }: ActionFilter & { limit?: number },
  after: readonly string[] | null,
): Promise<Listing<RecordedAction>> {
  const rows = await readForAllCustomers(context, (transaction) => readActionPageForAllCustomers(transaction, { filter, after, limit }))
  const page = nextPage(rows, limit, ({ atKey, actionId }) => [atKey, actionId])
  return { ...page, rows: page.rows.map(({ atKey: _, at, ...action }) => ({ ...action, at: at.toISOString() })) }
}
