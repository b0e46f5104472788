import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Recurrence } from '@vakt/contract/service-windows/recurrence.ts'
import { useMemo } from 'react'
import type { FieldDefinition, Money, WeekHours } from '#web/forms/field-definition.ts'
import { Form } from '#web/forms/form.tsx'
import { StepForm } from '#web/forms/parts/step-form.tsx'
import { newRecurrence, useRecurrenceRules } from '#web/forms/recurrence-rules.ts'
import { useForm } from '#web/forms/use-form.ts'
import { useTexts } from '#web/platform/texts.ts'
import { useTimeZone } from '#web/platform/time-zone.ts'
import { AskBeforeLeaving } from '#web/ui/page/ask-before-leaving.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import { devFormsTexts } from './dev-forms.texts.ts'
import { type Found, findPeople, pretendToSend } from './pretended-server.ts'

type Condition = { metric: string; operator: string; threshold: number | '' }
type Action = { kind: 'mail' | 'call' | 'wait'; people?: Found[]; phone?: string; minutes?: number | null }
type Rule = {
  name: string
  quiet: number | null
  startsAt: string
  budget: Money | null
  conditions: Condition[]
  actions: Action[]
  hours: WeekHours
  isRepeated: boolean
  report?: Recurrence
}

const operators = ['>', '≥', '<', '≤'].map((value) => ({ value, label: value }))
const office = { opens: '08:00', closes: '17:00' }

function useRuleFields(): FieldDefinition<Rule>[] {
  const words = useTexts(devFormsTexts).rule
  const timeZone = useTimeZone()
  const recurrenceRules = useRecurrenceRules()
  return useMemo(() => {
    const conditions: FieldDefinition<Condition, Rule>[] = [
      {
        type: 'select',
        name: 'metric',
        label: words.metric,
        options: (['cpu', 'memory', 'disk'] as const).map((value) => ({ value, label: words.metrics[value] })),
      },
      { type: 'select', name: 'operator', label: words.operator, options: operators },
      { type: 'number', name: 'threshold', label: words.threshold, required: true, max: 100 },
    ]
    const actions: FieldDefinition<Action, Rule>[] = [
      {
        type: 'select',
        name: 'kind',
        label: words.kind,
        options: (['mail', 'call', 'wait'] as const).map((value) => ({ value, label: words.kinds[value] })),
      },
      {
        type: 'search',
        name: 'people',
        label: words.people,
        required: true,
        identify: ({ id }) => id,
        nameOf: ({ name }) => name,
        find: findPeople,
        render: ({ kind }) => kind === 'mail',
      },
      { type: 'phone', name: 'phone', label: words.phone, required: true, render: ({ kind }) => kind === 'call' },
      { type: 'duration', name: 'minutes', label: words.minutes, required: true, max: 1440, render: ({ kind }) => kind === 'wait' },
    ]
    return [
      { type: 'text', name: 'name', label: words.name, required: true, maxLength: 100 },
      { type: 'duration', name: 'quiet', label: words.quiet, help: words.quietHelp, min: 5 },
      { type: 'datetime', name: 'startsAt', label: words.startsAt, required: true },
      { type: 'money', name: 'budget', label: words.budget, currencies: ['SEK', 'EUR', 'USD'] },
      {
        type: 'rows',
        name: 'conditions',
        label: words.conditions,
        rowLabel: words.condition,
        min: 1,
        max: 4,
        layout: 'line',
        fields: conditions,
      },
      { type: 'rows', name: 'actions', label: words.actions, rowLabel: words.action, min: 1, max: 5, isOrdered: true, fields: actions },
      { type: 'weekhours', name: 'hours', label: words.hours, value: [office, office, office, office, office, null, null] },
      { type: 'switch', name: 'isRepeated', label: words.isRepeated },
      {
        type: 'recurrence',
        name: 'report',
        label: words.report,
        rules: recurrenceRules,
        value: { ...newRecurrence(timeZone, Date.now()), repeats: 'weekly' },
        render: ({ isRepeated }) => isRepeated,
      },
    ]
  }, [words, timeZone, recurrenceRules])
}

/** A form in steps, with rows, conditional parts and the larger fields. */
export function RuleSample() {
  const { rule: words, ...common } = useTexts(devFormsTexts)
  const { step } = useSearch({ strict: false }) as { step?: string }
  const navigate = useNavigate()
  const fields = useRuleFields()
  const form = useForm<Rule>({ fields })
  const steps = useMemo(
    () => [
      { name: 'about', title: words.about, fields: ['name', 'quiet', 'startsAt', 'budget'] as const },
      { name: 'actions', title: words.whenAndWhat, fields: ['conditions', 'actions'] as const },
      { name: 'hours', title: words.whenItCounts, fields: ['hours', 'isRepeated', 'report'] as const },
    ],
    [words],
  )
  return (
    <>
      <AskBeforeLeaving when={form.isDirty} />
      <Form
        form={form}
        label={words.title}
        failureTexts={{ onFields: common.notSaved, general: common.failed }}
        onSubmit={() => pretendToSend('accepts')}
        onSent={() => showToast(common.saved, 'success')}
      >
        <StepForm
          form={form}
          fields={fields}
          steps={steps}
          step={step}
          onStep={(next) => void navigate({ to: '.', search: { step: next } as never, resetScroll: false })}
          action={words.create}
        />
      </Form>
    </>
  )
}
