import {
  type IngestFormat,
  ingestFormats,
  type MonitoringSource,
  NewMonitoringSource,
} from '@vakt/contract/monitoring-sources/monitoring-sources.ts'
import { useMemo } from 'react'
import { fieldsOf } from '#web/forms/contract-rules.ts'
import type { FieldDefinition } from '#web/forms/field-definition.ts'
import { Form } from '#web/forms/form.tsx'
import { FormField } from '#web/forms/form-field.tsx'
import { useForm, useFormState } from '#web/forms/use-form.ts'
import { serverNow } from '#web/platform/server-clock.ts'
import { useTexts } from '#web/platform/texts.ts'
import { expiryOf, type Lifetime, lifetimes, tomorrow } from '#web/shared/tokens/token-lifetime.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { AskBeforeLeaving } from '#web/ui/page/ask-before-leaving.tsx'
import { connectTexts } from './connect.texts.ts'
import { sourceTexts } from './monitoring-sources.texts.ts'

const contract = fieldsOf(NewMonitoringSource)

/** Flat, as the form holds them. `expected` is a number of minutes, or `never`; no formats: all. */
type Values = { name: string; formats: IngestFormat[]; expected: string; heartbeatName: string; lifetime: Lifetime; expiresAt: string }

const intervals = [5, 15, 60, 360, 1440]

function toSource({ name, formats, expected, heartbeatName, lifetime, expiresAt }: Values): NewMonitoringSource {
  return {
    name,
    formats: formats.length > 0 ? formats : null,
    expectedMinutes: expected === 'never' ? null : Number(expected),
    heartbeatName: expected === 'never' || heartbeatName.trim() === '' ? null : heartbeatName,
    expiresAt: expiryOf(lifetime, expiresAt, new Date(serverNow())),
  }
}

function startOf(source: MonitoringSource | null): Values {
  const expiresAt = source?.tokens[0]?.expiresAt ?? ''
  return {
    name: source?.name ?? '',
    formats: source?.formats ?? [],
    expected: String(source?.expectedMinutes ?? 'never'),
    heartbeatName: source?.heartbeatName ?? '',
    lifetime: expiresAt ? 'date' : 'never',
    expiresAt,
  }
}

type SourceFormProps<Result> = {
  /** Null for a new one. */
  source: MonitoringSource | null
  onSubmit: (values: NewMonitoringSource) => Promise<Result>
  onSent: (result: Result) => void
}

export function SourceForm<Result>({ source, onSubmit, onSent }: SourceFormProps<Result>) {
  const words = useTexts(sourceTexts)
  const connectWords = useTexts(connectTexts)
  const fields = useMemo(
    (): FieldDefinition<Values>[] => [
      { ...contract.name, type: 'text', name: 'name', label: words.name, help: words.nameHelp, takesFocus: source === null },
      {
        type: 'select',
        multiple: true,
        name: 'formats',
        label: words.formats,
        help: words.formatsHelp,
        placeholder: words.anyFormat,
        options: ingestFormats.map((value) => ({ value, label: connectWords.formatNames[value] })),
      },
      {
        type: 'select',
        name: 'expected',
        label: words.expected,
        help: words.expectedHelp,
        options: [
          { value: 'never', label: words.notWatched },
          ...[...new Set([...intervals, ...(source?.expectedMinutes ? [source.expectedMinutes] : [])])]
            .toSorted((one, other) => one - other)
            .map((minutes) => ({ value: String(minutes), label: words.every(minutes) })),
        ],
      },
      {
        type: 'text',
        name: 'heartbeatName',
        label: words.heartbeat,
        help: words.heartbeatHelp,
        placeholder: 'Watchdog',
        maxLength: 200,
        render: ({ expected }) => expected !== 'never',
      },
      {
        type: 'select',
        name: 'lifetime',
        label: words.lifetime,
        options: lifetimes.map((value) => ({ value, label: words.lifetimes[value] })),
      },
      {
        type: 'datepicker',
        name: 'expiresAt',
        label: words.until,
        required: true,
        min: tomorrow(),
        render: ({ lifetime }) => lifetime === 'date',
      },
    ],
    [words, connectWords, source],
  )
  const form = useForm<Values>({ fields, start: startOf(source) })
  const { phase } = useFormState(form)
  return (
    <Form
      form={form}
      label={source ? words.change : words.add}
      messages={words.messages}
      failureTexts={{ onFields: words.notSaved, general: words.notSaved }}
      onSubmit={(values: Values) => onSubmit(toSource(values))}
      onSent={onSent}
    >
      <AskBeforeLeaving when={form.isDirty} />
      {(['name', 'formats', 'expected', 'heartbeatName', 'lifetime', 'expiresAt'] as const).map((name) => (
        <FormField key={name} form={form} name={name} />
      ))}
      <div>
        <Button type="submit" loading={phase === 'submitting'}>
          {source ? words.save : words.create}
        </Button>
      </div>
    </Form>
  )
}
