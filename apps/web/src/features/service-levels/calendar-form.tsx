import { holidayRules, NewBusinessCalendar, type StoredBusinessCalendar } from '@vakt/contract/tickets/service-levels.ts'
import { useEffect, useMemo, useRef } from 'react'
import { fieldsOf } from '#web/forms/contract-rules.ts'
import type { FieldDefinition, WeekHours } from '#web/forms/field-definition.ts'
import { Form } from '#web/forms/form.tsx'
import { FormField } from '#web/forms/form-field.tsx'
import { useForm, useFormState } from '#web/forms/use-form.ts'
import { isDay } from '#web/forms/week-hours.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { AskBeforeLeaving } from '#web/ui/page/ask-before-leaving.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import { useSaveCalendar } from './service-level-queries.ts'
import styles from './service-levels.module.css'
import { serviceLevelTexts } from './service-levels.texts.ts'

type Values = NewBusinessCalendar & { week: WeekHours }

const contract = fieldsOf(NewBusinessCalendar)
const officeWeek = Array.from({ length: 7 }, (_, day) => (day < 5 ? { opens: '08:00', closes: '17:00' } : null))

const newCalendar: Values = {
  name: '',
  timeZone: 'Europe/Stockholm',
  alwaysOpen: false,
  week: officeWeek,
  holidays: 'sweden_with_eves',
  closedDays: [],
}

const valuesOf = ({ name, timeZone, alwaysOpen, week, holidays, closedDays }: NewBusinessCalendar): Values => ({
  name,
  timeZone,
  alwaysOpen,
  week,
  holidays,
  closedDays,
})

function useCalendarFields(): FieldDefinition<Values>[] {
  const words = useTexts(serviceLevelTexts)
  return useMemo(() => {
    const isByHours = ({ alwaysOpen }: Values) => !alwaysOpen
    return [
      { ...contract.name, type: 'text', name: 'name', label: words.name },
      {
        type: 'filterselect',
        name: 'timeZone',
        label: words.timeZone,
        options: Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value })),
      },
      { type: 'switch', name: 'alwaysOpen', label: words.alwaysOpen },
      { type: 'weekhours', name: 'week', label: words.week, render: isByHours },
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
        validator: { condition: (days) => days.every(isDay), message: words.dayWrong },
      },
    ]
  }, [words])
}

/** A new calendar where none is given. */
export function CalendarForm({ calendar, onClose }: { calendar: StoredBusinessCalendar | null; onClose: () => void }) {
  const words = useTexts(serviceLevelTexts)
  const save = useSaveCalendar(calendar)
  const form = useForm<Values>({ fields: useCalendarFields(), start: valuesOf(calendar ?? newCalendar) })
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
        // What is not shown while it is always open stays as it was.
        onSubmit={(shown) => save.mutateAsync({ ...valuesOf(calendar ?? newCalendar), ...shown })}
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
        <FormField form={form} name="week" />
        <FormField form={form} name="holidays" />
        <FormField form={form} name="closedDays" />
        <div className={styles.actions}>
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
