import { NewOnCallSchedule, type OnCallPerson, type OnCallSchedule, rotationUnits } from '@vakt/contract/on-call/on-call.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { fieldsOf } from '#web/forms/contract-rules.ts'
import type { FieldDefinition } from '#web/forms/field-definition.ts'
import { Form } from '#web/forms/form.tsx'
import { FormField } from '#web/forms/form-field.tsx'
import { useForm, useFormState } from '#web/forms/use-form.ts'
import { serverNow } from '#web/platform/server-clock.ts'
import { useTexts } from '#web/platform/texts.ts'
import { useTimeZone } from '#web/platform/time-zone.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { AskBeforeLeaving } from '#web/ui/page/ask-before-leaving.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import styles from './on-call.module.css'
import { onCallTexts } from './on-call.texts.ts'
import { useSaveSchedule } from './on-call-queries.ts'
import { type LayerValues, newLayer, newSchedule, type ScheduleValues, scheduleOf, valuesOf } from './schedule-values.ts'
import { useFindOnCallPeople } from './use-find-on-call-people.ts'

const contract = fieldsOf(NewOnCallSchedule)

function useScheduleFields(now: number): FieldDefinition<ScheduleValues>[] {
  const words = useTexts(onCallTexts)
  const timeZone = useTimeZone()
  const find = useFindOnCallPeople()
  return useMemo(() => {
    const layers: FieldDefinition<LayerValues, ScheduleValues>[] = [
      {
        type: 'search',
        name: 'people',
        label: words.people,
        help: words.noPeople,
        identify: ({ userId }: OnCallPerson) => userId,
        nameOf: ({ name }: OnCallPerson) => name,
        find,
      },
      { type: 'datetime', name: 'startsAt', label: words.startsAt, required: true, timeZone: (_, form) => form.timeZone },
      { type: 'number', name: 'every', label: words.every, required: true, min: 1, max: 1000 },
      { type: 'select', name: 'unit', label: words.unit, options: rotationUnits.map((value) => ({ value, label: words.units[value] })) },
      { type: 'switch', name: 'isLimited', label: words.isLimited },
      { type: 'weekhours', name: 'hours', label: words.hours, render: ({ isLimited }) => isLimited },
    ]
    return [
      { ...contract.name, type: 'text', name: 'name', label: words.name },
      {
        type: 'filterselect',
        name: 'timeZone',
        label: words.timeZone,
        options: Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value })),
      },
      {
        type: 'rows',
        name: 'layers',
        label: words.layers,
        help: words.layersHelp,
        rowLabel: words.layerRow,
        min: 1,
        max: 10,
        isOrdered: true,
        newRow: newLayer(now, timeZone),
        fields: layers,
      },
    ]
  }, [words, timeZone, now, find])
}

/** A new schedule where none is given. */
export function ScheduleForm({ schedule, onClose }: { schedule: OnCallSchedule | null; onClose: () => void }) {
  const words = useTexts(onCallTexts)
  const timeZone = useTimeZone()
  const [now] = useState(() => serverNow())
  // What was opened stays, so that a change by someone else is noticed when this one is saved.
  const [before] = useState(schedule)
  const save = useSaveSchedule(before)
  const form = useForm<ScheduleValues>({
    fields: useScheduleFields(now),
    start: schedule ? valuesOf(schedule) : newSchedule(now, timeZone),
  })
  const { phase } = useFormState(form)
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => frame.current?.querySelector('input')?.focus(), [])
  return (
    <div ref={frame} className={styles.form}>
      <AskBeforeLeaving when={form.isDirty} />
      <Form
        form={form}
        label={schedule ? words.editNamed(schedule.name) : words.newSchedule}
        messages={words.messages}
        failureTexts={{ onFields: words.notSaved, general: words.notSaved }}
        onSubmit={(values) => save.mutateAsync(scheduleOf(values))}
        onSent={() => {
          showToast(words.saved, 'success')
          onClose()
        }}
      >
        <FormField form={form} name="name" />
        <FormField form={form} name="timeZone" />
        <FormField form={form} name="layers" />
        <div className={styles.actions}>
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button type="submit" loading={phase === 'submitting'}>
            {words.save}
          </Button>
        </div>
      </Form>
    </div>
  )
}
