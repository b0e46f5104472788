import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { OptionItem } from '#web/forms/field-definition.ts'
import { useTexts } from '#web/platform/texts.ts'
import { useReadableNames } from '#web/shared/entities/readable-names.ts'
import { useMetricWords } from '#web/shared/incidents/incident-words.ts'
import { standardFormTexts } from './standard-form.texts.ts'
import { standardCoverQuery } from './standard-queries.ts'

/** The types and metrics that resources have, as people call them, those of most resources first, and what the filter covers now. */
export function useStandardChoices(filter: { types: string[]; tags: string[] }, savedTypes: readonly string[]) {
  const words = useTexts(standardFormTexts)
  const names = useReadableNames()
  const { nameOf } = useMetricWords()
  const cover = useQuery(standardCoverQuery(filter))
  const data = cover.data
  const choices = useMemo(() => {
    const lower = new Set(data?.types.map(({ type }) => type.toLowerCase()))
    const others = savedTypes.filter((type) => !lower.has(type.toLowerCase())).map((type) => ({ type, entities: 0 }))
    const types: OptionItem[] = [...(data?.types ?? []), ...others].map(({ type, entities }) => ({
      // As it is saved: the same type in another case is the same choice.
      value: savedTypes.find((saved) => saved.toLowerCase() === type.toLowerCase()) ?? type,
      label: names.type(type),
      description: [names.type(type) === type ? '' : type, words.typeOn(entities)].filter(Boolean).join(' · '),
    }))
    const metrics: OptionItem[] = (data?.metrics ?? []).map(({ metricName, entities }) => ({
      value: metricName,
      label: [nameOf(metricName) === metricName ? '' : nameOf(metricName), words.typeOn(entities)].filter(Boolean).join(' · '),
    }))
    return { types, metrics }
  }, [data, savedTypes, names, nameOf, words])
  return { ...choices, cover }
}
