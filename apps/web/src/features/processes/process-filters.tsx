import type { ReactNode } from 'react'
import type { ListScreenState } from '#web/lists/use-list-screen.tsx'
import type { SearchOf } from '#web/platform/list-search.ts'
import { useTexts } from '#web/platform/texts.ts'
import { FilterSearch } from '#web/ui/filters/filter-search.tsx'
import { FilterTabs } from '#web/ui/filters/filter-tabs.tsx'
import type { ProcessFilterQuery } from './process-list-queries.ts'
import { processTexts } from './processes.texts.ts'
import type { ProcessRows, processesSearch } from './processes-search.ts'

export const filterOf = ({ q, scope }: ProcessRows): ProcessFilterQuery => ({
  ...(q ? { q } : {}),
  ...(scope ? { active: scope === 'active' } : {}),
})

type FilterProps = { screen: ListScreenState<SearchOf<typeof processesSearch>, ProcessRows>; customers?: ReactNode }

/** `customers`: the filter of the list over all customers. */
export function ProcessFilters({ screen, customers }: FilterProps) {
  const words = useTexts(processTexts)
  return (
    <>
      <FilterSearch label={words.search} {...screen.text('q')} />
      {customers}
      <FilterTabs
        label={words.which}
        {...screen.tab('scope', 'all')}
        options={(['all', 'active', 'inactive'] as const).map((value) => ({ value, label: words.scopes[value] }))}
      />
    </>
  )
}
