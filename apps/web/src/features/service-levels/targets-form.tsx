import type { ServiceTarget, ServiceTargets, StoredBusinessCalendar } from '@vakt/contract/service-levels.ts'
import { useMemo } from 'react'
import type { FieldDefinition } from '#web/forms/field-definition.ts'
import { Form } from '#web/forms/form.tsx'
import { FormField } from '#web/forms/form-field.tsx'
import { useForm, useFormState } from '#web/forms/use-form.ts'
import { useTexts } from '#web/platform/texts.ts'
import { AskBeforeLeaving } from '#web/ui/ask-before-leaving.tsx'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.ts'
import { parseDuration, writeDuration } from './duration.ts'
import { useSaveTargets } from './service-level-queries.ts'
import styles from './service-levels.module.css'
import { serviceLevelTexts } from './service-levels.texts.ts'

const priorities = [1, 2, 3, 4, 5] as const
type Priority = (typeof priorities)[number]
const durations = ['firstResponse', 'nextUpdate', 'resolution'] as const
type TextName = `${'calendar' | (typeof durations)[number]}${Priority}`
type Values = Record<TextName, string> & Record<`warn${Priority}`, number | ''>

function valuesOf(targets: ServiceTarget[]): Values {
  const entries = priorities.flatMap((priority) => {
    const target = targets.find((one) => one.priority === priority)
    return [
      [`calendar${priority}`, target?.calendarId ?? ''],
      [`firstResponse${priority}`, writeDuration(target?.firstResponseMinutes ?? null)],
      [`nextUpdate${priority}`, writeDuration(target?.nextUpdateMinutes ?? null)],
      [`resolution${priority}`, writeDuration(target?.resolutionMinutes ?? null)],
      [`warn${priority}`, target?.warnAtPercent ?? 75],
    ]
  })
  return Object.fromEntries(entries) as Values
}

const targetsOf = (values: Values): ServiceTarget[] =>
  priorities.flatMap((priority) => {
    const calendarId = values[`calendar${priority}`]
    const minutes = (name: (typeof durations)[number]) => parseDuration(values[`${name}${priority}`] ?? '') ?? null
    return calendarId
      ? [
          {
            priority,
            calendarId,
            firstResponseMinutes: minutes('firstResponse'),
            nextUpdateMinutes: minutes('nextUpdate'),
            resolutionMinutes: minutes('resolution'),
            warnAtPercent: Number(values[`warn${priority}`]) || 75,
          },
        ]
      : []
  })

function useTargetFields(calendars: StoredBusinessCalendar[], isForAll: boolean): FieldDefinition<Values>[] {
  const words = useTexts(serviceLevelTexts)
  return useMemo(
    () =>
      priorities.flatMap((priority): FieldDefinition<Values>[] => {
        const isPromised = (values: Values) => values[`calendar${priority}`] !== ''
        return [
          {
            type: 'select',
            name: `calendar${priority}`,
            label: words.calendar,
            options: [
              { value: '', label: isForAll ? words.nothing : words.asForAll },
              ...calendars.map(({ calendarId, name }) => ({ value: calendarId, label: name })),
            ],
          },
          ...durations.map(
            (duration): FieldDefinition<Values> => ({
              type: 'text',
              name: `${duration}${priority}`,
              label: words[duration],
              maxLength: 30,
              render: isPromised,
              validator: { condition: (text: string) => parseDuration(text) !== undefined, message: words.durationWrong },
            }),
          ),
          { type: 'number', name: `warn${priority}`, label: words.warn, min: 1, max: 100, required: true, render: isPromised },
        ]
      }),
    [words, calendars, isForAll],
  )
}

type Props = { customerId: string | null; targets: ServiceTargets; calendars: StoredBusinessCalendar[]; label: string }

/** What is promised for each priority: to all customers, or where there is one to this customer instead. */
export function TargetsForm({ customerId, targets, calendars, label }: Props) {
  const words = useTexts(serviceLevelTexts)
  const save = useSaveTargets(customerId)
  const form = useForm<Values>({ fields: useTargetFields(calendars, customerId === null), start: valuesOf(targets.targets) })
  const { phase } = useFormState(form)
  return (
    <>
      <AskBeforeLeaving when={form.isDirty} />
      <Form
        form={form}
        label={label}
        messages={words.messages}
        failureTexts={{ onFields: words.notSaved, general: words.notSaved }}
        onSubmit={(values) => save.mutateAsync({ targets: targetsOf(values), version: targets.version })}
        onSent={() => showToast(words.targetsSaved, 'success')}
      >
        {priorities.map((priority) => (
          <fieldset key={priority} className={styles.priority}>
            <legend>{words.priority(priority, words.priorities[priority])}</legend>
            <div className={styles.target}>
              <FormField form={form} name={`calendar${priority}`} />
              <FormField form={form} name={`firstResponse${priority}`} />
              <FormField form={form} name={`nextUpdate${priority}`} />
              <FormField form={form} name={`resolution${priority}`} />
              <FormField form={form} name={`warn${priority}`} />
            </div>
          </fieldset>
        ))}
        <div className={styles.actions}>
          <p className={styles.hint}>{words.durationHelp}</p>
          <Button type="submit" loading={phase === 'submitting'}>
            {words.saveTargets}
          </Button>
        </div>
      </Form>
    </>
  )
}
