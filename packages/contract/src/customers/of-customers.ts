import { object, oneLine, several, Type } from '@vakt/contract/schema.ts'

/** Whose a row is, in a list over all customers. */
export const customer = object({ customerId: Type.String(), name: Type.String() })

/** What a group of customers begins with in the filter; ids of customers have no colon. */
export const groupPrefix = 'group:'

export const labelLimits = { perCustomer: 20, length: 40 } as const

const label = () => oneLine({ minLength: 1, maxLength: labelLimits.length, messages: { maxLength: 'customers.label_long' } })

/** What the provider sorts its customers by: those with the same label, in any case, are a group. */
export const customerLabels = () =>
  Type.Array(label(), {
    maxItems: labelLimits.perCustomer,
    description: 'Customers with the same label, in any case, are a group',
    messages: { maxItems: 'customers.labels_many' },
  })

/** The groups of customers that something is for, by their labels. */
export const customerGroups = () =>
  Type.Array(label(), {
    maxItems: labelLimits.perCustomer,
    description: 'Customers with one of these labels, in any case; also those that get one later',
    messages: { maxItems: 'customers.groups_many' },
  })

/** The filter of such a list: only rows of these customers, or of those in these groups. */
export const ofCustomers = several(
  Type.String({ minLength: 1, maxLength: 64, description: 'The id of a customer, or `group:` and a label, for those that have it' }),
)
