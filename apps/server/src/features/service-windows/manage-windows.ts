import { randomUUID } from 'node:crypto'
import { type NewServiceWindow, type ServiceWindow, windowLimits } from '@vakt/contract/service-windows/service-windows.ts'
import { approvalAfterChange, type ChangedApproval, endAfterChange } from '@vakt/domain/service-windows/change-window.ts'
import { scopeKeysOf } from '@vakt/domain/service-windows/scope-key.ts'
import { type Context, nameOfActor } from '#server/platform/context.ts'
import { atDatabaseTime } from '#server/platform/database/database-time.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { Conflict, Invalid, Stale } from '#server/platform/errors.ts'
import { type CallContext, userIdAt } from '#server/platform/http/serve.ts'
import { keepAnswer } from '#server/platform/idempotency/keep-answer.ts'
import { changeLocked, noteChange } from './change-locked.ts'
import { checkReferences, checkSchedule, contentToWrite, refuseApproval } from './check-window.ts'
import { notifyOfWindow } from './notify-of-window.ts'
import { clearExtension, deletePlanned, markToRecheck, type OccurrenceRow, readUnsettled, writeEnd } from './occurrence-table.ts'
import { openChangeTicket } from './open-change-ticket.ts'
import { planOccurrences } from './plan-occurrences.ts'
import { contentOf, presentWindow } from './present-window.ts'
import { countWindows, insertWindow, type OfProvider, updateWindow, type WindowRow, writeTargets } from './window-table.ts'

export const askForApproval = (transaction: Transaction, context: Context, customerId: string, window: ServiceWindow): Promise<void> =>
  notifyOfWindow(transaction, context, customerId, {
    ...{ kind: 'to_approve', serviceWindowId: window.serviceWindowId, notices: window.notices },
    details: { startsAt: (window.ongoing ?? window.next)?.startsAt ?? window.startsAt },
  })

/** Creates a window in the transaction of its caller; `ofProvider` where the provider creates one at several customers. */
export async function createWithin(
  transaction: Transaction,
  context: CallContext,
  customerId: string,
  wanted: NewServiceWindow,
  ofProvider: OfProvider | null = null,
): Promise<ServiceWindow> {
  const { now, actor, caller } = context
  const windowId = randomUUID()
  if ((await countWindows(transaction, customerId)) >= windowLimits.perCustomer) {
    const message = `There are ${windowLimits.perCustomer} service windows already. Disable one that is not used any more.`
    throw Conflict.field('', message, 'service_window.too_many')
  }
  await checkReferences(transaction, customerId, wanted)
  const created = {
    windowId,
    by: ofProvider?.by ?? nameOfActor(actor),
    userId: caller ? userIdAt(caller, customerId) : null,
    now,
    ofProvider,
  }
  const relatedTicketId = wanted.createTicket ? await openChangeTicket(transaction, context, customerId, wanted) : wanted.relatedTicketId
  const content = contentToWrite({ ...wanted, relatedTicketId }, wanted.needsApproval ? 'waiting' : null)
  await insertWindow(transaction, customerId, content, created)
  await writeTargets(transaction, customerId, windowId, scopeKeysOf(wanted.scope))
  await planOccurrences(transaction, customerId, { ...wanted, windowId }, { now })
  const window = await noteChange(transaction, context, customerId, { windowId, change: 'created', before: null })
  if (window.approval) await askForApproval(transaction, context, customerId, window)
  return window
}

/** `plan` makes the window of the moment that the database says it is. */
async function createAtNow(asked: CallContext, customerId: string, plan: (now: Date) => NewServiceWindow): Promise<ServiceWindow> {
  return inTransaction(asked, customerId, async (transaction) => {
    const context = await atDatabaseTime(transaction, asked)
    const wanted = plan(context.now)
    checkSchedule(wanted, context.now)
    const created = await createWithin(transaction, context, customerId, wanted)
    await keepAnswer(transaction, context, customerId, created)
    return created
  })
}

export async function createWindow(context: CallContext, customerId: string, wanted: NewServiceWindow): Promise<ServiceWindow> {
  refuseApproval(context, wanted)
  return createAtNow(context, customerId, () => wanted)
}

/** A window that starts now and ends by itself at its limit, for a pipeline that ends it when it is done. */
export const startWindow = (
  context: CallContext,
  customerId: string,
  { reason, scope, limitInSeconds }: Pick<NewServiceWindow, 'reason' | 'scope'> & { limitInSeconds: number },
): Promise<ServiceWindow> =>
  createAtNow(context, customerId, (now) => {
    const startsAt = now.toISOString().slice(0, 16)
    // It begins at the full minute, so the second of now counts.
    const durationInSeconds = limitInSeconds + now.getUTCSeconds()
    const once = { repeats: 'once' as const, weekdays: [], monthDay: null, cron: '', endsOn: null, endsAfter: null }
    const schedule = { timeZone: 'UTC', startsAt, ...once }
    const notices = { userIds: [], roles: [], minutesBefore: null, atStart: false, atEnd: false }
    return { reason, scope, schedule, durationInSeconds, notices, relatedTicketId: null, createTicket: false, needsApproval: false }
  })

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

