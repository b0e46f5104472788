import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { listEntities } from '@vakt/contract/entities/entity-list.ts'
import { environmentAccess } from '@vakt/contract/features.ts'
import { windowStates } from '@vakt/contract/service-windows/window-states.ts'
import { useState } from 'react'
import type { ListScreenState } from '#web/lists/use-list-screen.tsx'
import { call } from '#web/platform/api.ts'
import { useSession } from '#web/platform/session.ts'
import { isStaff, useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { CustomerFilter } from '#web/shared/customers/customer-filter.tsx'
import { CustomersFilter, useIsOfAll } from '#web/shared/customers/list-scope.tsx'
import { entityQuery } from '#web/shared/entities/entity-query.ts'
import { FilterSearch } from '#web/ui/filters/filter-search.tsx'
import { FilterSelect } from '#web/ui/filters/filter-select.tsx'
import { FilterTabs } from '#web/ui/filters/filter-tabs.tsx'
import { creatorsQuery, type WindowFilterQuery } from './window-queries.ts'
import { windowTexts } from './windows.texts.ts'
import type { WindowRows, WindowSearch } from './windows-search.ts'

export const filterOf = ({ q, creator, state, entity, scope }: WindowRows): WindowFilterQuery => ({
  ...(q ? { q } : {}),
  ...(creator ? { creator } : {}),
  ...(state ? { state } : {}),
  ...(entity ? { entityId: entity } : {}),
  ...(scope === 'active' ? { active: true } : {}),
})

type FilterProps = { screen: ListScreenState<WindowSearch, WindowRows> }

export function WindowFilters({ screen }: FilterProps) {
  const words = useTexts(windowTexts)
  const byStaff = isStaff(useSession())
  const isAll = useIsOfAll(screen.search)
  return (
    <>
      <FilterSearch label={words.reason} {...screen.text('q')} />
      {isAll ? <CustomersFilter {...screen.choices('of')} /> : byStaff ? <OtherCustomer screen={screen} /> : null}
      <FilterTabs
        label={words.which}
        {...screen.tab('scope', 'all')}
        options={(['all', 'active'] as const).map((value) => ({ value, label: words.scopes[value] }))}
      />
      <FilterSelect
        label={words.state}
        {...screen.choices('state')}
        options={windowStates.map((value) => ({ value, label: words.states[value] }))}
      />
      {isAll ? null : <FiltersOfCustomer screen={screen} />}
    </>
  )
}

/** For the provider: the windows of another customer. */
function OtherCustomer({ screen }: FilterProps) {
  const navigate = useNavigate()
  return (
    <CustomerFilter
      onChoose={(of) =>
        void navigate({ to: '/service-window/$customerId', params: { customerId: of }, search: withoutOthers(screen.rows) })
      }
    />
  )
}

/** By what only this customer has. */
function FiltersOfCustomer({ screen }: FilterProps) {
  const words = useTexts(windowTexts)
  const { customerId } = useShownCustomer()
  const creators = useQuery(creatorsQuery(customerId)).data ?? []
  return (
    <>
      <FilterSelect
        label={words.creator}
        {...screen.choices('creator')}
        options={creators.map(({ userId, name }) => ({ value: userId, label: name }))}
      />
      <ResourceFilter customerId={customerId} screen={screen} />
    </>
  )
}

/** What another customer has too. */
const withoutOthers = ({ creator: _, entity: __, ...same }: WindowRows) => same

const maxFound = 20

/** One resource, found by what is typed among however many there are. */
function ResourceFilter({ customerId, screen }: FilterProps & { customerId: string }) {
  const words = useTexts(windowTexts)
  const mayFind = useShownCustomer().can(environmentAccess)
  const [search, setSearch] = useState<string>()
  const { value: chosen, onChange } = screen.choice('entity')
  const entityId = chosen[0]
  const { data: entity } = useQuery({ ...entityQuery(customerId, entityId ?? ''), enabled: mayFind && entityId !== undefined })
  const {
    data: found,
    isPlaceholderData,
    isPending,
  } = useQuery({
    queryKey: ['entities', customerId, 'window-filter', search],
    queryFn: ({ signal }) =>
      call(listEntities, { params: { customerId }, query: { limit: maxFound, withHidden: true, ...(search ? { search } : {}) }, signal }),
    enabled: mayFind && search !== undefined,
    placeholderData: (kept) => kept,
  })
  if (!mayFind) return null
  const options = (found?.result ?? []).map(({ entityId: value, name, resourceGroup }) => ({
    value,
    label: name,
    mark: resourceGroup ? `${name} · ${resourceGroup}` : name,
  }))
  const isFound = entityId === undefined || options.some(({ value }) => value === entityId)
  return (
    <FilterSelect
      label={words.resource}
      value={chosen}
      options={
        isFound ? options : [...options, { value: entityId, label: entity?.name ?? words.resource, mark: entity?.name ?? words.resource }]
      }
      onChange={onChange}
      onSearch={setSearch}
      answered={isPending || isPlaceholderData ? undefined : search}
    />
  )
}
