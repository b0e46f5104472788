import { type DeliverySettings, planMails } from '#server/features/deliveries/plan-deliveries.ts'
import { findPeople } from '#server/features/deliveries/recipients.ts'
import { findHolding } from '#server/features/service-windows/hold-alerts.ts'
import type { Context } from '#server/platform/context.ts'
import { inSavepoint, type Transaction } from '#server/platform/database/transaction.ts'
import { type Escalation, pageAt } from './escalation-with-policy.ts'
import { uncheckedMailOf } from './page-mail.ts'
import { insertPage } from './page-table.ts'

type At = Pick<Context, 'log' | 'now' | 'clockShiftMs'> & { settings: DeliverySettings }

const longestHoldMs = 60_000

/** When what a window holds looks again: at its end, or in a minute, since it may be ended early. */
export const lookAgainAt = (heldUntil: number, now: Date): Date => new Date(Math.min(heldUntil, now.getTime() + longestHoldMs))

/** Once for each escalation. */
async function notifyStaff(transaction: Transaction, escalation: Escalation, { settings, now }: At): Promise<void> {
  const { customerId, incidentId } = escalation
  const isFirst = await insertPage(transaction, customerId, { ...pageAt(escalation, { round: 0, step: 0 }), kind: 'window_unchecked' }, now)
  if (!isFirst) return
  const staff = await findPeople(transaction, { userIds: [], customerIds: [], emails: [] })
  const mails = staff.map((recipient) => ({
    ...uncheckedMailOf(escalation, recipient, settings.origin),
    recipient,
    customerId,
    incidentId,
    kind: 'page_window_unchecked',
    private: true,
  }))
  await planMails(transaction, mails, settings, now)
}

/**
 * Until when a service window holds pages about the resource; null: none does. Fails open: where the check itself fails, the page goes out and
 * all staff are notified that it was not checked.
 */
export async function findHeldUntil(transaction: Transaction, escalation: Escalation, at: At): Promise<number | null> {
  const { customerId, entityId, incidentId } = escalation
  try {
    const [held] = await inSavepoint(transaction, () => findHolding(transaction, customerId, [{ entityId, metricName: null }], at))
    return held?.[0]?.endsAt ?? null
  } catch (error) {
    at.log.error({ err: error, customerId, incidentId }, 'service windows could not be checked: the page goes out')
    await notifyStaff(transaction, escalation, at)
    return null
  }
}
