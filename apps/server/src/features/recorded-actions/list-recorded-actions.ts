import type { RecordedAction } from '@vakt/contract/recorded-actions.ts'
import type { Context } from '#server/platform/context.ts'
import { readForAllCustomers } from '#server/platform/database/transaction.ts'
import { NotFound } from '#server/platform/errors.ts'
import { type Listing, nextPage } from '#server/platform/http/serve.ts'
import {
  type ActionFilter,
  type RecordedActionRow,
  readActionForAllCustomers,
  readActionPageForAllCustomers,
} from './recorded-action-table.ts'

const present = ({ atKey: _, at, ...action }: RecordedActionRow): RecordedAction => ({ ...action, at: at.toISOString() })

export async function listRecordedActions(
  context: Context,
  { limit = 50, ...filter }: ActionFilter & { limit?: number },
  after: readonly string[] | null,
): Promise<Listing<RecordedAction>> {
  const rows = await readForAllCustomers(context, (transaction) => readActionPageForAllCustomers(transaction, { filter, after, limit }))
  const page = nextPage(rows, limit, ({ atKey, actionId }) => [atKey, actionId])
  return { ...page, rows: page.rows.map(present) }
}

const isActionId = (text: string) => /^[1-9]\d{0,17}$/.test(text)

export async function getRecordedAction(context: Context, actionId: string): Promise<RecordedAction> {
  const found = isActionId(actionId)
    ? await readForAllCustomers(context, (transaction) => readActionForAllCustomers(transaction, actionId))
    : undefined
  if (!found) throw new NotFound()
  return present(found)
}
