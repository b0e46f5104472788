import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useSession } from '#web/platform/session.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { customerStatesQuery } from '#web/shared/customers/customer-states-query.ts'
import { FilterSelect } from '#web/ui/filters/filter-select.tsx'
import { entityListTexts } from './entity-list.texts.ts'
import type { EntitySearch } from './entity-list-search.ts'

/** For staff: whose resources the list shows; their own once it is cleared. The other filters stay. */
export function CustomerFilter({ search }: { search: EntitySearch }) {
  const words = useTexts(entityListTexts)
  const navigate = useNavigate()
  const shown = useShownCustomer()
  const own = useSession().customer.customer_id
  const [typed, setTyped] = useState<string>()
  const customers = useQuery({ ...customerStatesQuery, enabled: typed !== undefined }).data?.customers ?? []
  const found = customers.filter(({ name, customerId }) => {
    const isTyped = name.toLowerCase().includes((typed ?? '').trim().toLowerCase())
    return isTyped && customerId !== shown.customerId
  })
  return (
    <FilterSelect
      label={words.customer}
      value={shown.isOwn ? [] : [shown.customerId]}
      options={[shown, ...found].map(({ customerId, name }) => ({ value: customerId, label: name }))}
      onSearch={setTyped}
      onChange={(chosen) => {
        const customerId = chosen.find((one) => one !== shown.customerId) ?? own
        void navigate({ to: '/my-environment/$customerId', params: { customerId }, search })
      }}
    />
  )
}
