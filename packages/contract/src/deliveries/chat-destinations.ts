import { operation } from '@vakt/contract/operation.ts'
import { moment, nullable, object, oneLine, oneOf, pageLimit, type Static, Type } from '@vakt/contract/schema.ts'
import { Severity } from '@vakt/contract/severity.ts'
import { chatServices } from './delivery-states.ts'

/** What channels of Teams and Slack can be told of. What only staff see is never posted. */
export const chatKinds = [
  'incident_opened',
  'incident_escalated',
  'incident_resolved',
  'created',
  'status_changed',
  'service_level_warning',
] as const
export type ChatKind = (typeof chatKinds)[number]

export const ChatDestination = object({
  destinationId: Type.String(),
  service: oneOf(chatServices),
  name: Type.String(),
  /** Of the address, which is a secret. */
  host: Type.String(),
  kinds: Type.Array(oneOf(chatKinds)),
  /** Of incidents: from this severity on. */
  fromSeverity: Severity,
  language: oneOf(['sv', 'en']),
  isEnabled: Type.Boolean(),
  version: Type.Integer(),
  createdAt: moment(),
  /** The latest message; with the reason `chat_gone` no more are written until a test or another address arrives. */
  latest: nullable(object({ deliveryId: Type.String(), at: moment(), state: Type.String(), reason: nullable(Type.String()) })),
})
export type ChatDestination = Static<typeof ChatDestination>

const wanted = {
  name: oneLine({ pattern: '\\S', maxLength: 100, messages: { pattern: 'chat.name_empty' } }),
  kinds: Type.Array(oneOf(chatKinds), { minItems: 1, uniqueItems: true, messages: { minItems: 'chat.kinds_empty' } }),
  fromSeverity: Severity,
  language: oneOf(['sv', 'en']),
}
const address = (pattern: string) => Type.String({ pattern, maxLength: 2000, messages: { pattern: 'chat.address_invalid' } })

export const NewChatDestination = object({ service: oneOf(chatServices), address: address('^https?://\\S+$'), ...wanted })
export type NewChatDestination = Static<typeof NewChatDestination>

export const ChatDestinationChange = object({
  ...wanted,
  /** Empty: as it is. */
  address: address('^(https?://\\S+)?$'),
  isEnabled: Type.Boolean(),
  /** The version that the user saw; if it has changed since, the call answers 409. */
  version: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
})
export type ChatDestinationChange = Static<typeof ChatDestinationChange>

const ofCustomer = '/admin/customer/:customerId/chat-destination' as const

export const listChatDestinations = operation({
  summary: 'The channels of Microsoft Teams and Slack that get notices of a customer, at most 20',
  method: 'GET',
  path: ofCustomer,
  access: 'global-admin',
  query: object(pageLimit),
  listOf: ChatDestination,
})

export const createChatDestination = operation({
  summary: 'Add a channel of Microsoft Teams or Slack; its address is kept encrypted and never shown again',
  method: 'POST',
  path: ofCustomer,
  access: 'global-admin',
  announces: { content: ['chat-destinations'], to: 'customer' },
  recordsItself: ['chat-destination.create'],
  body: NewChatDestination,
  result: ChatDestination,
})

export const changeChatDestination = operation({
  summary: 'Change the events or the address of a Teams or Slack channel, or switch it on or off',
  method: 'PUT',
  path: `${ofCustomer}/:destinationId`,
  access: 'global-admin',
  announces: { content: ['chat-destinations'], to: 'customer' },
  recordsItself: ['chat-destination.change'],
  body: ChatDestinationChange,
  result: ChatDestination,
})

export const removeChatDestination = operation({
  summary: 'Remove a channel of Teams or Slack with its address; what waits for it is not sent',
  method: 'DELETE',
  path: `${ofCustomer}/:destinationId`,
  access: 'global-admin',
  announces: { content: ['chat-destinations'], to: 'customer' },
  records: { action: 'chat-destination.remove', target: '{destinationId}' },
})

export const testChatDestination = operation({
  summary: 'Post a test message to a channel of Teams or Slack; the outbox says how it went',
  method: 'POST',
  path: `${ofCustomer}/:destinationId/test`,
  access: 'global-admin',
  announces: { content: ['chat-destinations'], to: 'customer' },
  recordsItself: ['chat-destination.test'],
  result: object({ deliveryId: Type.String() }),
})
