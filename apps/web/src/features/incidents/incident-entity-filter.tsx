import { useQuery } from '@tanstack/react-query'
import { listEntities } from '@vakt/contract/entities/entity-list.ts'
import { environmentAccess } from '@vakt/contract/features.ts'
import { useState } from 'react'
import { call } from '#web/platform/api.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { entityQuery } from '#web/shared/entities/entity-query.ts'
import { FilterSelect } from '#web/ui/filters/filter-select.tsx'
import { incidentListTexts } from './incident-list.texts.ts'
import { incidentTexts } from './incidents.texts.ts'

const maxFound = 20

type EntityFilterProps = { customerId: string; entityId: string | undefined; onChange: (entityId: string | undefined) => void }

/** One entity, found by what is typed among however many there are. */
export function EntityFilter({ customerId, entityId, onChange }: EntityFilterProps) {
  const words = { ...useTexts(incidentTexts), ...useTexts(incidentListTexts) }
  const { can } = useShownCustomer()
  const mayFind = can(environmentAccess)
  const [search, setSearch] = useState<string>()
  const { data: chosen } = useQuery({ ...entityQuery(customerId, entityId ?? ''), enabled: mayFind && entityId !== undefined })
  const {
    data: found,
    isPlaceholderData,
    isPending,
  } = useQuery({
    queryKey: ['entities', customerId, 'incident-filter', search],
    queryFn: ({ signal }) =>
      call(listEntities, { params: { customerId }, query: { limit: maxFound, withHidden: true, ...(search ? { search } : {}) }, signal }),
    enabled: mayFind && search !== undefined,
    placeholderData: (kept) => kept,
  })
  if (!mayFind && entityId === undefined) return null
  const options = (found?.result ?? []).map(({ entityId: value, name, resourceGroup }) => ({
    value,
    label: name,
    mark: resourceGroup ? `${name} · ${resourceGroup}` : name,
  }))
  const isFound = options.some(({ value }) => value === entityId)
  return (
    <FilterSelect
      label={words.entity}
      value={entityId === undefined ? [] : [entityId]}
      options={
        entityId === undefined || isFound
          ? options
          : [...options, { value: entityId, label: chosen?.name ?? words.chosenEntity, mark: chosen?.name ?? words.chosenEntity }]
      }
      onChange={(picked) => onChange(picked.at(-1))}
      onSearch={setSearch}
      answered={isPending || isPlaceholderData ? undefined : search}
    />
  )
}
