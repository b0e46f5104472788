import type { Recurrence } from '@vakt/contract/recurrence.ts'
import type { WindowNotices } from '@vakt/contract/service-windows.ts'
import type { DatabaseClock } from '#server/platform/database/database-time.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { findHolding } from './hold-alerts.ts'
import { countOutcomes, type HeldState, readStillHeld, writeOutcomes } from './hold-table.ts'
import { readNotified } from './notice-table.ts'
import {
  countPlanned,
  markOccurrence,
  maxUnsettled,
  type OccurrenceRow,
  readUnsettled,
  writeApprovedEnd,
  markRechecked as writeRechecked,
} from './occurrence-table.ts'
import { planOccurrences } from './plan-occurrences.ts'
import { type Approval, lockWindow, readWindow, writeExtensionWaits } from './window-table.ts'

export type { HeldState, OccurrenceRow }
export { maxUnsettled }

/** A window that the worker looks at, locked. */
export type WindowDue = {
  customerId: string
  serviceWindowId: string
  reason: string
  enabled: boolean
  approval: Approval | null
  notices: WindowNotices
  schedule: Recurrence
  durationInSeconds: number
  plannedTo: Date | number
}

/** The window, which no one else changes until the transaction ends; undefined where it is gone. */
export async function lockDueWindow(
  transaction: Transaction,
  customerId: string,
  windowId: string,
  now: Date,
): Promise<WindowDue | undefined> {
  if (!(await lockWindow(transaction, customerId, windowId))) return undefined
  const row = await readWindow(transaction, customerId, windowId, now)
  return row && { ...row, customerId }
}

export const findUnsettled = (transaction: Transaction, { customerId, serviceWindowId }: WindowDue): Promise<OccurrenceRow[]> =>
  readUnsettled(transaction, customerId, serviceWindowId)

const fewPlanned = 100

/** Plans further ahead where few occurrences are left; returns whether more are to be planned some day. */
export async function planAhead(transaction: Transaction, window: WindowDue, now: Date): Promise<boolean> {
  const { customerId, serviceWindowId: windowId, plannedTo, enabled } = window
  if (!enabled || plannedTo === Number.POSITIVE_INFINITY) return false
  if ((await countPlanned(transaction, customerId, windowId, now)) >= fewPlanned) return true
  const to = typeof plannedTo === 'number' || plannedTo < now ? now : plannedTo
  await planOccurrences(transaction, customerId, { ...window, windowId }, { now, after: to, notBefore: to })
  return true
}

export const markReminded = (transaction: Transaction, customerId: string, occurrenceId: string, now: Date): Promise<void> =>
  markOccurrence(transaction, customerId, occurrenceId, 'reminded_at', now)
export const markStarted = (transaction: Transaction, customerId: string, occurrenceId: string, now: Date): Promise<void> =>
  markOccurrence(transaction, customerId, occurrenceId, 'started_at', now)
export const markSettled = (transaction: Transaction, customerId: string, occurrenceId: string, now: Date): Promise<void> =>
  markOccurrence(transaction, customerId, occurrenceId, 'settled_at', now)
export const markRechecked = writeRechecked

/** No one answered whether the occurrence may last longer: the window is approved as it was, and it ended when that did. */
export async function forgetExtension(
  transaction: Transaction,
  { customerId, serviceWindowId }: WindowDue,
  occurrenceId: string,
): Promise<void> {
  await writeApprovedEnd(transaction, customerId, occurrenceId)
  await writeExtensionWaits(transaction, customerId, serviceWindowId, false)
}

/** Who was chosen for the notices of the window. */
export const findNotified = (transaction: Transaction, { customerId, notices }: WindowDue): Promise<string[]> =>
  readNotified(transaction, customerId, notices)

/** What an occurrence holds still; with `isUncovered` only what its window covers no more. */
export async function findStillHeld(
  transaction: Transaction,
  customerId: string,
  occurrenceId: string,
  only?: { isUncovered: true; clock: DatabaseClock },
): Promise<HeldState[]> {
  const held = await readStillHeld(transaction, customerId, occurrenceId)
  if (!only) return held
  const holding = await findHolding(transaction, customerId, held, only.clock)
  return held.filter((_, index) => !holding[index]?.some((one) => one.occurrenceId === occurrenceId))
}

export type Outcomes = Awaited<ReturnType<typeof countOutcomes>>
export { countOutcomes, writeOutcomes as writeHeldOutcomes }
