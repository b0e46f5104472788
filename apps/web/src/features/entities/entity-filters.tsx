import type { EntityCounts } from '@vakt/contract/entity-list.ts'
import { severitiesNow } from '@vakt/contract/entity-order.ts'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { useReadableNames } from '#web/shared/entities/readable-names.ts'
import { severityTexts } from '#web/shared/severity/severity.texts.ts'
import { SeverityMark } from '#web/shared/severity/severity-mark.tsx'
import { MenuButton } from '#web/ui/controls/menu-button.tsx'
import { Switch } from '#web/ui/controls/switch.tsx'
import { FilterSearch } from '#web/ui/filters/filter-search.tsx'
import { FilterSelect } from '#web/ui/filters/filter-select.tsx'
import { entityListTexts } from './entity-list.texts.ts'
import { chosenTagKeys, type EntitySearch, tagChoiceOf, withTagChoice } from './entity-list-search.ts'

const rarer = ['subscription', 'region', 'source', 'cloudops', 'stale'] as const
type Rarer = (typeof rarer)[number]

type EntityFiltersProps = {
  search: EntitySearch
  counts: EntityCounts | undefined
  /** The keys that have a filter of their own, in their order. */
  tagKeys: readonly string[]
  onTagKeys: (keys: string[]) => void
  onChange: (change: Partial<Record<keyof EntitySearch, unknown>>) => void
}

type Choice = { value: string; label: string; count?: number | undefined }

const withChosen = (options: Choice[], chosen: readonly string[] = []): Choice[] => [
  ...options,
  ...chosen.filter((one) => !options.some(({ value }) => value === one)).map((value) => ({ value, label: value })),
]

/** Each filter with how many it would leave; those that are rarely needed stand in a menu until they are. */
export function EntityFilters({ search, counts, tagKeys, onTagKeys, onChange }: EntityFiltersProps) {
  const words = useTexts(entityListTexts)
  const levels = useTexts(severityTexts)
  const names = useReadableNames()
  const [opened, setOpened] = useState<readonly Rarer[]>([])
  const isShown = (filter: Rarer) => opened.includes(filter) || search[filter] !== undefined
  const named = (options: readonly Choice[] = []) => options.map((option) => ({ ...option, label: option.label || words.none }))
  const readable = (filter: string, options: Choice[]) =>
    filter === 'type' || filter === 'region' || filter === 'source'
      ? options.map((option) => ({ ...option, label: names[filter](option.label) }))
      : options
  const column = (filter: 'type' | 'group' | 'subscription' | 'region' | 'source', label: string) => {
    const chosen = search[filter]?.map((value) => value.toLowerCase())
    return (
      <FilterSelect
        label={label}
        value={chosen ?? []}
        options={readable(filter, withChosen(named(counts?.[filter === 'group' ? 'resourceGroup' : filter]), chosen))}
        onChange={(value) => onChange({ [filter]: value })}
      />
    )
  }
  const yesOrNo = (filter: 'cloudops' | 'stale', label: string, of: { yes: number; no: number } | undefined) => (
    <FilterSelect
      label={label}
      value={search[filter] === undefined ? [] : [String(search[filter])]}
      options={[
        { value: 'true', label: words.yes, count: of?.yes },
        { value: 'false', label: words.no, count: of?.no },
      ]}
      onChange={(values) => onChange({ [filter]: values.at(-1) })}
    />
  )

  return (
    <>
      <FilterSearch label={words.search} value={search.q ?? ''} onChange={(q) => onChange({ q })} />
      <FilterSelect
        label={words.severity}
        value={search.severity ?? []}
        options={severitiesNow.map((level) => ({
          value: level,
          label: levels[level],
          mark: <SeverityMark level={level} />,
          count: counts?.severity[level],
        }))}
        onChange={(severity) => onChange({ severity })}
      />
      {column('type', words.type)}
      {column('group', words.resourceGroup)}
      {tagKeys.map((key) => (
        <TagFilter key={key} name={key} search={search} counts={counts} onChange={onChange} />
      ))}
      {isShown('subscription') ? column('subscription', words.subscription) : null}
      {isShown('region') ? column('region', words.region) : null}
      {isShown('source') ? column('source', words.source) : null}
      {isShown('cloudops') ? yesOrNo('cloudops', words.cloudops, counts?.cloudOpsMapped) : null}
      {isShown('stale') ? yesOrNo('stale', words.stale, counts?.stale) : null}
      {counts && counts.tags.length > 0 ? (
        <FilterSelect
          label={words.tagFilter}
          value={[]}
          options={counts.tags.filter(({ key }) => !tagKeys.includes(key)).map(({ key, count }) => ({ value: key, label: key, count }))}
          onChange={(keys) => onTagKeys([...tagKeys, ...keys])}
        />
      ) : null}
      {rarer.every(isShown) ? null : (
        <MenuButton
          fromStart
          variant="subtle"
          size="compact-sm"
          label={words.addFilter}
          icon={<Plus size={14} aria-hidden="true" />}
          items={rarer
            .filter((filter) => !isShown(filter))
            .map((filter) => ({ key: filter, label: words[filter], onChoose: () => setOpened([...opened, filter]) }))}
        />
      )}
      {(counts?.hidden ?? 0) > 0 || search.hidden ? (
        <Switch
          label={words.showHidden(counts?.hidden ?? 0)}
          checked={search.hidden ?? false}
          onChange={(hidden) => onChange({ hidden: hidden || undefined })}
        />
      ) : null}
    </>
  )
}

// Values stand behind a letter, so that one that reads like it is not taken for *without*.
const without = 'without'
const valueOption = (value: string) => `v:${value}`

type TagFilterProps = Pick<EntityFiltersProps, 'search' | 'counts' | 'onChange'> & { name: string }

function TagFilter({ name, search, counts, onChange }: TagFilterProps) {
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
        onChange(
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
