import type { ServiceWindow } from '@vakt/contract/service-windows/service-windows.ts'
import { nameOfActor } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { Conflict, Forbidden, Stale } from '#server/platform/errors.ts'
import { type CallContext, userIdAt } from '#server/platform/http/serve.ts'
import { changeLocked, noteChange } from './change-locked.ts'
import { notifyOfWindow } from './notify-of-window.ts'
import { clearExtension, type OccurrenceRow, readUnsettled, writeEnd } from './occurrence-table.ts'
import { presentWindow } from './present-window.ts'
import { writeApproval, writeExtensionWaits } from './window-table.ts'

type Answer = { approval: 'approved' | 'refused'; reason: string; version: number }

/** The window goes on as it was approved; what that no longer holds is raised now. */
async function refuseExtension(
  transaction: Transaction,
  { now }: CallContext,
  customerId: string,
  { windowId, extended }: { windowId: string; extended: OccurrenceRow },
): Promise<void> {
  const { occurrenceId, plannedEndsAt, approvedEndsAt, endsAt } = extended
  const until = approvedEndsAt ?? endsAt
  const settlesAt = until > now ? until : now
  await writeEnd(transaction, customerId, { occurrenceId, endsAt: until, settlesAt, plannedEndsAt })
  await writeExtensionWaits(transaction, customerId, windowId, false)
}

/** A user of the customer approves or refuses a window that waits for it; the provider cannot approve its own. */
export async function answerApproval(
  asked: CallContext,
  customerId: string,
  id: string,
  { approval, reason, version }: Answer,
): Promise<ServiceWindow> {
  if (!asked.caller || userIdAt(asked.caller, customerId) === null) throw new Forbidden()
  return changeLocked(
    asked,
    customerId,
    id,
    async (transaction, before, context) => {
      if (before.version !== version) {
        const message = 'Someone else changed this service window.'
        throw new Stale({ ...presentWindow(before) }, message, 'service_window.changed_meanwhile')
      }
      if (before.approval !== 'waiting') {
        const message = 'This service window does not wait for an approval.'
        throw Conflict.field('', message, 'service_window.not_waiting')
      }
      const windowId = before.serviceWindowId
      const extended = (await readUnsettled(transaction, customerId, windowId)).find(({ approvedEndsAt }) => approvedEndsAt !== null)
      if (extended && approval === 'refused') {
        await refuseExtension(transaction, context, customerId, { windowId, extended })
        return noteChange(transaction, context, customerId, { windowId, change: approval, before, details: { why: reason.trim() || null } })
      }
      if (extended) await clearExtension(transaction, customerId, windowId)
      const written = { windowId, by: nameOfActor(context.actor), now: context.now, approval, reason: reason.trim() || null }
      await writeApproval(transaction, customerId, written)
      if (approval === 'refused')
        await notifyOfWindow(transaction, context, customerId, {
          ...{ kind: 'cancelled', serviceWindowId: windowId, notices: before.notices },
          details: written.reason ? { why: written.reason } : {},
        })
      return noteChange(transaction, context, customerId, { windowId, change: approval, before, details: { why: written.reason } })
    },
    { isOpen: true },
  )
}
