import { operation } from '@vakt/contract/operation.ts'
import { moment, nullable, object, type Static, Type } from '@vakt/contract/schema.ts'

/** That a customer has left. */
export const Closing = object({
  at: moment(),
  /** The name of who closed it. */
  by: Type.String(),
})
export type Closing = Static<typeof Closing>

const count = () => Type.Integer({ minimum: 0 })

/** How much of a customer ends when it is closed. */
export const ClosingEffect = object({
  people: count(),
  apiTokens: count(),
  serviceTokens: count(),
  sources: count(),
  agents: count(),
  enrolmentTokens: count(),
  connectors: count(),
  alertRules: count(),
  processes: count(),
  serviceWindows: count(),
  incidents: count(),
  tickets: count(),
})
export type ClosingEffect = Static<typeof ClosingEffect>

export const CustomerClosing = object({ name: Type.String(), closing: nullable(Closing), effect: ClosingEffect })
export type CustomerClosing = Static<typeof CustomerClosing>

export const getCustomerClosing = operation({
  summary: 'Whether a customer is closed, and what closing it ends',
  method: 'GET',
  path: '/admin/customer/:customerId/closing',
  access: 'global-admin',
  result: CustomerClosing,
})

export const closeCustomer = operation({
  summary: 'Close a customer that leaves: sign-in, tokens, sources and jobs end',
  method: 'PUT',
  path: '/admin/customer/:customerId/closing',
  access: 'global-admin',
  announces: { content: ['customers'], to: 'staff' },
  recordsItself: ['customer.close'],
  body: object({ confirmation: Type.String({ maxLength: 200, description: 'The name of the customer, as it is written' }) }),
  result: CustomerClosing,
})

export const reopenCustomer = operation({
  summary: 'Open a closed customer again: everything is as it was when it was closed',
  method: 'DELETE',
  path: '/admin/customer/:customerId/closing',
  access: 'global-admin',
  announces: { content: ['customers'], to: 'staff' },
  recordsItself: ['customer.reopen'],
  result: CustomerClosing,
})
