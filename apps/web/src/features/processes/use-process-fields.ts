import type { Process, ProcessChoices } from '@vakt/contract/processes/processes.ts'
import { useMemo } from 'react'
import type { FieldDefinition } from '#web/forms/field-definition.ts'
import { useTexts } from '#web/platform/texts.ts'
import { ticketStatusTexts } from '#web/shared/links/links.texts.ts'
import { processFormTexts } from './process-form.texts.ts'
import { externalRule, type ProcessValues } from './process-values.ts'
import { stepFields } from './step-fields.ts'

type FieldOptions = {
  hasEntity: boolean
  process: Process | null
  choices: ProcessChoices | undefined
  types: readonly string[]
  resourceGroups: readonly string[]
}

/** The fields of a process, whose options are what there is to choose. */
export function useProcessFields({ hasEntity, process, choices, types, resourceGroups }: FieldOptions): FieldDefinition<ProcessValues>[] {
  const words = useTexts(processFormTexts)
  const statuses = useTexts(ticketStatusTexts)
  return useMemo(() => {
    const isFilter = ({ cover }: ProcessValues) => cover === 'filter' || !hasEntity
    const filter = (values: readonly string[]) => values.map((value) => ({ value, label: value }))
    return [
      {
        type: 'text',
        name: 'name',
        label: words.name,
        maxLength: 200,
        required: true,
        rules: [{ passes: (value) => String(value).trim() !== '', problem: { message: '', key: 'process.name_empty' } }],
      },
      { type: 'textarea', name: 'description', label: words.description, rows: 3, maxLength: 10_000 },
      {
        type: 'radiogroup',
        name: 'rules',
        label: words.rules,
        value: 'all',
        options: [
          { value: 'all', label: words.allRules, description: words.allRulesHelp },
          { value: 'chosen', label: words.chosenRules },
        ],
      },
      {
        type: 'filterselect',
        multiple: true,
        name: 'alertRuleIds',
        label: words.chosenRules,
        options: ruleOptions(process, choices, words),
        render: ({ rules }) => rules === 'chosen',
      },
      {
        type: 'radiogroup',
        name: 'cover',
        label: words.cover,
        value: hasEntity ? 'entity' : 'filter',
        options: [
          { value: 'entity', label: words.thisResource },
          { value: 'filter', label: words.allThatMatch },
        ],
        render: () => hasEntity,
      },
      {
        type: 'filterselect',
        multiple: true,
        name: 'filterType',
        label: words.filterType,
        options: ({ filterType = [] }) => filter([...new Set([...types, ...filterType])]),
        render: isFilter,
      },
      {
        type: 'filterselect',
        multiple: true,
        name: 'filterResourceGroup',
        label: words.filterResourceGroup,
        options: ({ filterResourceGroup = [] }) => filter([...new Set([...resourceGroups, ...filterResourceGroup])]),
        render: isFilter,
      },
      { type: 'tags', name: 'filterTag', label: words.filterTag, help: words.filterTagHelp, render: isFilter },
      {
        type: 'rows',
        name: 'actions',
        label: words.steps,
        rowLabel: words.steps,
        isOrdered: true,
        fields: stepFields(words, statuses, choices ?? { onCallSchedules: [], chatDestinations: [] }),
        rules: [
          {
            passes: (value) => Array.isArray(value) && value.length > 0,
            problem: { message: '', key: 'process.actions_empty' },
          },
        ],
      },
    ]
  }, [words, statuses, hasEntity, process, choices, types, resourceGroups])
}

/** What can be chosen, and what was chosen before and is gone by now. */
function ruleOptions(
  process: Process | null,
  choices: ProcessChoices | undefined,
  words: { otherSource: string; deleted: string },
): { value: string; label: string; description?: string }[] {
  const own = (choices?.alertRules ?? []).map(({ alertRuleId, name }) => ({ value: alertRuleId, label: name }))
  const names = [...new Set([...(choices?.externalRules ?? []), ...(process?.externalRules ?? [])])]
  const kept = (process?.alertRules ?? [])
    .filter(({ alertRuleId }) => !own.some(({ value }) => value === alertRuleId))
    .map(({ alertRuleId, name, isDeleted }) => ({ value: alertRuleId, label: isDeleted ? `${name} (${words.deleted})` : name }))
  return [...own, ...kept, ...names.map((name) => ({ value: externalRule(name), label: name, description: words.otherSource }))]
}
