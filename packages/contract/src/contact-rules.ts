import { contactChannels } from '@vakt/contract/deliveries/delivery-states.ts'

import { operation } from './operation.ts'
import { moment, nullable, object, oneLine, oneOf, type Static, Type } from './schema.ts'
import { Severity } from './severity.ts'

const timeOfDay = () => Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', messages: { pattern: 'contact.time' } })

/** From one time of day until the next time that it is the other, by the clocks of the person. */
export const DailyHours = object({ opens: timeOfDay(), closes: timeOfDay() })
export type DailyHours = Static<typeof DailyHours>

export const contactLimits = { rules: 10, minutes: 60, devices: 20 } as const

/** How to page a person about incidents of these severities in these hours. */
export const ContactRule = object({
  severities: Type.Array(Severity, { minItems: 1, maxItems: 4, uniqueItems: true, messages: { minItems: 'contact.no_severity' } }),
  /** Null: at any time. */
  hours: nullable(DailyHours),
  first: oneOf(contactChannels),
  /** When no one has acknowledged after `minutes`; null: nothing more. */
  second: nullable(oneOf(contactChannels)),
  minutes: Type.Integer({
    minimum: 1,
    maximum: contactLimits.minutes,
    messages: { minimum: 'contact.minutes', maximum: 'contact.minutes' },
  }),
})
export type ContactRule = Static<typeof ContactRule>

const preference = {
  /** The first that fits counts; where none does, a page goes by mail and SMS, and by a call when it is critical. */
  rules: Type.Array(ContactRule, { maxItems: contactLimits.rules }),
  /** What is not critical is held meanwhile, and comes as one summary when they end. */
  quietHours: nullable(DailyHours),
  /** Goes up with each change; 0 before the first. */
  version: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
}
export const ContactPreference = object(preference)
export type ContactPreference = Static<typeof ContactPreference>

export const getContactPreference = operation({
  summary: 'How the user is paged by severity and hour, and their quiet hours',
  method: 'GET',
  path: '/contact-preference',
  access: 'signed-in',
  result: object({ ...preference, timeZone: Type.String() }),
})

export const saveContactPreference = operation({
  summary: 'Set how one is paged by severity and hour, and one’s quiet hours',
  method: 'PUT',
  path: '/contact-preference',
  access: 'signed-in',
  announces: { content: ['contact-rules'], to: 'user' },
  recordsItself: ['user.contact-preference'],
  body: ContactPreference,
})

export const testContact = operation({
  summary: 'Send a test to oneself on a channel',
  method: 'POST',
  path: '/contact-preference/test',
  access: { staff: ['@feature.overview.read'] },
  recordsItself: ['channel.test'],
  tokenAccess: null,
  body: object({ channel: oneOf(contactChannels) }),
})

export const PushDevice = object({
  deviceId: Type.String(),
  name: Type.String(),
  createdAt: moment(),
  /** When it last got something; null: never. */
  lastSentAt: nullable(moment()),
})
export type PushDevice = Static<typeof PushDevice>

export const listPushDevices = operation({
  summary: 'The devices on which the user gets web push, and the key that browsers subscribe with (VAPID)',
  method: 'GET',
  path: '/push-device',
  access: 'signed-in',
  result: object({ publicKey: Type.String(), devices: Type.Array(PushDevice) }),
})

export const NewPushDevice = object({
  name: oneLine({ minLength: 1, maxLength: 100 }),
  endpoint: Type.String({ pattern: '^https?://', maxLength: 2000 }),
  p256dh: Type.String({ pattern: '^[A-Za-z0-9_-]{87}=?$', description: 'Base64url of 65 bytes' }),
  auth: Type.String({ pattern: '^[A-Za-z0-9_-]{22}(==)?$', description: 'Base64url of 16 bytes' }),
})
export type NewPushDevice = Static<typeof NewPushDevice>

export const addPushDevice = operation({
  summary: 'Get web push on a device, as its browser has subscribed; it stops for the user who had it there before',
  method: 'POST',
  path: '/push-device',
  access: 'signed-in',
  announces: { content: ['contact-rules'], to: 'user' },
  recordsItself: ['user.push-device'],
  body: NewPushDevice,
  result: object({ deviceId: Type.String() }),
})

export const removePushDevice = operation({
  summary: 'Send no more web push to a device of one’s own',
  method: 'DELETE',
  path: '/push-device/:deviceId',
  access: 'signed-in',
  announces: { content: ['contact-rules'], to: 'user' },
  records: { action: 'user.remove-push-device', target: '{userId}', details: { name: 'name' } },
})