const isSameWindow = (before: WindowRow, wanted: NewServiceWindow) =>
  (['schedule', 'durationInSeconds', 'scope'] as const).every((name) => isSame(before[name], wanted[name]))

/** Throws Invalid where staff take back that the customer decides. */
function approvalAfter(
  context: CallContext,
  { customerId, before, unsettled }: { customerId: string; before: WindowRow; unsettled: readonly OccurrenceRow[] },
  wanted: NewServiceWindow,
  isEndRewritten: boolean,
): ChangedApproval {
  const changed = approvalAfterChange(
    {
      approval: before.approval,
      occurrences: unsettled.map(({ approvedEndsAt }) => ({ approvedEndsAt: approvedEndsAt?.getTime() ?? null })),
    },
    { isStaff: context.isStaff, couldApprove: userIdAt(context.caller, customerId) !== null },
    { needsApproval: wanted.needsApproval, isSame: isSameWindow(before, wanted), isEndRewritten },
  )
  if (changed) return changed
  const message = 'The customer was asked to approve this window, and decides. Create another window if none is needed.'
  throw Invalid.field('needsApproval', message, 'service_window.approval_stays')
}

type Change = { before: WindowRow; wanted: NewServiceWindow }

const movesOf = ({ before, wanted }: Change) => ({
  isMoved: wanted.schedule.repeats === 'once' && !isSame(before.schedule, wanted.schedule),
  isOtherDuration: before.durationInSeconds !== wanted.durationInSeconds,
})

/** Writes how the occurrence that lasts goes on; returns until when, null where none does any more. */
async function changeOngoing(
  transaction: Transaction,
  { now }: Context,
  customerId: string,
  { before, wanted, changed, unsettled }: Change & { changed: ChangedApproval; unsettled: readonly OccurrenceRow[] },
): Promise<Date | null> {
  const windowId = before.serviceWindowId
  await deletePlanned(transaction, customerId, windowId, now)
  if (!changed.keepsExtension) await clearExtension(transaction, customerId, windowId)
  const ongoing = unsettled.find(({ startsAt, endsAt }) => startsAt <= now && endsAt > now)
  if (!ongoing) return null
  const moves = movesOf({ before, wanted })
  const moved = endAfterChange(ongoing.startsAt.getTime(), { ...moves, durationInSeconds: wanted.durationInSeconds }, now.getTime())
  const endsAt = moved === null ? ongoing.endsAt : new Date(moved)
  if (moved !== null)
    await writeEnd(transaction, customerId, { occurrenceId: ongoing.occurrenceId, endsAt, settlesAt: endsAt, plannedEndsAt: endsAt })
  // What it holds by then is raised where it covers it no more, or holds nothing before it is approved.
  const holdsNothing = changed.approval === 'waiting' && !changed.keepsExtension
  if (holdsNothing || !isSame(before.scope, wanted.scope)) await markToRecheck(transaction, customerId, windowId)
  return moves.isMoved ? null : endsAt
}

export async function changeWindow(
  asked: CallContext,
  customerId: string,
  id: string,
  { version, ...wanted }: NewServiceWindow & { version: number },
): Promise<ServiceWindow> {
  return changeLocked(asked, customerId, id, async (transaction, before, context) => {
    if (before.version !== version) {
      const message = 'Someone else changed this service window.'
      throw new Stale({ ...presentWindow(before) }, message, 'service_window.changed_meanwhile')
    }
    const windowId = before.serviceWindowId
    const known = contentOf(before)
    // What is over or lasts already stays as it is: only new times are checked against now.
    const isRescheduled = !isSame(known.schedule, wanted.schedule) || known.durationInSeconds !== wanted.durationInSeconds
    if (isRescheduled) checkSchedule(wanted, before.ongoing ? new Date(before.ongoing.startsAt) : context.now)
    await checkReferences(transaction, customerId, wanted)
    const relatedTicketId = wanted.createTicket ? await openChangeTicket(transaction, context, customerId, wanted) : wanted.relatedTicketId
    const by = nameOfActor(context.actor)
    const unsettled = await readUnsettled(transaction, customerId, windowId)
    const { isMoved, isOtherDuration } = movesOf({ before, wanted })
    const changed = approvalAfter(context, { customerId, before, unsettled }, wanted, isMoved || isOtherDuration)
    const lastsUntil = await changeOngoing(transaction, context, customerId, { before, wanted, changed, unsettled })
    await updateWindow(transaction, customerId, contentToWrite({ ...wanted, relatedTicketId }, changed.approval), {
      windowId,
      by,
      now: context.now,
    })
    await writeTargets(transaction, customerId, windowId, scopeKeysOf(wanted.scope))
    if (before.enabled) await planOccurrences(transaction, customerId, { ...wanted, windowId }, { now: context.now, notBefore: lastsUntil })
    const window = await noteChange(transaction, context, customerId, { windowId, change: 'changed', before })
    if (changed.approval === 'waiting' && before.approval !== 'waiting') await askForApproval(transaction, context, customerId, window)
    return window
  })
}
