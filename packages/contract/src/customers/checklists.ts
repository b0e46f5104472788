import { operation } from '@vakt/contract/operation.ts'
import { moment, nullable, object, oneOf, type Static, Type } from '@vakt/contract/schema.ts'
import { languages } from '@vakt/contract/users/session.ts'

/** What a new installation needs before it is in real use, in the order in which it is done. */
export const checklistItems = [
  'identity-provider',
  'mail',
  'branding',
  'customer',
  'monitoring-source',
  'entity',
  'backup',
  'restore',
  'client-addresses',
] as const
export type ChecklistItem = (typeof checklistItems)[number]

/** `waiting`: begun, and not proven yet, such as a monitoring source without a signal. */
export const checklistStates = ['todo', 'waiting', 'done'] as const
export type ChecklistState = (typeof checklistStates)[number]

export const Checklist = object({
  items: Type.Array(
    object({
      item: oneOf(checklistItems),
      state: oneOf(checklistStates),
      /** The host of the identity provider or mail server, why the last backup failed, or the address that many users share; empty for the others and where there is none. */
      name: Type.String(),
      /** When it was last proven: the last signal, the last run of a connector, the last backup, the last restore. */
      at: nullable(moment()),
      /** What an operator types to do it where Vakt is installed; null where the portal does it. */
      command: nullable(Type.String()),
    }),
  ),
  isComplete: Type.Boolean(),
  isHidden: Type.Boolean(),
  /** Whether it belongs on the start page of Admin: not complete, not hidden, and not the demo's. */
  isShown: Type.Boolean(),
})
export type Checklist = Static<typeof Checklist>

export const getChecklist = operation({
  summary: 'The set-up checklist of this installation',
  method: 'GET',
  path: '/admin/checklist',
  access: 'global-admin',
  result: Checklist,
})

export const saveChecklist = operation({
  summary: 'Hide the set-up checklist from the start page of Admin, or show it again',
  method: 'PUT',
  path: '/admin/checklist',
  access: 'global-admin',
  announces: { content: ['checklist'], to: 'staff' },
  recordsItself: ['installation.checklist'],
  body: object({ isHidden: Type.Boolean() }),
  result: Checklist,
})

/** What a test can find; `detail` of the outcome is what the other side answered. */
export const testReasons = [
  'ok',
  'not_configured',
  'unreachable',
  'wrong_issuer',
  'no_keys',
  'no_endpoints',
  'no_pkce',
  'sign_in_refused',
  'no_tls',
  'refused',
  'refused_for_now',
  'connection_lost',
  'none',
  'no_signal',
  'no_run',
  'shared_address',
  'no_backup',
] as const
export type TestReason = (typeof testReasons)[number]

export const TestOutcome = object({
  passed: Type.Boolean(),
  reason: oneOf(testReasons),
  /** What the other side answered, as it did; empty where it says nothing. */
  detail: Type.String(),
})
export type TestOutcome = Static<typeof TestOutcome>

export const testChecklistItem = operation({
  summary: 'Test one item of the set-up checklist now: ask the identity provider, send a mail to oneself, look for signals',
  method: 'POST',
  path: '/admin/checklist/test',
  access: 'global-admin',
  announcesNothing: 'It asks, and changes nothing.',
  recordsItself: ['installation.test'],
  noIdempotencyKey: 'Each call is a test of its own: an earlier outcome says nothing of now.',
  body: object({ item: oneOf(checklistItems), language: Type.Optional(oneOf(languages, { description: 'Of the mail that is sent' })) }),
  result: TestOutcome,
})

export const noteRestore = operation({
  summary: 'Note that a backup was restored and checked elsewhere, on this day',
  method: 'POST',
  path: '/admin/checklist/restore',
  access: 'global-admin',
  announces: { content: ['checklist'], to: 'staff' },
  recordsItself: ['installation.restore'],
  body: object({ date: Type.String({ format: 'date', description: 'Not in the future' }) }),
  result: Checklist,
})

/** What a new customer needs before it is looked after. */
export const customerChecklistItems = ['people', 'permissions', 'contacts', 'sources', 'connectors'] as const
export type CustomerChecklistItem = (typeof customerChecklistItems)[number]

export const CustomerChecklist = object({
  items: Type.Array(object({ item: oneOf(customerChecklistItems), state: oneOf(checklistStates) })),
  isComplete: Type.Boolean(),
  isDismissed: Type.Boolean(),
  /** Whether it is shown with the customer: not complete, not dismissed, and neither the provider nor a customer of the demo. */
  isShown: Type.Boolean(),
})
export type CustomerChecklist = Static<typeof CustomerChecklist>

export const getCustomerChecklist = operation({
  summary: 'What a new customer still needs: people, permissions, contacts for incidents, monitoring sources, a cloud connector',
  method: 'GET',
  path: '/admin/customer/:customerId/checklist',
  access: 'global-admin',
  result: CustomerChecklist,
})

export const saveCustomerChecklist = operation({
  summary: 'Dismiss the checklist of a customer or bring it back, or confirm that its roles are right; what is left out stays',
  method: 'PUT',
  path: '/admin/customer/:customerId/checklist',
  access: 'global-admin',
  announces: { content: ['customer-checklist'], to: 'staff' },
  recordsItself: ['customer.checklist'],
  body: object({ isDismissed: Type.Optional(Type.Boolean()), permissionsConfirmed: Type.Optional(Type.Boolean()) }),
  result: CustomerChecklist,
})
