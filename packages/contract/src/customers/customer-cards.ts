import { operation } from '@vakt/contract/operation.ts'
import { object, oneLine, type Static, Type } from '@vakt/contract/schema.ts'

export const cardLimits = { contacts: 20, instructions: 20, notes: 4000 } as const

export const CardContact = object({
  name: oneLine({ pattern: '\\S', maxLength: 100, messages: { pattern: 'customer_card.name_empty' } }),
  role: oneLine({ maxLength: 100 }),
  phone: Type.String({
    pattern: '^(\\+[1-9][0-9]{5,14})?$',
    description: 'E.164; empty: not known',
    messages: { pattern: 'customer_card.phone_wrong' },
  }),
  email: Type.String({
    pattern: '^([^\\s@]+@[^\\s@.]+(\\.[^\\s@.]+)+)?$',
    maxLength: 254,
    description: 'Empty: not known',
    messages: { pattern: 'customer_card.email_wrong' },
  }),
})
export type CardContact = Static<typeof CardContact>

export const CardInstruction = object({
  text: oneLine({
    pattern: '\\S',
    maxLength: 300,
    description: 'A sentence, such as whom to call at night or what must never be restarted',
    messages: { pattern: 'customer_card.instruction_empty' },
  }),
})

export const CustomerCard = object({
  contacts: Type.Array(CardContact, { maxItems: cardLimits.contacts }),
  instructions: Type.Array(CardInstruction, { maxItems: cardLimits.instructions }),
  contractNotes: Type.String({ maxLength: cardLimits.notes }),
  /** Goes up with each change; one that was made from another version answers 409. */
  version: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
})
export type CustomerCard = Static<typeof CustomerCard>

export const getCustomerCard = operation({
  summary: 'What staff should know about a customer: contacts, instructions and the contract; empty where no one wrote any',
  method: 'GET',
  path: '/admin/customer/:customerId/card',
  access: { staff: ['@feature.overview.read'] },
  result: CustomerCard,
})

export const saveCustomerCard = operation({
  summary: 'Write what staff should know about a customer, which is never shown to the customer',
  method: 'PUT',
  path: '/admin/customer/:customerId/card',
  access: 'global-admin',
  announces: { content: ['customer-cards'], to: 'staff' },
  recordsItself: ['customer.card'],
  body: CustomerCard,
  result: CustomerCard,
})
