import { approvalOf, decideDue } from '@vakt/domain/service-windows/occurrence-life.ts'
import type { Context } from '#server/platform/context.ts'
import { atDatabaseTime } from '#server/platform/database/database-time.ts'
import { type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import type { Job } from '#server/platform/jobs/job-table.ts'
import type { JobRun, Queue } from '#server/platform/jobs/work-queue.ts'
import { announce } from '#server/platform/live/announce.ts'
import { windowQueueName } from './change-locked.ts'
import { notifyOfWindow } from './notify-of-window.ts'
import { countPlanned, markOccurrence, maxUnsettled, type OccurrenceRow, readUnsettled, writeApprovedEnd } from './occurrence-table.ts'
import { planOccurrences } from './plan-occurrences.ts'
import { recheckOccurrence, settleOccurrence, type WindowDue } from './release-held-alerts.ts'
import { lockWindow, readWindow, writeExtensionWaits } from './window-table.ts'

const day = 86_400_000

/** The window, which no one else changes until the transaction ends; undefined where it is gone. */
async function lockDueWindow(transaction: Transaction, customerId: string, windowId: string, now: Date): Promise<WindowDue | undefined> {
  if (!(await lockWindow(transaction, customerId, windowId))) return undefined
  const row = await readWindow(transaction, customerId, windowId, now)
  return row && { ...row, customerId }
}

const fewPlanned = 100

/** Plans further ahead where few occurrences are left; returns whether more are to be planned some day. */
async function planAhead(transaction: Transaction, window: WindowDue, now: Date): Promise<boolean> {
  const { customerId, serviceWindowId: windowId, plannedTo, enabled } = window
  if (!enabled || plannedTo === Number.POSITIVE_INFINITY) return false
  if ((await countPlanned(transaction, customerId, windowId, now)) >= fewPlanned) return true
  const to = typeof plannedTo === 'number' || plannedTo < now ? now : plannedTo
  await planOccurrences(transaction, customerId, { ...window, windowId }, { now, after: to, notBefore: to })
  return true
}

/** No one answered whether the occurrence may last longer: the window is approved as it was, and it ended when that did. */
async function forgetExtension(transaction: Transaction, { customerId, serviceWindowId }: WindowDue, occurrenceId: string): Promise<void> {
  await writeApprovedEnd(transaction, customerId, occurrenceId)
  await writeExtensionWaits(transaction, customerId, serviceWindowId, false)
}

const timesOf = ({ startsAt, endsAt, settlesAt, remindedAt, startedAt, isToRecheck, approvedEndsAt }: OccurrenceRow) => ({
  ...{ startsAt: startsAt.getTime(), endsAt: endsAt.getTime(), settlesAt: settlesAt.getTime(), isToRecheck },
  ...{ isReminded: remindedAt !== null, isStarted: startedAt !== null, approvedEndsAt: approvedEndsAt?.getTime() ?? null },
})

/** Does what is due about one occurrence; returns when something is due again, null when never. */
async function advance(transaction: Transaction, context: Context, window: WindowDue, occurrence: OccurrenceRow): Promise<Date | null> {
  const { now } = context
  const { customerId, notices, approval } = window
  const { occurrenceId } = occurrence
  const due = decideDue(timesOf(occurrence), { approval, minutesBefore: notices.minutesBefore }, now.getTime())
  const span = { startsAt: occurrence.startsAt.toISOString(), endsAt: occurrence.endsAt.toISOString() }
  if (due.reminds) {
    await markOccurrence(transaction, customerId, occurrenceId, 'reminded_at', now)
    const details = { ...span, ...(approval === 'waiting' && { isWaiting: true }) }
    if (approval !== 'refused') await notifyOfWindow(transaction, context, customerId, { ...window, kind: 'soon', details })
  }
  if (due.starts) {
    await markOccurrence(transaction, customerId, occurrenceId, 'started_at', now)
    if (notices.atStart) await notifyOfWindow(transaction, context, customerId, { ...window, kind: 'started', details: span })
  }
  if (due.forgetsExtension) await forgetExtension(transaction, window, occurrenceId)
  if (due.settles) {
    const { held, raised, recovered } = await settleOccurrence(transaction, context, window, occurrenceId)
    const details = { ...span, held, raised, recovered }
    if (notices.atEnd && due.hasHeld) await notifyOfWindow(transaction, context, customerId, { ...window, kind: 'ended', details })
  }
  if (due.rechecks) await recheckOccurrence(transaction, context, window, occurrenceId)
  return due.next === null ? null : new Date(due.next)
}

const earliest = (moments: readonly (Date | null)[]): Date | null =>
  moments.reduce((first, moment) => (moment && (first === null || moment < first) ? moment : first), null)

/** Reminds of, starts and ends the occurrences of one window, plans further ahead, and comes again when something is due. */
const advanceWindow = (process: Context, { customerId, rowId }: Job, finish: JobRun['finish']): Promise<void> =>
  workForAllCustomers(process, async (transaction) => {
    // By the clock that says when its job is due: a process whose own clock is behind would find nothing to do, over and over.
    const context = await atDatabaseTime(transaction, process)
    const { now } = context
    const window = await lockDueWindow(transaction, customerId, rowId, now)
    if (!window) return finish(transaction)
    const due: (Date | null)[] = []
    const unsettled = await readUnsettled(transaction, customerId, window.serviceWindowId)
    for (const occurrence of unsettled) {
      const approval = approvalOf(window.approval, timesOf(occurrence), unsettled.map(timesOf))
      due.push(await advance(transaction, context, { ...window, approval }, occurrence))
      if (occurrence.startsAt > now) break
    }
    // After a long pause of all workers there are more than are looked at in one go.
    if (unsettled.length >= maxUnsettled && unsettled.every(({ startsAt }) => startsAt <= now)) due.push(now)
    if (await planAhead(transaction, window, now)) due.push(new Date(now.getTime() + day))
    announce(transaction, { type: 'service-window.changed', customerId, serviceWindowIds: [window.serviceWindowId] })
    return finish(transaction, earliest(due))
  })

/**
 * Jobs are windows: each waits until something of its window is due. What ended while no worker ran is done late, and once. One that fails for
 * good holds its alerts: see `watchWindows`.
 */
export const serviceWindowQueues = (): Record<string, Queue> => ({
  [windowQueueName]: {
    slots: 2,
    maxPerCustomer: 1,
    maxPerKey: 1,
    leaseSeconds: 30,
    maxAttempts: 8,
    maxSeconds: 300,
    run: (job, { createContext, finish }) => advanceWindow(createContext(), job, finish),
  },
})
