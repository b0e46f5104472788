import type { ServiceWindow } from '@vakt/contract/service-windows/service-windows.ts'
import { approvedEndOf } from '@vakt/domain/service-windows/change-window.ts'
import { type Context, nameOfActor } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { Conflict, Invalid } from '#server/platform/errors.ts'
import { type CallContext, userIdAt } from '#server/platform/http/serve.ts'
import { changeLocked, noteChange } from './change-locked.ts'
import { askForApproval } from './manage-windows.ts'
import { notifyOfWindow } from './notify-of-window.ts'
import { deletePlanned, type OccurrenceRow, readEndedEarly, readUnsettled, writeEnd } from './occurrence-table.ts'
import { planOccurrences } from './plan-occurrences.ts'
import { presentWindow } from './present-window.ts'
import { type WindowRow, writeEnabled, writeExtensionWaits, writeModified } from './window-table.ts'

const longestMs = 30 * 86_400_000

async function findOngoing(transaction: Transaction, customerId: string, { serviceWindowId }: WindowRow, now: Date) {
  const unsettled = await readUnsettled(transaction, customerId, serviceWindowId)
  return unsettled.find(({ startsAt, endsAt }) => startsAt <= now && endsAt > now)
}

/** From now on it holds nothing. What still fires is raised now, or when the occurrence was to end. */
async function endNow(
  transaction: Transaction,
  { now }: Context,
  before: WindowRow,
  { ongoing, raiseNow }: { ongoing: OccurrenceRow; raiseNow: boolean },
): Promise<void> {
  const { occurrenceId, plannedEndsAt, endsAt, approvedEndsAt } = ongoing
  const { customer_id: customerId, serviceWindowId } = before
  await writeEnd(transaction, customerId, {
    occurrenceId,
    endsAt: now,
    settlesAt: raiseNow ? now : (approvedEndsAt ?? endsAt),
    plannedEndsAt,
  })
  if (approvedEndsAt !== null && before.approval === 'waiting') await writeExtensionWaits(transaction, customerId, serviceWindowId, false)
}

const notOngoing = () => Conflict.field('', 'This service window is not ongoing.', 'service_window.not_ongoing')

/** Does nothing to a window that is disabled already. */
export const disableWindow = (asked: Context, customerId: string, id: string, raiseNow: boolean): Promise<ServiceWindow> =>
  changeLocked(asked, customerId, id, (transaction, before, context) => disableLocked(transaction, context, before, raiseNow))

/** As `disableWindow`, of a window that is locked. */
export async function disableLocked(
  transaction: Transaction,
  context: Context,
  before: WindowRow,
  raiseNow: boolean,
): Promise<ServiceWindow> {
  if (!before.enabled) return presentWindow(before)
  const { now } = context
  const { serviceWindowId: windowId, customer_id: customerId } = before
  const ongoing = await findOngoing(transaction, customerId, before, now)
  if (ongoing) await endNow(transaction, context, before, { ongoing, raiseNow })
  const cancelled = before.ongoing ?? before.next
  if (cancelled)
    await notifyOfWindow(transaction, context, customerId, {
      ...{ kind: 'cancelled', serviceWindowId: windowId, notices: before.notices },
      details: { startsAt: new Date(cancelled.startsAt).toISOString() },
    })
  await deletePlanned(transaction, customerId, windowId, now)
  await writeEnabled(transaction, customerId, { windowId, enabled: false, by: nameOfActor(context.actor), now })
  return noteChange(transaction, context, customerId, { windowId, change: 'disabled', before, details: ongoing ? { raiseNow } : {} })
}

/** Does nothing to a window that is enabled already. An occurrence that would be ongoing goes on. */
export const enableWindow = (asked: Context, customerId: string, id: string): Promise<ServiceWindow> =>
  changeLocked(asked, customerId, id, enableLocked)

