import { notifiedKinds } from '@vakt/contract/notifications/notifications.ts'
import { operation } from '@vakt/contract/operation.ts'
import { moment, nullable, object, oneOf, pageLimit, type Static, several, Type } from '@vakt/contract/schema.ts'
import { deliveryChannels, deliveryStates } from './delivery-states.ts'

export { type ChannelName, type DeliveryChannel, type DeliveryState, deliveryChannels, deliveryStates } from './delivery-states.ts'

const delivery = {
  deliveryId: Type.String(),
  kind: oneOf([
    ...notifiedKinds,
    'summary',
    'page',
    'page_unanswered',
    'page_window_unchecked',
    'process',
    'process_loop',
    'address_confirmation',
    'invitation',
    'channel_test',
    'phone_code',
    'message_summary',
    'monthly_report',
    'backup_warning',
  ]),
  recipient: object({ name: Type.String(), address: Type.String() }),
  private: Type.Boolean(),
  state: oneOf(deliveryStates),
  attempts: Type.Integer(),
  /** When it is tried next; null when it is not tried by itself. */
  nextAt: nullable(moment()),
  /** Why it waits or failed: a word, see `outbox.reason.*`. */
  reason: nullable(Type.String()),
  /** What the mail server answered last. */
  answer: nullable(Type.String()),
  createdAt: moment(),
  finishedAt: nullable(moment()),
}

export const TicketDelivery = object(delivery)
export type TicketDelivery = Static<typeof TicketDelivery>

export const listTicketDeliveries = operation({
  summary: 'The mails about a ticket with the state of each, the newest first',
  method: 'GET',
  path: '/customer/:customerId/ticket/:ticketId/delivery',
  access: { staff: ['@feature.tickets.read', '@feature.tickets.write'] },
  query: object(pageLimit),
  listOf: TicketDelivery,
})

/** In millionths of the currency. */
export const Price = object({ millionths: Type.Integer(), currency: Type.String() })
export type Price = Static<typeof Price>

export const OutboxMessage = object({
  ...delivery,
  channel: oneOf(deliveryChannels),
  customerId: Type.String(),
  customerName: Type.String(),
  /** The customer has left, or was erased. */
  customerIsClosed: Type.Boolean(),
  ticketId: nullable(Type.String()),
  /** Of a mail; the beginning of an SMS or of what a call says. */
  subject: Type.String(),
  /** In how many parts an SMS was sent, as the provider counts. */
  parts: nullable(Type.Integer()),
  /** What the provider says that it cost. */
  price: nullable(Price),
})
export type OutboxMessage = Static<typeof OutboxMessage>

export const listOutbox = operation({
  summary: 'Every mail, SMS, call and message to a chat with its state, the newest first',
  method: 'GET',
  path: '/admin/outbox',
  access: 'global-admin',
  query: object({
    ...pageLimit,
    state: several(oneOf(deliveryStates)),
    channel: several(oneOf(deliveryChannels)),
    q: Type.Optional(Type.String({ maxLength: 200, description: 'Part of the address or of the subject' })),
  }),
  listOf: OutboxMessage,
})

export const getOutboxMessage = operation({
  summary: 'One mail, SMS, call or message to a chat as it is sent',
  method: 'GET',
  path: '/admin/outbox/:mailId',
  access: 'global-admin',
  result: object({
    ...OutboxMessage.properties,
    headers: Type.Array(object({ name: Type.String(), value: Type.String() })),
    text: Type.String(),
    /** Names of the files that a mail carries. */
    attachments: Type.Array(Type.String()),
    /** Where a frame shows a mail as it looks, for a few minutes; null of others. */
    previewPath: nullable(Type.String()),
  }),
})

export const getOutboxState = operation({
  summary: 'On which channels messages are sent, and how many are in each state',
  method: 'GET',
  path: '/admin/outbox-state',
  access: 'global-admin',
  result: object({
    /** The host that mails are handed to; null without one: mails are kept. */
    mailServer: nullable(Type.String()),
    /** The channels on which messages leave; those of others are kept. */
    channels: Type.Array(oneOf(deliveryChannels)),
    counts: Type.Array(object({ state: oneOf(deliveryStates), count: Type.Integer() })),
  }),
})

export const retryOutboxMessage = operation({
  summary: 'Send a message now that failed, is kept or waits; one whose outcome is unknown may then arrive twice',
  method: 'POST',
  path: '/admin/outbox/:mailId/retry',
  access: 'global-admin',
  recordsItself: ['mail.retry'],
})
