import { operation } from '@vakt/contract/operation.ts'
import { moment, nullable, object, oneLine, oneOf, pageLimit, type Static, Type } from '@vakt/contract/schema.ts'
import { ticketEventKinds } from '@vakt/contract/tickets/ticket-events.ts'

export const Webhook = object({
  webhookId: Type.String(),
  name: Type.String(),
  url: Type.String(),
  kinds: Type.Array(oneOf(ticketEventKinds)),
  /** Whether it is also sent what only the provider's staff see. */
  withPrivate: Type.Boolean(),
  isEnabled: Type.Boolean(),
  /** Why it is off: someone switched it off, or it failed for too long. */
  disabledBecause: nullable(oneOf(['person', 'failing'])),
  disabledAt: nullable(moment()),
  /** Since when every delivery failed. */
  failingSince: nullable(moment()),
  /** Nothing is sent until then, because the last deliveries failed. */
  pausedUntil: nullable(moment()),
  /** Since when its secret cannot be decrypted: nothing is sent until it is renewed, or the key is back. */
  secretUnreadableSince: nullable(moment()),
  version: Type.Integer(),
  createdAt: moment(),
})
export type Webhook = Static<typeof Webhook>

export const NewWebhook = object({
  name: oneLine({ pattern: '\\S', maxLength: 100, messages: { pattern: 'webhook.name_empty' } }),
  url: Type.String({ pattern: '^https?://\\S+$', maxLength: 2000, messages: { pattern: 'webhook.url_invalid' } }),
  kinds: Type.Array(oneOf(ticketEventKinds), { minItems: 1, uniqueItems: true, messages: { minItems: 'webhook.kinds_empty' } }),
  withPrivate: Type.Boolean({ default: false }),
})
export type NewWebhook = Static<typeof NewWebhook>

const ofCustomer = '/admin/customer/:customerId/webhook' as const

export const listWebhooks = operation({
  summary: 'The webhooks of a customer, the newest first',
  method: 'GET',
  path: ofCustomer,
  access: 'global-admin',
  query: object(pageLimit),
  listOf: Webhook,
})

export const createWebhook = operation({
  summary: 'Add a webhook; the secret that its messages are signed with is in this answer only',
  method: 'POST',
  path: ofCustomer,
  access: 'global-admin',
  announces: { content: ['webhooks'], to: 'staff' },
  recordsItself: ['webhook.create'],
  showsSecret: true,
  body: NewWebhook,
  result: object({ ...Webhook.properties, secret: Type.String() }),
})

export const changeWebhook = operation({
  summary: 'Change a webhook, switch it off or on again',
  method: 'PUT',
  path: `${ofCustomer}/:webhookId`,
  access: 'global-admin',
  announces: { content: ['webhooks'], to: 'staff' },
  recordsItself: ['webhook.change'],
  body: object({
    ...NewWebhook.properties,
    isEnabled: Type.Boolean(),
    /** The version that the user saw; if it has changed since, the call answers 409. */
    version: Type.Integer(),
  }),
  result: Webhook,
})

export const removeWebhook = operation({
  summary: 'Remove a webhook and the log of its deliveries',
  method: 'DELETE',
  path: `${ofCustomer}/:webhookId`,
  access: 'global-admin',
  announces: { content: ['webhooks'], to: 'staff' },
  records: { action: 'webhook.remove', target: '{webhookId}' },
})

export const renewWebhookSecret = operation({
  summary: 'Replace the secret of a webhook at once; the new one is in this answer only',
  method: 'POST',
  path: `${ofCustomer}/:webhookId/secret`,
  access: 'global-admin',
  announces: { content: ['webhooks'], to: 'staff' },
  records: { action: 'webhook.renew-secret', target: '{webhookId}' },
  showsSecret: true,
  result: object({ ...Webhook.properties, secret: Type.String() }),
})

export const testWebhook = operation({
  summary: 'Send a test message to a webhook',
  method: 'POST',
  path: `${ofCustomer}/:webhookId/test`,
  access: 'global-admin',
  announces: { content: ['webhooks'], to: 'staff' },
  records: { action: 'webhook.test', target: '{webhookId}' },
  result: object({ deliveryId: Type.String() }),
})

export const WebhookDelivery = object({
  deliveryId: Type.String(),
  /** The `webhook-id` header: the same in each attempt and redelivery. */
  messageId: Type.String(),
  kind: oneOf([...ticketEventKinds, 'test']),
  ticketId: nullable(Type.String()),
  state: oneOf(['waiting', 'delivered', 'failed']),
  attempts: Type.Integer(),
  nextAt: nullable(moment()),
  /** Why the last attempt failed: a word, see `webhook.reason.*`. */
  reason: nullable(Type.String()),
  responseStatus: nullable(Type.Integer()),
  requestHead: nullable(Type.String()),
  responseHead: nullable(Type.String()),
  /** What is sent. */
  body: Type.String(),
  tookMilliseconds: nullable(Type.Integer()),
  createdAt: moment(),
  finishedAt: nullable(moment()),
})
export type WebhookDelivery = Static<typeof WebhookDelivery>

export const listWebhookDeliveries = operation({
  summary: 'What was sent to a webhook and what it answered, the newest first',
  method: 'GET',
  path: `${ofCustomer}/:webhookId/delivery`,
  access: 'global-admin',
  query: object(pageLimit),
  listOf: WebhookDelivery,
})

export const redeliverWebhookDelivery = operation({
  summary: 'Send the same message again, with the same id',
  method: 'POST',
  path: `${ofCustomer}/:webhookId/delivery/:deliveryId/redeliver`,
  access: 'global-admin',
  announces: { content: ['webhooks'], to: 'staff' },
  recordsItself: ['webhook.redeliver'],
  result: object({ deliveryId: Type.String() }),
})
