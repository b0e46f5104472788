import type { WindowNotices } from '@vakt/contract/service-windows/service-windows.ts'
import { type EventTypes, noteEvent } from '#server/features/events/note-event.ts'
import type { Context } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { readApprovers, readNotified } from './notice-table.ts'

type Notice = EventTypes['service_window'] & { serviceWindowId: string; notices: WindowNotices }

/**
 * Notes what happens to a window for the people who were chosen, in the transaction of what happened. What waits for an approval also goes to
 * everyone of the customer who may approve.
 */
export async function notifyOfWindow(
  transaction: Transaction,
  { actor, now }: Pick<Context, 'actor' | 'now'>,
  customerId: string,
  { kind, details, serviceWindowId, notices }: Notice,
): Promise<void> {
  const chosen = await readNotified(transaction, customerId, notices)
  const isToApprove = kind === 'to_approve' || details.isWaiting === true
  const namedUserIds = [...new Set([...chosen, ...(isToApprove ? await readApprovers(transaction, customerId) : [])])]
  if (namedUserIds.length === 0) return
  await noteEvent(
    transaction,
    { customerId, actor, now },
    { topic: 'service_window', kind, subjectId: serviceWindowId, namedUserIds, details },
  )
}
