import { operation } from '@vakt/contract/operation.ts'
import { object, Type } from '@vakt/contract/schema.ts'
import { User } from './users.ts'

export const forgetUser = operation({
  summary: 'Anonymise a disabled user everywhere, in the background. It cannot be undone; what they did stays, under a label',
  method: 'POST',
  path: '/admin/customer/:customerId/user/:userId/forget',
  access: 'administrators',
  announces: { content: ['users'], to: 'customer' },
  recordsItself: ['user.forget'],
  body: object({ confirmation: Type.String({ maxLength: 254, description: 'The e-mail address of the user' }) }),
  result: User,
})
