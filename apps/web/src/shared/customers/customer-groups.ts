import type { CustomerState } from '@vakt/contract/customers/customer-states.ts'
import { labelKeyOf } from '@vakt/domain/customer-label-key.ts'
import { totalOf } from '@vakt/domain/severity.ts'
import { useMemo } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { customerOptionTexts } from './customer-options.texts.ts'

/** As the contract has it, which comes with the calls. */
const groupPrefix = 'group:'

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

type Option = { value: string; label: string; count?: number }

const openOf = (customers: readonly CustomerState[]) => customers.reduce((sum, { openIncidents }) => sum + totalOf(openIncidents), 0)

/**
 * The groups, then the customers, each with its open incidents; what is chosen is among them, also before these have come. With nothing else
 * chosen the options are the same ones as long as the customers are.
 */
export function useCustomerOptions(customers: readonly CustomerState[] | undefined, chosen: readonly string[]): Option[] {
  const words = useTexts(customerOptionTexts)
  const options = useMemo(() => optionsOf(customers, words), [customers, words])
  const others = chosen.filter((one) => !options.some(({ value }) => value === one))
  return others.length === 0 ? options : [...options, ...others.map((value) => ({ value, label: labelOf(value, words.group) }))]
}

function optionsOf(customers: readonly CustomerState[] | undefined, words: (typeof customerOptionTexts)['en']): Option[] {
  return [
    ...groupsOf(customers ?? []).map((group) => ({ value: group.value, label: words.group(group.label), count: openOf(group.customers) })),
    ...(customers ?? []).map(({ customerId, name, openIncidents }) => ({ value: customerId, label: name, count: totalOf(openIncidents) })),
  ]
}

function labelOf(value: string, group: (name: string) => string): string {
  const name = groupNameOf(value)
  return name === undefined ? value : group(name)
}