/** As `enableWindow`, of a window that is locked. */
export async function enableLocked(transaction: Transaction, before: WindowRow, context: Context): Promise<ServiceWindow> {
  if (before.enabled) return presentWindow(before)
  const { now } = context
  const { serviceWindowId: windowId, customer_id: customerId } = before
  const ended = await readEndedEarly(transaction, customerId, windowId, now)
  if (ended) {
    const { occurrenceId, plannedEndsAt } = ended
    await writeEnd(transaction, customerId, { occurrenceId, endsAt: plannedEndsAt, settlesAt: plannedEndsAt, plannedEndsAt })
  }
  await writeEnabled(transaction, customerId, { windowId, enabled: true, by: nameOfActor(context.actor), now })
  await planOccurrences(transaction, customerId, { ...before, windowId }, { now, notBefore: ended?.plannedEndsAt ?? null })
  return noteChange(transaction, context, customerId, { windowId, change: 'enabled', before })
}

export const endWindow = (asked: Context, customerId: string, id: string, raiseNow: boolean): Promise<ServiceWindow> =>
  changeLocked(asked, customerId, id, async (transaction, before, context) => {
    const { now } = context
    const windowId = before.serviceWindowId
    const ongoing = await findOngoing(transaction, customerId, before, now)
    if (!ongoing) throw notOngoing()
    await endNow(transaction, context, before, { ongoing, raiseNow })
    await writeModified(transaction, customerId, { windowId, by: nameOfActor(context.actor), now })
    return noteChange(transaction, context, customerId, { windowId, change: 'ended', before, details: { raiseNow } })
  })

function approvedEnd(context: CallContext, before: WindowRow, ongoing: OccurrenceRow, endsAt: Date): Date | null {
  const times = { endsAt: ongoing.endsAt.getTime(), plannedEndsAt: ongoing.plannedEndsAt.getTime() }
  const until = approvedEndOf(
    { ...times, approvedEndsAt: ongoing.approvedEndsAt?.getTime() ?? null },
    { approval: before.approval, couldApprove: userIdAt(context.caller, before.customer_id) !== null, endsAt: endsAt.getTime() },
  )
  return until === null ? null : new Date(until)
}

/**
 * Moves the end of the ongoing occurrence, to a later or an earlier moment that is still to come. Beyond what the customer approved it asks again:
 * until the answer it holds as long as was approved.
 */
export const extendWindow = (asked: CallContext, customerId: string, id: string, wanted: string): Promise<ServiceWindow> =>
  changeLocked(asked, customerId, id, async (transaction, before, context) => {
    const { now } = context
    const windowId = before.serviceWindowId
    const endsAt = new Date(wanted)
    const ongoing = await findOngoing(transaction, customerId, before, now)
    if (!ongoing) throw notOngoing()
    if (endsAt <= now) throw Invalid.field('endsAt', 'The end must be later than now.', 'service_window.end_before_now')
    if (endsAt.getTime() - ongoing.startsAt.getTime() > longestMs)
      throw Invalid.field('endsAt', 'A service window lasts 30 days at most.', 'service_window.duration_long')
    if (before.next && endsAt > new Date(before.next.startsAt)) {
      const message = `The next occurrence starts at ${new Date(before.next.startsAt).toISOString()}. End this one before.`
      throw Invalid.field('endsAt', message, 'service_window.reaches_into_next')
    }
    const approvedEndsAt = approvedEnd(context, before, ongoing, endsAt)
    await writeEnd(transaction, customerId, {
      occurrenceId: ongoing.occurrenceId,
      endsAt,
      settlesAt: endsAt,
      plannedEndsAt: ongoing.plannedEndsAt,
      approvedEndsAt,
    })
    await writeModified(transaction, customerId, { windowId, by: nameOfActor(context.actor), now })
    const isAsked = approvedEndsAt !== null
    if (isAsked || ongoing.approvedEndsAt !== null) await writeExtensionWaits(transaction, customerId, windowId, isAsked)
    const details = { endsAt: endsAt.toISOString(), ...(isAsked && { approvedUntil: approvedEndsAt.toISOString() }) }
    const extended = await noteChange(transaction, context, customerId, { windowId, change: 'extended', before, details })
    if (isAsked) await askForApproval(transaction, context, customerId, extended)
    return extended
  })
