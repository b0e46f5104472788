import { randomUUID } from 'node:crypto'
import type { Language } from '@vakt/contract/session.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { announceDeliveries } from './announce-deliveries.ts'
import { insertDeliveries, type NewDelivery } from './delivery-table.ts'
import type { DeliverySettings } from './plan-deliveries.ts'
import { readPushSubscriptionsForAllCustomers } from './push-subscription-table.ts'
import type { Person } from './recipients.ts'

type PlannedPush = {
  recipient: Person
  /** Of the message to the first device; chosen by the caller, who finds it again by it. */
  deliveryId: string
  customerId: string
  incidentId: string | null
  kind: 'page' | 'channel_test'
  language: Language
  /** All that it says: neither facts nor a name of the customer. */
  headline: string
  /** Where it leads, below the origin. */
  path: string
}

const maxHeadline = 200

/** Writes a message to each device of a person. False: they have none. */
export async function planPushes(
  transaction: Transaction,
  { recipient, deliveryId, headline, path, ...about }: PlannedPush,
  { from, now }: Pick<DeliverySettings, 'from'> & { now: Date },
): Promise<boolean> {
  const devices = await readPushSubscriptionsForAllCustomers(transaction, recipient.userId)
  const subject = headline.replace(/\s+/g, ' ').slice(0, maxHeadline)
  const domain = from.address.split('@')[1] ?? 'localhost'
  const deliveries = devices.map(({ subscriptionId, device }, index): NewDelivery => {
    const id = index === 0 ? deliveryId : randomUUID()
    return {
      ...about,
      channel: 'push',
      deliveryId: id,
      ticketId: null,
      eventId: null,
      recipientCustomerId: recipient.customerId,
      recipientId: recipient.userId,
      private: true,
      address: device,
      recipientName: recipient.name,
      subject,
      text: JSON.stringify({ headline: subject, path, tag: about.incidentId ? `incident ${about.incidentId}` : id }),
      html: '',
      thread: null,
      messageId: `<${id}@${domain}>`,
      destinationId: subscriptionId,
      state: 'waiting',
      now,
    }
  })
  if (deliveries.length === 0) return false
  await insertDeliveries(transaction, deliveries)
  announceDeliveries(transaction, deliveries)
  return true
}
