import { ServiceTarget, type ServiceTargets, type StoredBusinessCalendar } from '@vakt/contract/tickets/service-levels.ts'
import { useMemo } from 'react'
import { fieldsOf } from '#web/forms/contract-rules.ts'
import type { FieldDefinition } from '#web/forms/field-definition.ts'
import { Form } from '#web/forms/form.tsx'
import { FormField } from '#web/forms/form-field.tsx'
import { useForm, useFormState } from '#web/forms/use-form.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { AskBeforeLeaving } from '#web/ui/page/ask-before-leaving.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import { useSaveTargets } from './service-level-queries.ts'
import styles from './service-levels.module.css'
import { serviceLevelTexts } from './service-levels.texts.ts'

const priorities = [1, 2, 3, 4, 5] as const
const contract = fieldsOf(ServiceTarget)
const usualWarning = 75

/** A line for each priority; without a calendar nothing is promised, and its other fields are hidden. */
type Line = Omit<ServiceTarget, 'warnAtPercent'> & { warnAtPercent: number | '' }
type Values = { targets: Line[] }

const nothing = {
  calendarId: '',
  firstResponseMinutes: null,
  nextUpdateMinutes: null,
  resolutionMinutes: null,
  warnAtPercent: usualWarning,
}

const valuesOf = (targets: ServiceTarget[]): Values => ({
  targets: priorities.map((priority) => ({ ...nothing, priority, ...targets.find((target) => target.priority === priority) })),
})

const targetsOf = ({ targets }: Values): ServiceTarget[] =>
  targets.flatMap((line) => (line.calendarId ? [{ ...line, warnAtPercent: line.warnAtPercent || usualWarning }] : []))

function useTargetFields(calendars: StoredBusinessCalendar[], isForAll: boolean): FieldDefinition<Values>[] {
  const words = useTexts(serviceLevelTexts)
  return useMemo(() => {
    const isPromised = ({ calendarId }: Line) => calendarId !== ''
    const units = ['min', 'h'] as const
    const fields: FieldDefinition<Line, Values>[] = [
      {
        type: 'select',
        name: 'calendarId',
        label: words.calendar,
        options: [
          { value: '', label: isForAll ? words.nothing : words.asForAll },
          ...calendars.map(({ calendarId, name }) => ({ value: calendarId, label: name })),
        ],
      },
      { type: 'duration', name: 'firstResponseMinutes', label: words.firstResponse, units, render: isPromised },
      { type: 'duration', name: 'nextUpdateMinutes', label: words.nextUpdate, units, render: isPromised },
      { type: 'duration', name: 'resolutionMinutes', label: words.resolution, units, render: isPromised },
      { ...contract.warnAtPercent, type: 'number', name: 'warnAtPercent', label: words.warn, render: isPromised },
    ]
    const titleOf = ({ priority }: Line) => words.priority(priority, words.priorities[priority as (typeof priorities)[number]])
    const count = priorities.length
    return [
      {
        type: 'rows',
        name: 'targets',
        label: words.targets,
        rowLabel: words.target,
        titleOf,
        min: count,
        max: count,
        layout: 'line',
        fields,
      },
    ]
  }, [words, calendars, isForAll])
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
        <div className={styles.targets}>
          <FormField form={form} name="targets" />
        </div>
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
