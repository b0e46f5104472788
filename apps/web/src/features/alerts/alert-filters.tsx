import { severities } from '@vakt/contract/severity.ts'
import { lazy, Suspense } from 'react'
import type { ListScreenState } from '#web/lists/use-list-screen.tsx'
import type { RowsOf, SearchOf } from '#web/platform/list-search.ts'
import { useTexts } from '#web/platform/texts.ts'
import { CustomersFilter } from '#web/shared/customers/list-scope.tsx'
import { severityTexts } from '#web/shared/severity/severity.texts.ts'
import { SeverityMark } from '#web/shared/severity/severity-mark.tsx'
import { sumCounts } from '#web/shared/severity/sum-counts.ts'
import { FilterSearch } from '#web/ui/filters/filter-search.tsx'
import { FilterSelect } from '#web/ui/filters/filter-select.tsx'
import { FilterTabs } from '#web/ui/filters/filter-tabs.tsx'
import { PeriodFilter } from '#web/ui/filters/period-filter.tsx'
import type { AlertCounts } from './alert-queries.ts'
import { stateOf } from './alert-query.ts'
import type { alertSearch } from './alert-search.ts'
import { alertTexts } from './alerts.texts.ts'

const PlaceFilters = lazy(() => import('#web/shared/entities/place-filters.tsx').then((module) => ({ default: module.PlaceFilters })))

type Props = {
  screen: ListScreenState<SearchOf<typeof alertSearch>, RowsOf<typeof alertSearch>>
  counts: AlertCounts | undefined
  isAll: boolean
}

export function AlertFilters({ screen, counts, isAll }: Props) {
  const words = useTexts(alertTexts)
  const levels = useTexts(severityTexts)
  const { search, change } = screen
  return (
    <>
      <FilterSearch label={words.search} {...screen.text('q')} />
      {isAll ? <CustomersFilter {...screen.choices('of')} /> : null}
      <FilterTabs
        label={words.state}
        value={stateOf(screen.search)}
        onChange={(state) => screen.change({ state: state === 'firing' ? undefined : state, held: undefined })}
        options={[
          { value: 'firing', label: words.firing, count: counts && sumCounts(counts.firing) },
          { value: 'held', label: words.held, count: counts?.held },
          { value: 'resolved', label: words.resolved, count: counts?.resolved },
          { value: 'all', label: words.all },
        ]}
      />
      <FilterSelect
        label={words.severity}
        {...screen.choices('severity')}
        options={severities.map((severity) => ({
          value: severity,
          label: levels[severity],
          mark: <SeverityMark level={severity} />,
          count: counts?.firing[severity],
        }))}
      />
      <Suspense>
        {isAll || search.type || search.resourceGroup || search.tag ? (
          <PlaceFilters chosen={search} onChange={change} isAll={isAll} />
        ) : null}
      </Suspense>
      <PeriodFilter label={words.started} {...screen.period()} />
    </>
  )
}
