import { operation } from '@vakt/contract/operation.ts'
import { object, oneOf, type Static, Type, timeZoneName } from '@vakt/contract/schema.ts'
import { severities } from '@vakt/contract/severity.ts'
import { priorityRights } from './customers.ts'

/** Whose tickets a customer's people see: all of the customer, or those that they are the requester of. */
const ticketVisibilities = ['all', 'own'] as const

/** From which severity on an incident opens a ticket. */
export const ticketSeverities = [...severities, 'never'] as const

/** Hours that the customer paid for in advance, from the day on which they were bought. */
export const PrepaidHours = object({
  date: Type.String({ format: 'date', messages: { format: 'customer_settings.prepaid_date' } }),
  hours: Type.Integer({
    minimum: 1,
    maximum: 10_000,
    messages: { minimum: 'customer_settings.prepaid_hours', maximum: 'customer_settings.prepaid_hours' },
  }),
})

const settings = {
  ticketVisibility: oneOf(ticketVisibilities),
  /** Whether the customer is shown the registered time; staff always are. */
  hoursShown: Type.Boolean(),
  prepaidHours: Type.Array(PrepaidHours, {
    maxItems: 100,
    description: 'By the day of purchase; billable work since the first one uses them',
  }),
  /** Own tickets are those that the person is the requester of; monitoring's have no requester. */
  customerPriority: oneOf(priorityRights, { default: 'own' }),
  ticketFromSeverity: oneOf(ticketSeverities),
  /** An alert of a second rule joins the incident of its entity when that changed so recently; 0: never. */
  incidentJoinMinutes: Type.Integer({ minimum: 0, maximum: 1440 }),
  /** The language of mails to those who have not chosen one. */
  mailLanguage: oneOf(['sv', 'en']),
  /** In which times are written in mails to those who have not chosen one. */
  timeZone: timeZoneName(),
  /** Goes up with each change; one that was made from another version answers 409. */
  version: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
}

export const CustomerSettings = object(settings)
export type CustomerSettings = Static<typeof CustomerSettings>

/** Pages of earlier releases know no time zone and no prepaid hours: they stay where they are left out. */
export const CustomerSettingsChange = object({
  ...settings,
  timeZone: Type.Optional(settings.timeZone),
  prepaidHours: Type.Optional(settings.prepaidHours),
})
export type CustomerSettingsChange = Static<typeof CustomerSettingsChange>

export const getCustomerSettings = operation({
  summary: 'How Vakt behaves for a customer: who sees which tickets, what opens one, what is shown',
  method: 'GET',
  path: '/admin/customer/:customerId/settings',
  access: 'global-admin',
  result: CustomerSettings,
})

export const saveCustomerSettings = operation({
  summary: 'Set how Vakt behaves for a customer; counts from the next request',
  method: 'PUT',
  path: '/admin/customer/:customerId/settings',
  access: 'global-admin',
  recordsItself: ['customer.settings'],
  body: CustomerSettingsChange,
  result: CustomerSettings,
})
