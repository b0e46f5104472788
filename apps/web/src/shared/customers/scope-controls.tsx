import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '#web/platform/session.ts'
import { seesOwnCustomer, useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { FilterSelect } from '#web/ui/filters/filter-select.tsx'
import { FilterTabs } from '#web/ui/filters/filter-tabs.tsx'
import { useCustomerOptions } from './customer-groups.ts'
import { customerStatesQuery } from './customer-states-query.ts'
import { scopeTexts } from './scope.texts.ts'

/** For staff: the list of the customer that is shown, or that of all. */
export function ScopeTabs({ isAll, onChange }: { isAll: boolean; onChange: (all: true | undefined) => void }) {
  const words = useTexts(scopeTexts)
  const { name, isProvider } = useShownCustomer()
  const seesProvider = seesOwnCustomer(useSession())
  if (isProvider && !seesProvider) return null
  return (
    <FilterTabs
      label={words.scope}
      value={isAll ? 'all' : 'one'}
      options={[
        { value: 'one', label: name },
        { value: 'all', label: words.allCustomers },
      ]}
      onChange={(value) => onChange(value === 'all' ? true : undefined)}
    />
  )
}

type CustomersFilterProps = { value: readonly string[]; onChange: (customerIds: string[]) => void }

/** Which of all customers a list shows: groups of them and single ones, each with its number of open incidents, those that need someone first. */
export function CustomersFilter({ value, onChange }: CustomersFilterProps) {
  const words = useTexts(scopeTexts)
  const [isAsked, setAsked] = useState(value.length > 0)
  const customers = useQuery({ ...customerStatesQuery, enabled: isAsked }).data?.customers
  const [typed, setTyped] = useState('')
  const options = useCustomerOptions(customers, value)
  const isFound = ({ value: id, label }: { value: string; label: string }) =>
    value.includes(id) || label.toLowerCase().includes(typed.trim().toLowerCase())
  return (
    <FilterSelect
      label={words.customer}
      value={value}
      options={options.filter(isFound)}
      onSearch={(text) => {
        setAsked(true)
        setTyped(text)
      }}
      answered={customers && typed}
      onChange={onChange}
    />
  )
}
