import { useQuery } from '@tanstack/react-query'
import { countEntities } from '@vakt/contract/entities/entity-list.ts'
import { environmentAccess } from '@vakt/contract/features.ts'
import { call } from '#web/platform/api.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { FilterBar } from '#web/ui/filters/filter-bar.tsx'
import { FilterSearch } from '#web/ui/filters/filter-search.tsx'
import { FilterSelect } from '#web/ui/filters/filter-select.tsx'
import type { DashboardSearch } from './dashboard-search.ts'
import { incidentTexts } from './incidents.texts.ts'

type FiltersProps = { customerId: string; tagKeys: string[]; search: DashboardSearch; onChange: (search: DashboardSearch) => void }

const shownTypes = 100
const written = (key: string) => key.replaceAll('%', '%25').replaceAll('=', '%3D')

/** What the overview counts: entities by name, type, resource group and the tags that the customer groups by. */
export function DashboardFilters({ customerId, tagKeys, search, onChange }: FiltersProps) {
  const words = useTexts(incidentTexts)
  const { can } = useShownCustomer()
  const mayCount = can(environmentAccess)
  const { q, type = [], resourceGroup = [], tag = [] } = search
  const counts = useQuery({
    queryKey: ['entities', customerId, 'dashboard-filters', { type, resourceGroup, tag, tagKeys }],
    queryFn: ({ signal }) => call(countEntities, { params: { customerId }, query: { type, resourceGroup, tag, tagKey: tagKeys }, signal }),
    enabled: mayCount,
    placeholderData: (kept) => kept,
  }).data
  const change = (changes: Partial<DashboardSearch>) => onChange({ ...search, ...changes })
  const choice = (
    label: string,
    options: { value: string; label: string; count: number }[],
    value: string[],
    onPick: (value: string[]) => void,
  ) => (
    <FilterSelect
      label={label}
      value={value}
      options={[
        ...options.slice(0, shownTypes),
        ...value.filter((one) => !options.some((option) => option.value === one)).map((one) => ({ value: one, label: one })),
      ]}
      onChange={onPick}
    />
  )
  const tags = counts?.tags.flatMap(({ key, values }) =>
    values.map(({ value, count }) => ({ value: `${written(key)}=${value}`, label: `${key}: ${value}`, count })),
  )
  return (
    <FilterBar count={[type, resourceGroup, tag].filter((one) => one.length > 0).length}>
      <FilterSearch label={words.searchEntities} value={q ?? ''} onChange={(next) => change({ q: next })} />
      {mayCount ? (
        <>
          {choice(words.resourceGroup, counts?.resourceGroup ?? [], resourceGroup, (next) => change({ resourceGroup: next }))}
          {choice(words.type, counts?.type ?? [], type, (next) => change({ type: next }))}
          {choice(words.tags, tags ?? [], tag, (next) => change({ tag: next }))}
        </>
      ) : null}
    </FilterBar>
  )
}
