import { operation } from '@vakt/contract/operation.ts'
import { moment, nullable, object, type Static, Type } from '@vakt/contract/schema.ts'

const count = () => Type.Integer({ minimum: 0 })

/** How much of a customer goes when it is erased. */
export const ErasedContent = object({
  people: count(),
  entities: count(),
  incidents: count(),
  alerts: count(),
  tickets: count(),
  comments: count(),
  attachments: count(),
  alertRules: count(),
  serviceWindows: count(),
  processes: count(),
  metricSeries: count(),
})
export type ErasedContent = Static<typeof ErasedContent>

export const CustomerErasing = object({
  name: Type.String(),
  /** Since when it is being erased. */
  since: nullable(moment()),
  content: ErasedContent,
})
export type CustomerErasing = Static<typeof CustomerErasing>

export const getCustomerErasing = operation({
  summary: 'What goes when a closed customer is erased',
  method: 'GET',
  path: '/admin/customer/:customerId/erasing',
  access: 'global-admin',
  result: CustomerErasing,
})

export const eraseCustomer = operation({
  summary: 'Erase a closed customer now, with everything that is stored of it. It cannot be undone',
  method: 'PUT',
  path: '/admin/customer/:customerId/erasing',
  access: 'global-admin',
  announces: { content: ['customers'], to: 'staff' },
  recordsItself: ['customer.erase'],
  body: object({ confirmation: Type.String({ maxLength: 200, description: 'The name of the customer, as it is written' }) }),
  result: CustomerErasing,
})
