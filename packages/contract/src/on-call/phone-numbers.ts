import { operation } from '@vakt/contract/operation.ts'
import { moment, nullable, object, type Static, Type } from '@vakt/contract/schema.ts'

export const PhoneNumber = object({
  /** E.164. */
  number: Type.String(),
  /** Pages and codes go to it only then. */
  isConfirmed: Type.Boolean(),
  /** When the code was sent that confirms it. */
  codeSentAt: nullable(moment()),
})
export type PhoneNumber = Static<typeof PhoneNumber>

const number = Type.String({ minLength: 1, maxLength: 40, messages: { minLength: 'phone_number.empty' } })
const Answer = object({
  phoneNumber: nullable(PhoneNumber),
  /** False while no provider of SMS is configured: codes are then kept in the outbox. */
  sendsSms: Type.Boolean(),
})

export const getPhoneNumber = operation({
  summary: 'The telephone number of the user',
  method: 'GET',
  path: '/authentication/phone-number',
  access: 'signed-in',
  result: Answer,
})

export const savePhoneNumber = operation({
  summary: 'Set the telephone number of the user; a code is sent to it by SMS, which confirms it',
  method: 'PUT',
  path: '/authentication/phone-number',
  access: 'signed-in',
  announces: { content: ['phone-numbers'], to: 'user' },
  recordsItself: ['user.phone-number'],
  body: object({ number }),
  result: Answer,
})

export const confirmPhoneNumber = operation({
  summary: 'Confirm the telephone number by the code that was sent to it within 15 minutes',
  method: 'POST',
  path: '/authentication/phone-number/confirm',
  access: 'signed-in',
  announces: { content: ['phone-numbers'], to: 'user' },
  recordsItself: ['user.confirm-phone-number'],
  noIdempotencyKey: 'A code works once, and each wrong one counts.',
  body: object({ code: Type.String({ pattern: '^\\d{6}$', messages: { pattern: 'phone_number.code_form' } }) }),
  result: Answer,
})

export const removePhoneNumber = operation({
  summary: 'Remove the telephone number of the user',
  method: 'DELETE',
  path: '/authentication/phone-number',
  access: 'signed-in',
  announces: { content: ['phone-numbers'], to: 'user' },
  recordsItself: ['user.remove-phone-number'],
})

export const getUserPhoneNumber = operation({
  summary: 'The telephone number of a user of a customer',
  method: 'GET',
  path: '/admin/customer/:customerId/user/:userId/phone-number',
  access: 'global-admin',
  result: Answer,
})

export const saveUserPhoneNumber = operation({
  summary: 'Set the telephone number of a user, who is sent a code to confirm it with, or remove it',
  method: 'PUT',
  path: '/admin/customer/:customerId/user/:userId/phone-number',
  access: 'global-admin',
  announces: { content: ['phone-numbers'], to: 'staff' },
  recordsItself: ['user.phone-number'],
  body: object({ number: nullable(number) }),
  result: Answer,
})
