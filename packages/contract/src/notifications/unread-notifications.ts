import { operation } from '@vakt/contract/operation.ts'
import { object, Type } from '@vakt/contract/schema.ts'

/** Apart from the others: every screen counts them. */
export const countUnreadNotifications = operation({
  summary: 'How many notifications the user has not read; counting stops at 100',
  method: 'GET',
  path: '/notification/unread',
  access: 'signed-in',
  result: object({ unread: Type.Integer() }),
})
