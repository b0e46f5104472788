import { nameOfActor } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { noteOpening } from './report-opening-table.ts'

export { readLastOpenings } from './report-opening-table.ts'

/** Who reads a report is recorded, once an hour; not while staff look through the eyes of someone else. */
export async function recordOpening(
  transaction: Transaction,
  context: CallContext,
  customerId: string,
  { report, name }: { report: string; name?: string },
): Promise<void> {
  const { caller, now, actor } = context
  if (!caller || caller.viewedBy) return
  if (await noteOpening(transaction, customerId, { report, openedBy: caller.userId, name: nameOfActor(actor), now }))
    await recordAction(transaction, context, customerId, { action: 'report.open', target: report, ...(name && { details: { name } }) })
}
