import type { ServiceWindow } from '@vakt/contract/service-windows.ts'
import { nameOfActor } from '#server/platform/context.ts'
import { Conflict, Forbidden, Stale } from '#server/platform/errors.ts'
import { type CallContext, userIdAt } from '#server/platform/http/serve.ts'
import { changeLocked, noteChange } from './change-locked.ts'
import { notifyOfWindow } from './notify-of-window.ts'
import { presentWindow } from './present-window.ts'
import { writeApproval } from './window-table.ts'

type Answer = { approval: 'approved' | 'refused'; reason: string; version: number }

/** A user of the customer approves or refuses a window that waits for it; the provider cannot approve its own. */
export async function answerApproval(
  context: CallContext,
  customerId: string,
  id: string,
  { approval, reason, version }: Answer,
): Promise<ServiceWindow> {
  if (!context.caller || userIdAt(context.caller, customerId) === null) throw new Forbidden()
  return changeLocked(
    context,
    customerId,
    id,
    async (transaction, before) => {
      if (before.version !== version) {
        const message = 'Someone else changed this service window.'
        throw new Stale({ ...presentWindow(before) }, message, 'service_window.changed_meanwhile')
      }
      if (before.approval !== 'waiting') {
        const message = 'This service window does not wait for an approval.'
        throw Conflict.field('', message, 'service_window.not_waiting')
      }
      const windowId = before.serviceWindowId
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
