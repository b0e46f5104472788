import { holidayRules, type NewBusinessCalendar, type StoredBusinessCalendar } from '@vakt/contract/service-levels.ts'
import { useEffect, useMemo, useRef } from 'react'
import type { FieldDefinition } from '#web/forms/field-definition.ts'
import { Form } from '#web/forms/form.tsx'
import { FormField } from '#web/forms/form-field.tsx'
import { useForm, useFormState } from '#web/forms/use-form.ts'
import { useTexts } from '#web/platform/texts.ts'
import { AskBeforeLeaving } from '#web/ui/ask-before-leaving.tsx'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.ts'
import { isDay, parseHours, writeHours } from './duration.ts'
import { useSaveCalendar } from './service-level-queries.ts'
import styles from './service-levels.module.css'
import { serviceLevelTexts } from './service-levels.texts.ts'

const weekdays = [0, 1, 2, 3, 4, 5, 6] as const
type DayName = `day${(typeof weekdays)[number]}`
type Values = Pick<NewBusinessCalendar, 'name' | 'timeZone' | 'alwaysOpen' | 'holidays'> &
  Record<DayName, string> & { closedDays: string[] }

const officeWeek = [...Array(5).fill({ opens: '08:00', closes: '17:00' }), null, null] as NewBusinessCalendar['week']

const valuesOf = (calendar: StoredBusinessCalendar | null): Values =>
  ({
    name: calendar?.name ?? '',
    timeZone: calendar?.timeZone ?? 'Europe/Stockholm',
    alwaysOpen: calendar?.alwaysOpen ?? false,
    holidays: calendar?.holidays ?? 'sweden_with_eves',
    closedDays: [...(calendar?.closedDays ?? [])],
    ...Object.fromEntries(weekdays.map((day) => [`day${day}`, writeHours((calendar?.week ?? officeWeek)[day] ?? null)])),
  }) as Values

const calendarOf = ({ name, timeZone, alwaysOpen, holidays, closedDays, ...days }: Values): NewBusinessCalendar => ({
  name,
  timeZone,
  alwaysOpen,
  holidays,
  closedDays: closedDays ?? [],
  week: weekdays.map((day) => parseHours(days[`day${day}`] ?? '') ?? null),
})

function useCalendarFields(): FieldDefinition<Values>[] {
  const words = useTexts(serviceLevelTexts)
  return useMemo(() => {
    const isByHours = ({ alwaysOpen }: Values) => !alwaysOpen
    return [
      { type: 'text', name: 'name', label: words.name, required: true, maxLength: 100 },
      {
        type: 'filterselect',
        name: 'timeZone',
        label: words.timeZone,
        options: Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value })),
      },
      { type: 'switch', name: 'alwaysOpen', label: words.alwaysOpen },
      ...weekdays.map(
        (day): FieldDefinition<Values> => ({
          type: 'text',
          name: `day${day}`,
          label: words.weekdays[day],
          maxLength: 20,
          render: isByHours,
          validator: { condition: (text: string) => parseHours(text) !== undefined, message: words.hoursWrong },
        }),
      ),
      {
        type: 'select',
        name: 'holidays',
        label: words.holidays,
        options: holidayRules.map((value) => ({ value, label: words.holidayRules[value] })),
        render: isByHours,
      },
      {
        type: 'textmultiple',
        name: 'closedDays',
        label: words.closedDays,
        help: words.closedDaysHelp,
        render: isByHours,
        validator: { condition: (days: string[]) => days.every(isDay), message: words.dayWrong },
      },
    ]
  }, [words])
}

/** A new calendar where none is given. */
export function CalendarForm({ calendar, onClose }: { calendar: StoredBusinessCalendar | null; onClose: () => void }) {
  const words = useTexts(serviceLevelTexts)
  const save = useSaveCalendar(calendar)
  const form = useForm<Values>({ fields: useCalendarFields(), start: valuesOf(calendar) })
  const { phase } = useFormState(form)
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => frame.current?.querySelector('input')?.focus(), [])
  return (
    <div ref={frame} className={styles.calendarForm}>
      <AskBeforeLeaving when={form.isDirty} />
      <Form
        form={form}
        label={calendar ? words.editNamed(calendar.name) : words.newCalendar}
        messages={words.messages}
        failureTexts={{ onFields: words.notSaved, general: words.notSaved }}
        onSubmit={(values) => save.mutateAsync(calendarOf(values))}
        onSent={() => {
          showToast(words.calendarSaved, 'success')
          onClose()
        }}
      >
        <div className={styles.pair}>
          <FormField form={form} name="name" />
          <FormField form={form} name="timeZone" />
        </div>
        <FormField form={form} name="alwaysOpen" />
        <div className={styles.week}>
          {weekdays.map((day) => (
            <FormField key={day} form={form} name={`day${day}`} />
          ))}
        </div>
        <FormField form={form} name="holidays" />
        <FormField form={form} name="closedDays" />
        <div className={styles.actions}>
          <p className={styles.hint}>{words.hoursHelp}</p>
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button type="submit" loading={phase === 'submitting'}>
            {words.saveCalendar}
          </Button>
        </div>
      </Form>
    </div>
  )
}
