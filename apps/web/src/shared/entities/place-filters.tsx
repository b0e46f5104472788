import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listPlacesOfAllCustomers, type PlaceKind } from '@vakt/contract/entities/entities-of-all.ts'
import { useState } from 'react'
import { allCustomers } from '#web/platform/all-customers.ts'
import { call } from '#web/platform/api.ts'
import { useTexts } from '#web/platform/texts.ts'
import { FilterSelect } from '#web/ui/filters/filter-select.tsx'
import { withChosen } from '#web/ui/filters/with-chosen.ts'
import { placeFilterTexts } from './place-filters.texts.ts'
import { useReadableNames } from './readable-names.ts'
import { tagText, typedTags } from './tag-text.ts'

type Chosen = { [Kind in PlaceKind]?: string[] }
type Props = {
  chosen: Chosen & { of?: string[] }
  onChange: (changes: Chosen) => void
  /** Of one customer only what is chosen already is shown: its list has filters of its own. */
  isAll: boolean
}

/** For lists over all customers: the type, the resource group and the tags of the resource, out of what the resources there have. */
export function PlaceFilters(props: Props) {
  return (['type', 'resourceGroup', 'tag'] as const).map((kind) =>
    props.isAll || props.chosen[kind] ? <PlaceFilter key={kind} kind={kind} {...props} /> : null,
  )
}

function PlaceFilter({ kind, chosen: { of, ...chosen }, onChange, isAll }: Props & { kind: PlaceKind }) {
  const words = useTexts(placeFilterTexts)
  const names = useReadableNames()
  const [typed, setTyped] = useState<string>()
  // Types are few, and found by what they are called here: all of them are asked for once.
  const search = kind === 'type' || !typed ? {} : { search: typed }
  const query = { kind, ...search, ...(of ? { customer: of } : {}) }
  const {
    data: found = [],
    isPlaceholderData,
    isPending,
  } = useQuery({
    queryKey: ['entities', allCustomers, 'places', query],
    queryFn: ({ signal }) => call(listPlacesOfAllCustomers, { query, signal }),
    enabled: isAll && typed !== undefined,
    placeholderData: keepPreviousData,
  })
  const labelOf = (value: string) => (kind === 'type' ? names.type(value) : kind === 'tag' ? tagText(value) : value || words.none)
  const value = kind === 'tag' ? (chosen.tag ?? []) : (chosen[kind]?.map((one) => one.toLowerCase()) ?? [])
  const values = kind === 'tag' ? [...new Set([...typedTags(typed ?? ''), ...found])] : found.map((one) => one.toLowerCase())
  const spelt = kind === 'resourceGroup' ? new Map(found.map((one) => [one.toLowerCase(), one])) : undefined
  const options = withChosen(
    values.map((one) => ({ value: one, label: '' })),
    value,
  )
    .map((option) => ({ value: option.value, label: labelOf(spelt?.get(option.value) ?? option.value) }))
    .filter(
      ({ value: one, label }) =>
        kind !== 'type' || value.includes(one) || `${label} ${one}`.toLowerCase().includes((typed ?? '').toLowerCase()),
    )
  return (
    <FilterSelect
      label={words[kind]}
      value={value}
      options={kind === 'type' ? options.toSorted((one, other) => one.label.localeCompare(other.label)) : options}
      onSearch={setTyped}
      answered={isAll && (isPending || isPlaceholderData) ? undefined : typed}
      onChange={(next) => onChange({ [kind]: next })}
    />
  )
}
