import type { ServiceWindow } from '@vakt/contract/service-windows/service-windows.ts'
import type { Context } from '#server/platform/context.ts'
import { atDatabaseTime } from '#server/platform/database/database-time.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { Forbidden, NotFound } from '#server/platform/errors.ts'
import { readUuid } from '#server/platform/ids.ts'
import { enqueueJobs } from '#server/platform/jobs/job-table.ts'
import { announce } from '#server/platform/live/announce.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { contentOf, presentWindow } from './present-window.ts'
import { lockWindow, readWindow, type WindowRow } from './window-table.ts'

/** The queue that starts, ends and plans windows; its jobs are windows. */
export const windowQueueName = 'service-window'

type Changed = 'created' | 'changed' | 'enabled' | 'disabled' | 'ended' | 'extended' | 'approved' | 'refused'
type Noted = { windowId: string; change: Changed; before: WindowRow | null; details?: Record<string, unknown> }

/** The window as it is now: in the record of actions, announced to everyone who looks at it, and next for the worker. */
export async function noteChange(transaction: Transaction, context: Context, customerId: string, noted: Noted): Promise<ServiceWindow> {
  const { windowId, change, before, details = {} } = noted
  const row = await readWindow(transaction, customerId, windowId, context.now)
  if (!row) throw new NotFound()
  const contents = change === 'changed' && before ? { before: contentOf(before), after: contentOf(row) } : {}
  await recordAction(transaction, context, customerId, {
    action: `service-window.${change}`,
    target: windowId,
    details: { reason: row.reason, ...contents, ...details },
  })
  await enqueueJobs(transaction, [{ queue: windowQueueName, customerId, rowId: windowId }])
  announce(transaction, { type: 'service-window.changed', customerId, serviceWindowIds: [windowId] })
  return presentWindow(row)
}

/**
 * Runs `change` on the window, locked as it is, at the time of the database, by which windows begin and end. Windows of the provider are changed
 * by its staff only; `isOpen` is for what the customer may do to them too.
 */
export async function changeLocked<T, C extends Context>(
  context: C,
  customerId: string,
  id: string,
  change: (transaction: Transaction, row: WindowRow, at: C) => Promise<T>,
  { isOpen = false } = {},
): Promise<T> {
  const windowId = readUuid(id)
  return inTransaction(context, customerId, (transaction) =>
    changeLockedWithin(transaction, context, customerId, windowId, (row, at) => {
      if (row.providerWindowId !== null && !context.isStaff && !isOpen) throw new Forbidden()
      return change(transaction, row, at)
    }),
  )
}

/** As `changeLocked` in the transaction of its caller, also where the system acts. */
export async function changeLockedWithin<T, C extends Context>(
  transaction: Transaction,
  context: C,
  customerId: string,
  windowId: string,
  change: (row: WindowRow, at: C) => Promise<T>,
): Promise<T> {
  if (!(await lockWindow(transaction, customerId, windowId))) throw new NotFound()
  const at = await atDatabaseTime(transaction, context)
  const row = await readWindow(transaction, customerId, windowId, at.now)
  if (!row) throw new NotFound()
  return change(row, at)
}
