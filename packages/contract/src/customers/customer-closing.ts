import { operation } from '@vakt/contract/operation.ts'
import { moment, nullable, object, oneLine, type Static, Type } from '@vakt/contract/schema.ts'

/** A closed customer is erased after so many days, unless others were given. */
export const standardEraseAfterDays = 90

/** That a customer has left. */
export const Closing = object({
  at: moment(),
  /** The name of who closed it. */
  by: Type.String(),
  /** When it is erased; null: it is kept. */
  erasesAt: nullable(moment()),
  /** Why then, or why it is kept; null where no one gave a reason. */
  reason: nullable(Type.String()),
  /** Since when it is being erased, and who asked for that. It cannot be opened again. */
  erasing: nullable(object({ since: moment(), by: Type.String() })),
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

const days = () =>
  nullable(Type.Integer({ minimum: 0, maximum: 3650, description: 'Days from the closing until it is erased; null keeps it' }))

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
  body: object({
    confirmation: Type.String({ maxLength: 200, description: 'The name of the customer, as it is written' }),
    /** Absent: `standardEraseAfterDays`. */
    eraseAfterDays: Type.Optional(days()),
    reason: Type.Optional(oneLine({ maxLength: 500, description: 'Why then. To keep it needs one' })),
  }),
  result: CustomerClosing,
})

export const setErasingTerm = operation({
  summary: 'Set when a closed customer is erased, or that it is kept, with the reason',
  method: 'PUT',
  path: '/admin/customer/:customerId/closing/term',
  access: 'global-admin',
  announces: { content: ['customers'], to: 'staff' },
  recordsItself: ['customer.term'],
  body: object({
    eraseAfterDays: days(),
    reason: oneLine({ minLength: 1, maxLength: 500, messages: { minLength: 'customer_closing.reason_missing' } }),
  }),
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
