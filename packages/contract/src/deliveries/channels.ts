import { operation } from '@vakt/contract/operation.ts'
import { moment, nullable, object, oneOf, type Static, Type } from '@vakt/contract/schema.ts'
import { languages } from '@vakt/contract/users/session.ts'
import { Price } from './deliveries.ts'
import { channelNames, deliveryStates } from './delivery-states.ts'

export const Channel = object({
  name: oneOf(channelNames),
  /** Who messages are handed to, such as the host of the mail server; null: they are kept in the outbox. */
  carrier: nullable(Type.String()),
  /** The address, number or name that they come from. */
  from: Type.String(),
  /** The languages that calls can be read in; empty of other channels. */
  languages: Type.Array(oneOf(languages)),
  /** How many of the last 24 hours are in each state. */
  counts: Type.Array(object({ state: oneOf(deliveryStates), count: Type.Integer() })),
  /** What those of the last 30 days cost, as far as the provider says, by currency. */
  spent: Type.Array(Price),
  /** The oldest that has been waiting for over 10 minutes; else the latest of the last 24 hours that failed or whose outcome is unknown. */
  problem: nullable(
    object({
      deliveryId: Type.String(),
      at: moment(),
      /** Has been waiting since then, and others with it: the channel sends nothing. */
      isWaiting: Type.Boolean(),
      reason: nullable(Type.String()),
      answer: nullable(Type.String()),
    }),
  ),
})
export type Channel = Static<typeof Channel>

export const listChannels = operation({
  summary: 'The channels on which messages leave, with what each did in the last day and what it cost',
  method: 'GET',
  path: '/admin/channel',
  access: 'global-admin',
  result: object({
    channels: Type.Array(Channel),
    /** ISO 3166 codes of the countries whose numbers may be reached. */
    countries: Type.Array(Type.String()),
    /** Where the provider of SMS is to post what it receives; null while SMS are kept. */
    replyAddress: nullable(Type.String()),
    /** One SMS and one call to a number within so many minutes. */
    phoneCapMinutes: Type.Integer(),
    /** So many mails to an address within an hour. */
    mailCapPerHour: Type.Integer(),
  }),
})

export const testChannel = operation({
  summary: 'Send a test on a channel: a mail to oneself, an SMS or a call to a number; its outcome is that of the message in the outbox',
  method: 'POST',
  path: '/admin/channel/:channel/test',
  access: 'global-admin',
  recordsItself: ['channel.test'],
  body: object({
    to: Type.Optional(Type.String({ maxLength: 40, description: 'The number of an SMS or call. A mail goes to who asks.' })),
    language: oneOf(languages),
  }),
  result: object({ deliveryId: Type.String() }),
})
