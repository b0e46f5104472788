import { type Severity, severities } from '@vakt/contract/severity.ts'
import { parsePath, pathsOfTemplate } from '@vakt/domain/value-path.ts'
import { useMemo } from 'react'
import type { FieldDefinition } from '#web/forms/field-definition.ts'
import { useTexts } from '#web/platform/texts.ts'
import { mappingTexts } from './mapping.texts.ts'
import { type MappingValues, splitList } from './mapping-values.ts'

const isPath = (text: string) => text.trim() === '' || parsePath(text) !== null
const arePaths = (text: string) => splitList(text).every(isPath)

/** The fields of a mapping, in the order in which they are drawn. */
export function useMappingFields(): FieldDefinition<MappingValues>[] {
  const words = useTexts(mappingTexts)
  return useMemo(() => {
    const { fields, help, noPath } = words
    const path = { validator: { condition: isPath, message: noPath }, maxLength: 300 } as const
    const paths = { validator: { condition: arePaths, message: noPath }, maxLength: 600 } as const
    const severityOptions = severities.map((value: Severity) => ({ value, label: words.severities[value] }))
    const ofRow: FieldDefinition<MappingValues['severityMap'][number], MappingValues>[] = [
      { type: 'text', name: 'from', label: fields.from, required: true, maxLength: 100 },
      { type: 'select', name: 'to', label: fields.to, options: severityOptions },
    ]
    return [
      { type: 'text', name: 'each', label: fields.each, help: help.each, ...path },
      { type: 'text', name: 'key', label: fields.key, help: help.key, required: true, ...paths },
      {
        type: 'text',
        name: 'title',
        label: fields.title,
        help: help.title,
        required: true,
        maxLength: 500,
        validator: { condition: (text: string) => pathsOfTemplate(text).every((one) => parsePath(one) !== null), message: noPath },
      },
      { type: 'text', name: 'statePath', label: fields.statePath, help: help.statePath, ...path },
      { type: 'text', name: 'resolved', label: fields.resolved, help: help.resolved, maxLength: 600, render: hasState },
      { type: 'text', name: 'ignored', label: fields.ignored, maxLength: 600, render: hasState },
      { type: 'text', name: 'severityPath', label: fields.severityPath, ...path },
      {
        type: 'rows',
        name: 'severityMap',
        label: fields.severityMap,
        rowLabel: fields.severityRow,
        newRow: { to: 'high' },
        max: 30,
        layout: 'line',
        fields: ofRow,
      },
      { type: 'select', name: 'severityDefault', label: fields.severityDefault, options: severityOptions },
      { type: 'text', name: 'targets', label: fields.targets, help: help.targets, ...paths },
      { type: 'text', name: 'time', label: fields.time, help: help.time, ...path },
      { type: 'text', name: 'description', label: fields.description, ...path },
      { type: 'text', name: 'value', label: fields.value, ...path },
      { type: 'text', name: 'threshold', label: fields.threshold, ...path },
      { type: 'text', name: 'link', label: fields.link, ...path },
      { type: 'text', name: 'runbook', label: fields.runbook, ...path },
      { type: 'switch', name: 'isAdvanced', label: fields.isAdvanced },
      {
        type: 'textarea',
        name: 'expression',
        label: fields.expression,
        help: help.expression,
        rows: 6,
        maxLength: 8192,
        render: ({ isAdvanced }: MappingValues) => isAdvanced,
      },
    ]
  }, [words])
}

const hasState = ({ statePath }: MappingValues) => statePath.trim() !== ''
