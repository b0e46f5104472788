import { useTexts } from '#web/platform/texts.ts'
import { FilterSelect } from '#web/ui/filters/filter-select.tsx'
import { MoreFilters } from '#web/ui/filters/more-filters.tsx'
import { PeriodFilter } from '#web/ui/filters/period-filter.tsx'
import type { IncidentScreen } from './incident-filters.tsx'
import { shortMinutes } from './incident-search.ts'
import { timeFilterTexts } from './incident-time-filters.texts.ts'

/** Filters by when incidents were opened; by when they were acknowledged, resolved and open, and by rule, to which reports lead. */
export function TimeFilters({ screen }: { screen: IncidentScreen }) {
  const words = useTexts(timeFilterTexts)
  const { search } = screen
  return (
    <>
      <PeriodFilter label={words.opened} {...screen.period()} />
      <MoreFilters
        filters={[
          {
            key: 'acknowledged',
            label: words.acknowledgedAt,
            isSet: search.acknowledgedFrom !== undefined || search.acknowledgedTo !== undefined,
            filter: <PeriodFilter label={words.acknowledgedAt} {...screen.period('acknowledgedFrom', 'acknowledgedTo')} />,
          },
          {
            key: 'resolved',
            label: words.resolvedAt,
            isSet: search.resolvedFrom !== undefined || search.resolvedTo !== undefined,
            filter: <PeriodFilter label={words.resolvedAt} {...screen.period('resolvedFrom', 'resolvedTo')} />,
          },
          {
            key: 'ongoing',
            label: words.ongoing,
            isSet: search.ongoingFrom !== undefined || search.ongoingTo !== undefined,
            filter: <PeriodFilter label={words.ongoing} {...screen.period('ongoingFrom', 'ongoingTo')} />,
          },
          {
            key: 'within',
            label: words.over,
            isSet: search.within !== undefined,
            filter: (
              <FilterSelect
                label={words.over}
                {...screen.choices('within')}
                options={[{ value: shortMinutes, label: words.within(shortMinutes) }]}
              />
            ),
          },
        ]}
      >
        {search.rule ? (
          <FilterSelect
            label={words.rule}
            {...screen.choices('rule')}
            options={search.rule.map((rule) => ({ value: rule, label: rule }))}
          />
        ) : null}
      </MoreFilters>
    </>
  )
}
