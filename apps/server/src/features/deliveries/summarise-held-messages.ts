import { randomUUID } from 'node:crypto'
import { formatMoment } from '@vakt/domain/format-moment.ts'
import type { Context } from '#server/platform/context.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { tryPlanningLock } from './delivery-table.ts'
import { phoneTexts } from './phone.texts.ts'
import { takeHeldMessagesForAllCustomers } from './phone-delivery-table.ts'
import type { DeliverySettings } from './plan-deliveries.ts'
import { messageCapMinutes, planMessage } from './plan-messages.ts'

/** Sends one SMS about all messages and calls that the cap of a number held back, as soon as it may have one again. */
export async function summariseHeldMessages(context: Context, settings: DeliverySettings): Promise<void> {
  const { now } = context
  await workForAllCustomers(context, async (transaction) => {
    if (!(await tryPlanningLock(transaction))) return
    const since = new Date(now.getTime() - messageCapMinutes * 60_000)
    for (const held of await takeHeldMessagesForAllCustomers(transaction, { since, now })) {
      const { address, customerId, recipientId, recipientCustomerId, recipientName: name, language, timeZone, count, latest } = held
      const text = phoneTexts[language].heldBack(count, formatMoment(held.firstHeldAt.toISOString(), { language, timeZone }), latest)
      const message = {
        deliveryId: randomUUID(),
        customerId,
        ticketId: null,
        incidentId: null,
        kind: 'message_summary' as const,
        private: true,
        recipient: recipientId === null ? null : { userId: recipientId, customerId: recipientCustomerId },
        number: address,
        name,
        language,
        text,
      }
      const outcome = await planMessage(transaction, { ...message, channel: 'sms' }, { ...settings, now })
      // A landline has no SMS.
      if (outcome === 'number_wrong') await planMessage(transaction, { ...message, channel: 'voice' }, { ...settings, now })
    }
  })
}
