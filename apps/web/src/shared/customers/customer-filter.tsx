import { useQuery } from '@tanstack/react-query'
import { customerChoiceAccess } from '@vakt/contract/features.ts'
import { useState } from 'react'
import { useSession } from '#web/platform/session.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { FilterSelect } from '#web/ui/filters/filter-select.tsx'
import { customerFilterTexts } from './customer-filter.texts.ts'
import { customerStatesQuery } from './customer-states-query.ts'

type CustomerFilterProps = { onChoose: (customerId: string) => void }

/** For staff: whose rows a list shows; their own once it is cleared. */
export function CustomerFilter({ onChoose }: CustomerFilterProps) {
  const words = useTexts(customerFilterTexts)
  const shown = useShownCustomer()
  const { customer, can } = useSession()
  const own = customer.customer_id
  const [typed, setTyped] = useState<string>()
  const customers = useQuery({ ...customerStatesQuery, enabled: typed !== undefined }).data?.customers
  const found = (customers ?? []).filter(({ name, customerId }) => {
    const isTyped = name.toLowerCase().includes((typed ?? '').trim().toLowerCase())
    return isTyped && customerId !== shown.customerId
  })
  if (!can(customerChoiceAccess)) return null
  return (
    <FilterSelect
      label={words.customer}
      value={shown.isOwn ? [] : [shown.customerId]}
      options={[shown, ...found].map(({ customerId, name }) => ({ value: customerId, label: name }))}
      onSearch={setTyped}
      answered={customers && typed}
      onChange={(chosen) => onChoose(chosen.find((one) => one !== shown.customerId) ?? own)}
    />
  )
}
