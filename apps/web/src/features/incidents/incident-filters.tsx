import { severities } from '@vakt/contract/severity.ts'
import { lazy, Suspense } from 'react'
import type { ListScreenState } from '#web/lists/use-list-screen.tsx'
import type { RowsOf } from '#web/platform/list-search.ts'
import { useTexts } from '#web/platform/texts.ts'
import { CustomersFilter } from '#web/shared/customers/list-scope.tsx'
import { severityTexts } from '#web/shared/severity/severity.texts.ts'
import { SeverityMark } from '#web/shared/severity/severity-mark.tsx'
import { FilterSearch } from '#web/ui/filters/filter-search.tsx'
import { FilterSelect } from '#web/ui/filters/filter-select.tsx'
import { incidentListTexts } from './incident-list.texts.ts'
import type { IncidentSearch, incidentSearch } from './incident-search.ts'
import { incidentTexts } from './incidents.texts.ts'

const PlaceFilters = lazy(() => import('./incident-place-filters.tsx').then((module) => ({ default: module.PlaceFilters })))

const OfPlace = lazy(() => import('#web/shared/entities/place-filters.tsx').then((module) => ({ default: module.PlaceFilters })))

const TimeFilters = lazy(() => import('./incident-time-filters.tsx').then((module) => ({ default: module.TimeFilters })))

export type IncidentScreen = ListScreenState<IncidentSearch, RowsOf<typeof incidentSearch>>
type Props = { customerId: string; screen: IncidentScreen; isAll: boolean }

export const incidentStates = ['open', 'acknowledged', 'resolved'] as const

export function IncidentFilters({ customerId, screen, isAll }: Props) {
  const words = { ...useTexts(incidentTexts), ...useTexts(incidentListTexts) }
  const levels = useTexts(severityTexts)
  const { search, change } = screen
  return (
    <>
      <FilterSearch label={words.search} {...screen.text('q')} />
      {isAll ? <CustomersFilter {...screen.choices('of')} /> : null}
      <FilterSelect
        label={words.state}
        value={search.state ?? ['open', 'acknowledged']}
        options={incidentStates.map((state) => ({ value: state, label: words[state] }))}
        onChange={(state) => change({ state: state.length === 0 ? incidentStates : state })}
      />
      <FilterSelect
        label={words.severity}
        {...screen.choices('severity')}
        options={severities.map((severity) => ({ value: severity, label: levels[severity], mark: <SeverityMark level={severity} /> }))}
      />
      <Suspense>
        {isAll ? null : <PlaceFilters customerId={customerId} screen={screen} />}
        {isAll || search.type || search.resourceGroup || search.tag ? <OfPlace chosen={search} onChange={change} isAll={isAll} /> : null}
      </Suspense>
      <FilterSelect
        label={words.assignee}
        {...screen.choice('assignee')}
        options={[
          { value: 'me', label: words.me },
          { value: 'nobody', label: words.nobody },
        ]}
      />
      <Suspense>
        <TimeFilters screen={screen} />
      </Suspense>
    </>
  )
}
