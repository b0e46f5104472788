import { operation } from '@vakt/contract/operation.ts'
import { object, Type } from '@vakt/contract/schema.ts'

export const chooseCustomer = operation({
  summary: 'Choose the customer to work with, for someone who belongs to several: every call is answered for that one from then on',
  method: 'POST',
  path: '/authentication/customer',
  access: 'signed-in',
  recordsNothing: 'With which of their customers a user works concerns no one else.',
  noIdempotencyKey: 'It changes nothing the second time.',
  body: object({ customer_id: Type.String({ minLength: 1, maxLength: 64 }) }),
})
