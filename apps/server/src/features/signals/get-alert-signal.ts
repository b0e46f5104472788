import { findSignalOfAlert } from '#server/features/alerts/list-alerts.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { NotFound } from '#server/platform/errors.ts'
import { toText } from './set-aside.ts'
import { readSignalBody } from './set-aside-table.ts'

/** The raw signal that the trail of an alert names. Throws `NotFound` also when it is not kept any more. */
export async function getAlertSignal(context: Context, customerId: string, of: { alertId: string; signalId: string }) {
  const owner = await findSignalOfAlert(context, customerId, of)
  const found = await inTransaction(context, owner, (transaction) => readSignalBody(transaction, owner, of.signalId))
  if (!found) throw new NotFound()
  return { contentType: found.contentType, receivedAt: found.receivedAt.toISOString(), body: toText(found.body) }
}
