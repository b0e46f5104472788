import { randomUUID } from 'node:crypto'
import { quietUntil } from '@vakt/domain/contact-rules.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { takeTurns } from '#server/platform/jobs/take-turns.ts'
import { isPlainAddress, type MailAddress } from '#server/platform/mail/mail-settings.ts'
import type { PhoneSettings } from '#server/platform/phone/phone-settings.ts'
import { announceDeliveries } from './announce-deliveries.ts'
import { countRecentDeliveriesForAllCustomers, type DeliveryAttachment, insertDeliveries, type NewDelivery } from './delivery-table.ts'
import { readIncidentStorms } from './incident-storms.ts'
import type { Recipient } from './recipients.ts'
import { type MailMessage, mailReaderOf, renderMail } from './render-mail.ts'

export { countRecentDeliveriesForAllCustomers as countRecentMails, tryPlanningLock, waitForPlanningLock } from './delivery-table.ts'

/** How messages are made; without a mail server, or a provider of SMS and calls, they are kept for the outbox page. */
export type DeliverySettings = { origin: string; from: MailAddress; isSending: boolean; phone?: PhoneSettings | undefined }

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
  /** Chosen by the caller, who finds the delivery again by it. */
  deliveryId?: string
  kind: string
  private?: boolean
  /** Quiet hours do not hold it. Those that are about no event never are. */
  isUrgent?: boolean
  /** Held until then, for a summary. */
  heldUntil?: Date
  attachment?: DeliveryAttachment
  /** The same for all mails of a conversation, `ticket-7`. */
  conversation?: string
}

function toDelivery(planned: PlannedMail, { from, isSending }: DeliverySettings, now: Date): NewDelivery {
  const { recipient, customerId, ticketId = null, incidentId = null, eventId = null, kind, subject, conversation } = planned
  const { contact } = recipient
  const deliveryId = planned.deliveryId ?? randomUUID()
  const domain = from.address.split('@')[1] ?? 'localhost'
  return {
    channel: 'mail',
    deliveryId,
    customerId,
    ticketId,
    incidentId,
    // Of mails to addresses without an account an event has one at most; a contact is a destination of its own.
    ...(contact ? { eventId: null, destinationId: contact.contactId, postedEventId: eventId } : { eventId }),
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
    attachment: planned.attachment ?? null,
    state: isSending ? 'waiting' : 'kept',
    nextAt: heldUntilOf(planned, now),
    now,
  }
}

/** Until when the quiet hours of its recipient hold a mail about an event. */
function heldUntilOf({ recipient, eventId, isUrgent, heldUntil }: PlannedMail, now: Date): Date | undefined {
  if (heldUntil || !eventId || isUrgent) return heldUntil
  const until = quietUntil(recipient.quietHours ?? null, { now: now.getTime(), timeZone: recipient.timeZone })
  return until === null ? undefined : new Date(until)
}

/** What a summary can list. */
const isCapped = ({ ticketId, incidentId }: NewDelivery) => ticketId !== null || incidentId !== null

/**
 * Writes mails that are to be sent. Those over the cap of an address, and those in quiet hours, are held for a summary, and not rendered; what a
 * summary cannot list waits for the end of the quiet hours. Answers the ids of the deliveries that were not held.
 */
export async function planMails(
  transaction: Transaction,
  planned: PlannedMail[],
  settings: DeliverySettings,
  now: Date,
): Promise<Set<string>> {
  const mails = planned.filter(({ recipient }) => isPlainAddress(recipient.email))
  if (mails.length === 0) return new Set()
  const addresses = [...new Set(mails.map(({ recipient }) => recipient.email))]
  const counts = await countRecentDeliveriesForAllCustomers(transaction, addresses, now)
  const storms = await readIncidentStorms(transaction, addresses, now)
  const deliveries: NewDelivery[] = []
  await takeTurns(mails, (mail) => {
    const delivery = toDelivery(mail, settings, now)
    if (!delivery.nextAt) delivery.nextAt = storms.heldUntil(delivery, mail.isUrgent ?? false)
    const count = (counts.get(delivery.address) ?? 0) + 1
    counts.set(delivery.address, count)
    deliveries.push(
      (count > maxMailsPerHour || delivery.nextAt) && isCapped(delivery)
        ? { ...delivery, state: 'held' }
        : { ...delivery, ...renderMail(mail, mailReaderOf(mail.recipient, settings.origin)) },
    )
  })
  await insertDeliveries(transaction, deliveries)
  announceDeliveries(transaction, deliveries)
  return new Set(deliveries.filter(({ state }) => state !== 'held').map(({ deliveryId }) => deliveryId))
}
