import type { IncidentOverview } from '@vakt/contract/incidents/incidents.ts'
import { useTexts } from '#web/platform/texts.ts'
import { FilterSelect } from '#web/ui/filters/filter-select.tsx'
import { incidentTexts } from './incidents.texts.ts'

type GroupFilterProps = {
  overview: IncidentOverview | undefined
  group: string[] | undefined
  onChange: (group: string[] | undefined) => void
}

/** One tag group, and within it one of its own; the second is there once the first is chosen. */
export function GroupFilter({ overview, group = [], onChange }: GroupFilterProps) {
  const words = useTexts(incidentTexts)
  const [outer, inner] = group
  const [outerKey, innerKey] = overview?.tagKeys ?? []
  const filter = (key: string | undefined, found: { value: string | null }[], chosen: string | undefined, path: string[]) => {
    const values = found.map(({ value }) => value ?? '')
    if (chosen !== undefined && !values.includes(chosen)) values.push(chosen)
    return (
      <FilterSelect
        label={key ?? words.group}
        value={chosen === undefined ? [] : [chosen]}
        options={values.map((value) => ({ value, label: value || words.without(key ?? '') }))}
        onChange={(picked) => {
          const next = picked.at(-1)
          onChange(next === undefined ? path : [...path, next])
        }}
      />
    )
  }
  if (outerKey === undefined && outer === undefined) return null
  const within = overview?.groups.find(({ value }) => (value ?? '') === outer)?.children ?? []
  return (
    <>
      {filter(outerKey, overview?.groups ?? [], outer, [])}
      {outer !== undefined && (innerKey !== undefined || inner !== undefined) ? filter(innerKey, within, inner, [outer]) : null}
    </>
  )
}
