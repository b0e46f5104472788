import type { Recurrence } from '@vakt/contract/service-windows/recurrence.ts'
import type { WindowNotices } from '@vakt/contract/service-windows/service-windows.ts'
import { decideRelease } from '@vakt/domain/service-windows/occurrence-life.ts'
import { lockAlertsOfCustomer } from '#server/features/incidents/intake/alert-states.ts'
import { raiseHeldAlerts } from '#server/features/incidents/intake/raise-held-alerts.ts'
import type { Context } from '#server/platform/context.ts'
import type { DatabaseClock } from '#server/platform/database/database-time.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { findHolding } from './hold-alerts.ts'
import { countOutcomes, type HeldState, readStillHeld, writeOutcomes } from './hold-table.ts'
import { readNotified } from './notice-table.ts'
import { markOccurrence, markRechecked } from './occurrence-table.ts'
import type { Approval } from './window-table.ts'

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

const keyOf = ({ source, fingerprint }: Pick<HeldState, 'source' | 'fingerprint'>) => `${source}\n${fingerprint}`

/** What an occurrence holds still; with `isUncovered` only what its window covers no more. */
async function findStillHeld(
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

type Released = { alertId: string; outcome: 'recovered' | 'raised' | 'held-on'; incidentId: string | null }

/** What happens to alerts that this occurrence no longer holds. The caller holds the lock of the customer's alerts. */
async function release(
  transaction: Transaction,
  context: Context,
  { customerId, serviceWindowId, reason }: WindowDue,
  { held, informedUserIds = [] }: { held: readonly HeldState[]; informedUserIds?: readonly string[] },
): Promise<Released[]> {
  const due = held.filter(({ state, incidentId, escalatedFrom }) => state === 'firing' && (incidentId === null || escalatedFrom !== null))
  const raised = await raiseHeldAlerts(transaction, context, customerId, {
    held: due,
    window: { serviceWindowId, reason, informedUserIds },
  })
  return held.map((one) => {
    const { alertId, state, escalatedFrom } = one
    const ofRaised = raised.get(keyOf(one))
    const incidentId = state === 'resolved' ? null : ofRaised === undefined ? one.incidentId : ofRaised
    const alert = { state, hasIncident: one.incidentId !== null, isEscalation: escalatedFrom !== null }
    return { alertId, outcome: decideRelease(alert, incidentId === null), incidentId }
  })
}

/**
 * At the end of an occurrence: what still fires is raised, unless another window holds it on. Exactly once, since all of it commits together with the
 * mark that it is settled.
 */
export async function settleOccurrence(
  transaction: Transaction,
  context: Context,
  window: WindowDue,
  occurrenceId: string,
): Promise<Awaited<ReturnType<typeof countOutcomes>>> {
  const { customerId } = window
  await lockAlertsOfCustomer(transaction, customerId)
  // First, so that it holds nothing any more when its alerts are judged again.
  await markOccurrence(transaction, customerId, occurrenceId, 'settled_at', context.now)
  const held = await findStillHeld(transaction, customerId, occurrenceId)
  const informedUserIds = window.notices.atEnd && held.length > 0 ? await readNotified(transaction, customerId, window.notices) : []
  const outcomes = await release(transaction, context, window, { held, informedUserIds })
  await writeOutcomes(transaction, customerId, { occurrenceId, outcomes, now: context.now })
  return countOutcomes(transaction, customerId, occurrenceId)
}

/** The scope changed while the occurrence lasts: raises what it does not cover any more. */
export async function recheckOccurrence(
  transaction: Transaction,
  context: Context,
  window: WindowDue,
  occurrenceId: string,
): Promise<void> {
  const { customerId } = window
  await lockAlertsOfCustomer(transaction, customerId)
  const held = await findStillHeld(transaction, customerId, occurrenceId, { isUncovered: true, clock: context })
  const outcomes = await release(transaction, context, window, { held })
  await writeOutcomes(transaction, customerId, { occurrenceId, outcomes, now: context.now })
  await markRechecked(transaction, customerId, occurrenceId)
}
