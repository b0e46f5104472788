import { randomUUID } from 'node:crypto'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { takeTurns } from '#server/platform/jobs/take-turns.ts'
import { isPlainAddress, type MailAddress } from '#server/platform/mail/mail-settings.ts'
import { announceDeliveries } from './announce-deliveries.ts'
import { countRecentDeliveriesForAllCustomers, insertDeliveries, type NewDelivery } from './delivery-table.ts'
import type { Recipient } from './recipients.ts'
import { type MailMessage, mailReaderOf, renderMail } from './render-mail.ts'

export { tryPlanningLock, waitForPlanningLock } from './delivery-table.ts'

/** How mails are made; without a mail server they are kept for the outbox page. */
export type DeliverySettings = { origin: string; from: MailAddress; isSending: boolean }

/** To one address, over all customers. */
export const maxMailsPerHour = 100

/** A mail before it is rendered: one over the cap never is. */
export type PlannedMail = MailMessage & {
  recipient: Recipient
  customerId: string
  ticketId?: string | null
  incidentId?: string | null
  /** At most one mail per event and recipient. */
  eventId?: string
  kind: string
  private?: boolean
  /** The same for all mails of a conversation, `ticket-7`. */
  conversation?: string
}

function toDelivery(planned: PlannedMail, { from, isSending }: DeliverySettings, now: Date): NewDelivery {
  const { recipient, customerId, ticketId = null, incidentId = null, eventId = null, kind, subject, conversation } = planned
  const deliveryId = randomUUID()
  const domain = from.address.split('@')[1] ?? 'localhost'
  return {
    channel: 'mail',
    deliveryId,
    customerId,
    ticketId,
    incidentId,
    eventId,
    recipientCustomerId: recipient.customerId,
    recipientId: recipient.userId,
    kind,
    private: planned.private ?? false,
    address: recipient.email,
    recipientName: recipient.name,
    language: recipient.language,
    subject,
    text: '',
    html: '',
    // No mail has this id: all mails of a conversation refer to it, so that mail programs group them whichever of them they have.
    thread: conversation ? `<${conversation}.${Buffer.from(customerId).toString('hex')}@${domain}>` : null,
    messageId: `<${deliveryId}@${domain}>`,
    state: isSending ? 'waiting' : 'kept',
    now,
  }
}

/** What a summary can list. */
const isCapped = ({ ticketId, incidentId }: NewDelivery) => ticketId !== null || incidentId !== null

/** Writes mails that are to be sent. Those over the cap of an address are held for a summary, and not rendered. */
export async function planMails(transaction: Transaction, planned: PlannedMail[], settings: DeliverySettings, now: Date): Promise<void> {
  const mails = planned.filter(({ recipient }) => isPlainAddress(recipient.email))
  if (mails.length === 0) return
  const counts = await countRecentDeliveriesForAllCustomers(transaction, [...new Set(mails.map(({ recipient }) => recipient.email))], now)
  const deliveries: NewDelivery[] = []
  await takeTurns(mails, (mail) => {
    const delivery = toDelivery(mail, settings, now)
    const count = (counts.get(delivery.address) ?? 0) + 1
    counts.set(delivery.address, count)
    deliveries.push(
      count > maxMailsPerHour && isCapped(delivery)
        ? { ...delivery, state: 'held' }
        : { ...delivery, ...renderMail(mail, mailReaderOf(mail.recipient, settings.origin)) },
    )
  })
  await insertDeliveries(transaction, deliveries)
  announceDeliveries(transaction, deliveries)
}
