import { serviceWindowAccess } from '@vakt/contract/features.ts'
import { operation } from '@vakt/contract/operation.ts'
import { moment, nullable, object, Type } from '@vakt/contract/schema.ts'

import { ofCustomer } from './service-window-paths.ts'

const writing = ['@feature.servicewindow.write'] as const

const CalendarFeed = object({
  /** Null where there is none. */
  feed: nullable(object({ createdAt: moment(), createdBy: Type.String(), lastReadAt: nullable(moment()) })),
})

export const getWindowCalendar = operation({
  summary: 'Whether there is a secret calendar address (iCalendar) of the service windows of a customer',
  method: 'GET',
  path: `${ofCustomer}-calendar`,
  access: serviceWindowAccess,
  result: CalendarFeed,
})

export const createWindowCalendar = operation({
  summary: 'Create a secret calendar address; an earlier one stops working. The only answer that shows it. Not possible with an API token',
  method: 'POST',
  path: `${ofCustomer}-calendar`,
  access: writing,
  announces: { content: ['service-windows'], to: 'user' },
  records: { action: 'service-window.calendar-created', target: '{customerId}' },
  showsSecret: true,
  tokenAccess: null,
  result: object({ path: Type.String({ description: 'Below the origin of the portal' }) }),
})

export const revokeWindowCalendar = operation({
  summary: 'Revoke the secret calendar address. Not possible with an API token',
  method: 'DELETE',
  path: `${ofCustomer}-calendar`,
  access: writing,
  announces: { content: ['service-windows'], to: 'user' },
  records: { action: 'service-window.calendar-revoked', target: '{customerId}' },
  tokenAccess: null,
})

export const readWindowCalendar = operation({
  summary: 'The service windows of a customer as iCalendar, for who knows the secret address',
  method: 'GET',
  path: '/service-window-calendar/:secret',
  access: 'public',
  fileAnswer: true,
})
