import type { CustomerState } from '@vakt/contract/customers/customer-states.ts'
import { totalOf } from '@vakt/domain/severity.ts'
import { useTexts } from '#web/platform/texts.ts'
import { groupNameOf, groupsOf } from './customer-groups.ts'
import { customerOptionTexts } from './customer-options.texts.ts'

type Option = { value: string; label: string; count?: number }

const openOf = (customers: readonly CustomerState[]) => customers.reduce((sum, { openIncidents }) => sum + totalOf(openIncidents), 0)

/** The groups, then the customers, each with its open incidents; what is chosen is among them, also before these have come. */
export function useCustomerOptions(customers: readonly CustomerState[] | undefined, chosen: readonly string[]): Option[] {
  const words = useTexts(customerOptionTexts)
  const known: Option[] = [
    ...groupsOf(customers ?? []).map((group) => ({ value: group.value, label: words.group(group.label), count: openOf(group.customers) })),
    ...(customers ?? []).map(({ customerId, name, openIncidents }) => ({ value: customerId, label: name, count: totalOf(openIncidents) })),
  ]
  const others = chosen.filter((one) => !known.some(({ value }) => value === one))
  return [...known, ...others.map((value) => ({ value, label: labelOf(value, words.group) }))]
}

function labelOf(value: string, group: (name: string) => string): string {
  const name = groupNameOf(value)
  return name === undefined ? value : group(name)
}
