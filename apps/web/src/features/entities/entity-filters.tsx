import type { EntityCounts } from '@vakt/contract/entities/entity-list.ts'
import { severitiesNow } from '@vakt/contract/entities/entity-order.ts'
import { lazy, Suspense } from 'react'
import type { ListScreenState } from '#web/lists/use-list-screen.tsx'
import { useTexts } from '#web/platform/texts.ts'
import { useReadableNames } from '#web/shared/entities/readable-names.ts'
import { severityTexts } from '#web/shared/severity/severity.texts.ts'
import { SeverityMark } from '#web/shared/severity/severity-mark.tsx'
import { Switch } from '#web/ui/controls/switch.tsx'
import { FilterSearch } from '#web/ui/filters/filter-search.tsx'
import { FilterSelect } from '#web/ui/filters/filter-select.tsx'
import { MoreFilters } from '#web/ui/filters/more-filters.tsx'
import { withChosen } from '#web/ui/filters/with-chosen.ts'
import { entityListTexts } from './entity-list.texts.ts'
import { chosenTagKeys, type EntitySearch, tagChoiceOf, withTagChoice } from './entity-list-search.ts'

/** Set by links of reports alone. */
const PeriodFilter = lazy(() => import('#web/ui/filters/period-filter.tsx').then((module) => ({ default: module.PeriodFilter })))

type EntityFiltersProps = {
  screen: EntityScreen
  counts: EntityCounts | undefined
  /** The keys that have a filter of their own, in their order. */
  tagKeys: readonly string[]
  onTagKeys: (keys: string[]) => void
}

type EntityScreen = ListScreenState<EntitySearch, EntitySearch>

/** Each filter with how many it would leave; those that are rarely needed stand in a menu until they are. */
export function EntityFilters({ screen, counts, tagKeys, onTagKeys }: EntityFiltersProps) {
  const words = useTexts(entityListTexts)
  const levels = useTexts(severityTexts)
  const names = useReadableNames()
  const { search, change } = screen
  const readable = (filter: string, options: ReturnType<typeof withChosen>) =>
    filter === 'type' || filter === 'region' || filter === 'source'
      ? options.map((option) => ({ ...option, label: names[filter](option.label) }))
      : options
  const column = (key: 'type' | 'group' | 'subscription' | 'region' | 'source', label: string) => {
    const chosen = search[key]?.map((value) => value.toLowerCase())
    const options = counts?.[key === 'group' ? 'resourceGroup' : key].map((option) => ({ ...option, label: option.label || words.none }))
    return {
      key,
      label,
      isSet: chosen !== undefined,
      filter: (
        <FilterSelect
          label={label}
          value={chosen ?? []}
          options={readable(key, withChosen(options, chosen))}
          onChange={(value) => change({ [key]: value })}
        />
      ),
    }
  }
  const yesOrNo = (key: 'cloudops' | 'stale', of: { yes: number; no: number } | undefined) => ({
    key,
    label: words[key],
    isSet: search[key] !== undefined,
    filter: (
      <FilterSelect
        label={words[key]}
        value={search[key] === undefined ? [] : [String(search[key])]}
        options={[
          { value: 'true', label: words.yes, count: of?.yes },
          { value: 'false', label: words.no, count: of?.no },
        ]}
        onChange={(values) => change({ [key]: values.at(-1) })}
      />
    ),
  })

  return (
    <>
      <FilterSearch label={words.search} {...screen.text('q')} />
      <FilterSelect
        label={words.severity}
        {...screen.choices('severity')}
        options={severitiesNow.map((level) => ({
          value: level,
          label: levels[level],
          mark: <SeverityMark level={level} />,
          count: counts?.severity[level],
        }))}
      />
      {column('type', words.type).filter}
      {column('group', words.resourceGroup).filter}
      {tagKeys.map((key) => (
        <TagFilter key={key} name={key} screen={screen} counts={counts} />
      ))}
      <MoreFilters
        filters={[
          column('subscription', words.subscription),
          column('region', words.region),
          column('source', words.source),
          yesOrNo('cloudops', counts?.cloudOpsMapped),
          yesOrNo('stale', counts?.stale),
        ]}
      >
        {search.knownFrom || search.knownTo ? (
          <Suspense>
            <PeriodFilter label={words.known} {...screen.period('knownFrom', 'knownTo')} />
          </Suspense>
        ) : null}
        {counts && counts.tags.length > 0 ? (
          <FilterSelect
            label={words.tagFilter}
            value={[]}
            options={counts.tags.filter(({ key }) => !tagKeys.includes(key)).map(({ key, count }) => ({ value: key, label: key, count }))}
            onChange={(keys) => onTagKeys([...tagKeys, ...keys])}
          />
        ) : null}
      </MoreFilters>
      {(counts?.hidden ?? 0) > 0 || search.hidden ? (
        <Switch label={words.showHidden(counts?.hidden ?? 0)} checked={search.hidden ?? false} onChange={(hidden) => change({ hidden })} />
      ) : null}
    </>
  )
}

// Values stand behind a letter, so that one that reads like it is not taken for *without*.
const without = 'without'
const valueOption = (value: string) => `v:${value}`

type TagFilterProps = Pick<EntityFiltersProps, 'screen' | 'counts'> & { name: string }

function TagFilter({ name, screen: { search, change }, counts }: TagFilterProps) {
  const words = useTexts(entityListTexts)
  const choice = tagChoiceOf(search, name)
  const facet = counts?.tags.find(({ key }) => key === name)
  const values = withChosen(
    facet?.values.map(({ value, count }) => ({ value, label: value || words.emptyValue, count })) ?? [],
    choice.values,
  )
  const options = [
    ...values.map((option) => ({ ...option, value: valueOption(option.value) })),
    { value: without, label: words.without(name), count: facet?.missing ?? counts?.matching },
  ]
  return (
    <FilterSelect
      label={name}
      value={[...choice.values.map(valueOption), ...(choice.without ? [without] : [])]}
      options={options}
      onChange={(chosen) =>
        change(
          withTagChoice(search, name, {
            values: chosen.filter((one) => one !== without).map((one) => one.slice(2)),
            without: chosen.includes(without),
          }),
        )
      }
    />
  )
}

/** The keys that have a filter: those that the customer groups by, those that are chosen, those that were asked for. */
export const shownTagKeys = (groupKeys: readonly string[], search: EntitySearch, asked: readonly string[]): string[] => [
  ...new Set([...groupKeys, ...chosenTagKeys(search), ...asked]),
]
