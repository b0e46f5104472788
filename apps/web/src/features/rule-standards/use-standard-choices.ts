import { useQuery } from '@tanstack/react-query'
import type { RuleStandard } from '@vakt/contract/alert-rules/rule-standards.ts'
import { labelKeyOf } from '@vakt/domain/customer-label-key.ts'
import { useMemo } from 'react'
import type { OptionItem } from '#web/forms/field-definition.ts'
import { useTexts } from '#web/platform/texts.ts'
import { groupsOf } from '#web/shared/customers/customer-groups.ts'
import { customerStatesQuery } from '#web/shared/customers/customer-states-query.ts'
import { useReadableNames } from '#web/shared/entities/readable-names.ts'
import { useMetricWords } from '#web/shared/incidents/incident-words.ts'
import { standardFormTexts } from './standard-form.texts.ts'
import { standardCoverQuery } from './standard-queries.ts'

const none: readonly string[] = []

/**
 * The types and metrics that resources have, as people call them, those of most resources first, the groups of customers, and what is covered now.
 * What is saved is among them.
 */
export function useStandardChoices(asked: { types: string[]; tags: string[]; groups: string[] }, before: RuleStandard | null) {
  const savedTypes = before?.filter.type ?? none
  const savedGroups = before?.groups ?? none
  const words = useTexts(standardFormTexts)
  const names = useReadableNames()
  const { nameOf } = useMetricWords()
  const cover = useQuery(standardCoverQuery({ ...asked, standardId: before?.standardId }))
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
  const customers = useQuery(customerStatesQuery).data?.customers
  const groups = useMemo((): OptionItem[] => {
    const saved = new Map(savedGroups.map((label) => [labelKeyOf(label), label]))
    const found = groupsOf(customers ?? []).map((group) => ({ ...group, key: labelKeyOf(group.label) }))
    const empty = [...saved].filter(([key]) => !found.some((group) => group.key === key))
    return [
      ...found.map(({ key, label, customers: members }) => ({
        value: saved.get(key) ?? label,
        label,
        description: words.members(members.length),
      })),
      ...empty.map(([, label]) => ({ value: label, label, description: words.members(0) })),
    ]
  }, [customers, savedGroups, words])
  return { ...choices, groups, cover }
}
