import { randomUUID } from 'node:crypto'
import type { ChatService } from '@vakt/contract/delivery-states.ts'
import type { Language } from '@vakt/contract/session.ts'
import { type ChatMessage, fitChatMessage } from '@vakt/domain/messages/chat-message.ts'
import { replacePictures } from '@vakt/domain/text-pictures.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { announceDeliveries } from './announce-deliveries.ts'
import { insertDeliveries, type NewDelivery } from './delivery-table.ts'
import type { MailBlock } from './mail-layout.ts'
import type { DeliverySettings } from './plan-deliveries.ts'

/** A channel of a chat as far as messages to it are made. */
export type ChatTarget = {
  destinationId: string
  customerId: string
  customerName: string
  service: ChatService
  name: string
  host: string
  language: Language
}

export type PlannedChat = {
  target: ChatTarget
  /** Chosen by the caller, who finds the delivery again by it. */
  deliveryId?: string
  ticketId: string | null
  incidentId: string | null
  /** At most one message per event and channel. */
  eventId: string | null
  kind: string
  subject: string
  blocks: MailBlock[]
}

/** The same words as a mail has. */
function messageOf({ target, subject, blocks }: PlannedChat): ChatMessage {
  const message: ChatMessage = { over: target.customerName, title: subject, texts: [], facts: [], links: [] }
  for (const block of blocks) {
    if (block.type === 'facts') message.facts.push(...block.facts)
    else if (block.type === 'links') message.links.push(...block.links)
    else if (block.type === 'button') message.links.push({ text: block.text, url: block.url })
    else if (block.type === 'written') message.texts.push(replacePictures(block.text, block.sayPicture))
    else if (block.type === 'headline' || !subject.includes(block.text)) message.texts.push(block.text)
  }
  return fitChatMessage(message)
}

/** Writes messages that are to be posted to channels of chats. The caller holds the planning lock. */
export async function planChats(
  transaction: Transaction,
  planned: PlannedChat[],
  { from }: Pick<DeliverySettings, 'from'>,
  now: Date,
): Promise<void> {
  if (planned.length === 0) return
  const domain = from.address.split('@')[1] ?? 'localhost'
  const deliveries = planned.map((chat): NewDelivery => {
    const { target, ticketId, incidentId, eventId, kind, subject, deliveryId = randomUUID() } = chat
    return {
      channel: target.service,
      deliveryId,
      customerId: target.customerId,
      ticketId,
      incidentId,
      eventId: null,
      recipientCustomerId: target.customerId,
      recipientId: null,
      kind,
      private: false,
      address: target.host,
      recipientName: target.name,
      language: target.language,
      subject: subject.slice(0, 200),
      text: JSON.stringify(messageOf(chat)),
      html: '',
      thread: null,
      messageId: `<${deliveryId}@${domain}>`,
      destinationId: target.destinationId,
      postedEventId: eventId,
      state: 'waiting',
      now,
    }
  })
  await insertDeliveries(transaction, deliveries)
  announceDeliveries(transaction, deliveries)
}
