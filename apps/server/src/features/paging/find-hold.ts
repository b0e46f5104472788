import type { Severity } from '@vakt/contract/severity.ts'
import { type EscalationHold, pagesFor } from '@vakt/domain/paging/escalation.ts'
import { readCovered } from '#server/features/cloudops/cloudops-covers.ts'
import type { DeliverySettings } from '#server/features/deliveries/message.ts'
import { planMessages } from '#server/features/deliveries/plan-deliveries.ts'
import { findStaff } from '#server/features/deliveries/recipients.ts'
import { findHolding } from '#server/features/service-windows/hold-alerts.ts'
import type { Context } from '#server/platform/context.ts'
import { inSavepoint, type Transaction } from '#server/platform/database/transaction.ts'
import { readSetting } from './escalation-policy-table.ts'
import { type Escalation, pageAt } from './escalation-with-policy.ts'
import { uncheckedMailOf } from './page-mail.ts'
import { hasPage, insertPage } from './page-table.ts'

type At = Pick<Context, 'log' | 'now' | 'clockShiftMs'> & { settings: DeliverySettings }

const longestHoldMs = { window: 60_000, hours: 10 * 60_000 }

/** When what is held looks again: when the hold ends, or earlier, since a window may be ended early, and hours may be changed. */
export const lookAgainAt = ({ by, until }: EscalationHold, now: Date): Date => new Date(Math.min(until, now.getTime() + longestHoldMs[by]))

/** From which severity on the customer is paged, and which of the resources have a CloudOps service that decides instead, with its next active time. */
export async function readPagingRules(
  transaction: Transaction,
  customerId: string,
  { incidents, at }: { incidents: readonly { entityId: string | null }[]; at: Date },
): Promise<{ fromSeverity: Severity | null; covered: ReadonlyMap<string, number> }> {
  const { fromSeverity = null, pagesCloudOps = true } = (await readSetting(transaction, customerId)) ?? {}
  const entityIds = pagesCloudOps ? incidents.flatMap(({ entityId }) => entityId ?? []) : []
  return { fromSeverity, covered: await readCovered(transaction, customerId, { entityIds, at }) }
}

/** Once for each escalation. */
async function notifyStaff(transaction: Transaction, escalation: Escalation, { settings, now }: At): Promise<void> {
  const { customerId, incidentId } = escalation
  const isFirst = await insertPage(transaction, customerId, { ...pageAt(escalation, { round: 0, step: 0 }), kind: 'window_unchecked' }, now)
  if (!isFirst) return
  const staff = await findStaff(transaction, customerId)
  const mails = staff.map((recipient) => ({
    ...uncheckedMailOf(escalation, recipient, settings.origin),
    recipient,
    customerId,
    incidentId,
    kind: 'page_window_unchecked',
    private: true,
  }))
  await planMessages(transaction, mails, settings, now)
}

/** Until when a service window holds pages about the resource. Fails open: all staff are notified that it was not checked. */
async function findWindowHold(transaction: Transaction, escalation: Escalation, at: At): Promise<EscalationHold | null> {
  const { customerId, entityId, incidentId } = escalation
  try {
    const [held] = await inSavepoint(transaction, () => findHolding(transaction, customerId, [{ entityId, metricName: null }], at))
    const until = held?.[0]?.endsAt
    return until === undefined ? null : { by: 'window', until }
  } catch (error) {
    at.log.error({ err: error, customerId, incidentId }, 'service windows could not be checked: the page goes out')
    await notifyStaff(transaction, escalation, at)
    return null
  }
}

/** What holds pages about the resource at this moment; null: nothing does. Where a check itself fails, the page goes out. */
export async function findHold(transaction: Transaction, escalation: Escalation, at: At): Promise<EscalationHold | null> {
  const window = await findWindowHold(transaction, escalation, at)
  if (window) return window
  const { customerId, entityId } = escalation
  const { covered } = await readPagingRules(transaction, customerId, { incidents: [escalation], at: at.now })
  const until = covered.get(entityId ?? '')
  return until === undefined || until <= at.now.getTime() ? null : { by: 'hours', until }
}

/** Whether it waited for the hours of a service that has ended since, so that nothing has the incident paged for any more. */
export async function hasLostItsHours(transaction: Transaction, escalation: Escalation, at: At): Promise<boolean> {
  const { customerId, entityId, severity, step } = escalation
  if (step > 0 || !(await hasPage(transaction, customerId, { ...pageAt(escalation, escalation), kind: 'waits_for_hours' }))) return false
  const { fromSeverity, covered } = await readPagingRules(transaction, customerId, { incidents: [escalation], at: at.now })
  return !covered.has(entityId ?? '') && !pagesFor(severity, fromSeverity)
}
