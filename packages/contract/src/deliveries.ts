import { deliveryStates } from './delivery-states.ts'
import { notifiedKinds } from './notifications.ts'
import { operation } from './operation.ts'
import { moment, nullable, object, oneOf, pageLimit, type Static, several, Type } from './schema.ts'

export { type DeliveryState, deliveryStates } from './delivery-states.ts'

const delivery = {
  deliveryId: Type.String(),
  kind: oneOf([...notifiedKinds, 'summary']),
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
  access: 'global-admin',
  query: object(pageLimit),
  listOf: TicketDelivery,
})

export const OutboxMessage = object({
  ...delivery,
  customerId: Type.String(),
  customerName: Type.String(),
  ticketId: nullable(Type.String()),
  subject: Type.String(),
})
export type OutboxMessage = Static<typeof OutboxMessage>

export const listOutbox = operation({
  summary: 'Every mail with its state, the newest first',
  method: 'GET',
  path: '/admin/outbox',
  access: 'global-admin',
  query: object({
    ...pageLimit,
    state: several(oneOf(deliveryStates)),
    q: Type.Optional(Type.String({ maxLength: 200, description: 'Part of the address or of the subject' })),
  }),
  listOf: OutboxMessage,
})

export const getOutboxMessage = operation({
  summary: 'One mail as it is sent',
  method: 'GET',
  path: '/admin/outbox/:mailId',
  access: 'global-admin',
  result: object({
    ...OutboxMessage.properties,
    headers: Type.Array(object({ name: Type.String(), value: Type.String() })),
    text: Type.String(),
    /** Where a frame shows it as it looks, for a few minutes. */
    previewPath: Type.String(),
  }),
})

export const getOutboxState = operation({
  summary: 'Whether mail is sent, and how many mails are in each state',
  method: 'GET',
  path: '/admin/outbox-state',
  access: 'global-admin',
  result: object({
    /** The host that mails are handed to; null without one: mails are kept. */
    mailServer: nullable(Type.String()),
    counts: Type.Array(object({ state: oneOf(deliveryStates), count: Type.Integer() })),
  }),
})

export const retryOutboxMessage = operation({
  summary: 'Send a mail now that failed, is kept or waits; one whose outcome is unknown may then arrive twice',
  method: 'POST',
  path: '/admin/outbox/:mailId/retry',
  access: 'global-admin',
})
