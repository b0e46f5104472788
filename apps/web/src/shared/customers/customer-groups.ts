import { groupPrefix } from '@vakt/contract/customers/of-customers.ts'
import { labelKeyOf } from '@vakt/domain/customer-labels.ts'

type Labelled = { customerId: string; labels: readonly string[] }

export type CustomerGroup<Customer extends Labelled = Labelled> = { value: string; label: string; customers: Customer[] }

/** The groups that customers are in, by name. `value` is how the address and the calls name one. */
export function groupsOf<Customer extends Labelled>(customers: readonly Customer[]): CustomerGroup<Customer>[] {
  const groups = new Map<string, CustomerGroup<Customer>>()
  for (const customer of customers) {
    for (const label of customer.labels) {
      const key = labelKeyOf(label)
      const known = groups.get(key)
      if (known) known.customers.push(customer)
      else groups.set(key, { value: groupPrefix + key, label, customers: [customer] })
    }
  }
  return [...groups.values()].toSorted((one, other) => one.label.localeCompare(other.label))
}

const isGroup = (value: string): boolean => value.startsWith(groupPrefix)

/** The name of a group, or undefined for the id of a customer. */
export const groupNameOf = (value: string): string | undefined => (isGroup(value) ? value.slice(groupPrefix.length) : undefined)

/** Whether a customer is one of these, or in one of these groups. */
export const isChosen = ({ customerId, labels }: Labelled, chosen: readonly string[]): boolean =>
  chosen.includes(customerId) || labels.some((label) => chosen.includes(groupPrefix + labelKeyOf(label)))
