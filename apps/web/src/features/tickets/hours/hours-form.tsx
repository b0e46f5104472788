import { type InputWrapperProps, NativeSelect, TextInput } from '@mantine/core'
import {
  changeHours,
  type HoursEntry,
  type HourType,
  hourTypes,
  type NewHours,
  registerHours,
} from '@vakt/contract/tickets/ticket-hours.ts'
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react'
import { ticketMessageTexts } from '#web/features/tickets/ticket-messages.texts.ts'
import { useTicketCall } from '#web/features/tickets/ticket-mutations.ts'
import { parseDuration } from '#web/forms/duration.ts'
import { ApiError, call } from '#web/platform/api.ts'
import { useFormat } from '#web/platform/format.ts'
import { serverNow } from '#web/platform/server-clock.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { CheckBox } from '#web/ui/controls/check-box.tsx'
import { fieldMessages } from '#web/ui/controls/field-messages.ts'
import { AskBeforeLeaving } from '#web/ui/page/ask-before-leaving.tsx'
import { failureText } from '#web/ui/page/failure-text.ts'
import { inMantine } from '#web/ui/theme/in-mantine.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import { hourKindTexts } from './hour-kinds.texts.ts'
import { hoursTexts } from './hours.texts.ts'
import styles from './ticket-hours.module.css'

type HoursFormProps = { customerId: string; ticketId: string; entry?: HoursEntry; onDone: () => void }

const fieldNames = ['minutes', 'date', 'note'] as const
type Field = (typeof fieldNames)[number]
type Errors = Partial<Record<Field, string | undefined>>

const helpBelow: NonNullable<InputWrapperProps['inputWrapperOrder']> = ['label', 'input', 'description', 'error']

const today = () => {
  const now = new Date(serverNow())
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}

function PlainHoursForm({ customerId, ticketId, entry, onDone }: HoursFormProps) {
  const words = { ...useTexts(hoursTexts), ...useTexts(hourKindTexts) }
  const messages: Record<string, string | undefined> = useTexts(ticketMessageTexts)
  const format = useFormat()
  const [time, setTime] = useState(entry ? format.duration(entry.minutes, 'hours') : '')
  const [note, setNote] = useState(entry?.note ?? '')
  const [date, setDate] = useState(entry?.date ?? today())
  const [hourType, setHourType] = useState<HourType>(entry?.hourType ?? 'normal')
  const [billable, setBillable] = useState(entry?.billable ?? true)
  const [errors, setErrors] = useState<Errors>({})
  const [failure, setFailure] = useState<string | null>(null)
  const inputs = useRef<Partial<Record<Field, HTMLInputElement | null>>>({})
  const keep = (field: Field) => (input: HTMLInputElement | null) => {
    inputs.current[field] = input
  }
  const showWrong = (wrong: Errors) => {
    setErrors(wrong)
    const first = fieldNames.find((field) => wrong[field])
    if (first) inputs.current[first]?.focus()
  }
  const change = (field: Field, set: (text: string) => void) => (event: ChangeEvent<HTMLInputElement>) => {
    set(event.currentTarget.value)
    setErrors((before) => ({ ...before, [field]: undefined }))
  }
  const isWritten = () => (entry ? note !== entry.note || time !== format.duration(entry.minutes, 'hours') : note + time !== '')
  const save = useTicketCall(customerId, async (body: NewHours) => {
    if (entry) {
      const params = { customerId, ticketId, entryId: entry.entryId }
      await call(changeHours, { params, body: { ...body, version: entry.version } })
    } else await call(registerHours, { params: { customerId, ticketId }, body })
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    const minutes = parseDuration(time)
    const wrong = {
      ...(minutes && minutes <= 10_080 ? {} : { minutes: messages['ticket.hours.minutes'] }),
      ...(note.trim() ? {} : { note: messages['ticket.hours.note_empty'] }),
      ...(date ? {} : { date: messages['ticket.hours.date'] }),
    }
    setFailure(null)
    if (!minutes || Object.keys(wrong).length > 0) return showWrong(wrong)
    setErrors({})
    save.mutate(
      { note: note.trim(), minutes, date, hourType, billable },
      {
        onSuccess() {
          showToast(words.saved, 'success')
          onDone()
        },
        onError(error) {
          const { fields, others } = fieldMessages(error instanceof ApiError ? error.errors : [], fieldNames, messages)
          showWrong(fields)
          if (others.length > 0 || Object.keys(fields).length === 0) setFailure(failureText(error, { failed: words.failed, messages }))
        },
      },
    )
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <AskBeforeLeaving when={isWritten} />
      {failure ? <p role="alert">{failure}</p> : null}
      <TextInput
        ref={keep('minutes')}
        label={words.time}
        description={words.timeHelp}
        inputWrapperOrder={helpBelow}
        required
        autoFocus
        value={time}
        error={errors.minutes}
        errorProps={{ role: 'alert' }}
        onChange={change('minutes', setTime)}
      />
      <TextInput
        ref={keep('date')}
        type="date"
        label={words.date}
        required
        value={date}
        error={errors.date}
        errorProps={{ role: 'alert' }}
        onChange={change('date', setDate)}
      />
      <NativeSelect
        label={words.hourType}
        value={hourType}
        data={hourTypes.map((value) => ({ value, label: words[value] }))}
        onChange={(event) => setHourType(hourTypes.find((one) => one === event.currentTarget.value) ?? 'normal')}
      />
      <TextInput
        ref={keep('note')}
        className={styles.wide ?? ''}
        label={words.note}
        required
        maxLength={2000}
        value={note}
        error={errors.note}
        errorProps={{ role: 'alert' }}
        onChange={change('note', setNote)}
      />
      <CheckBox label={words.billable} checked={billable} onChange={(event) => setBillable(event.currentTarget.checked)} />
      <span className={styles.buttons}>
        <Button size="compact-sm" variant="default" onClick={onDone}>
          {words.cancel}
        </Button>
        <Button type="submit" size="compact-sm" loading={save.isPending}>
          {entry ? words.save : words.register}
        </Button>
      </span>
    </form>
  )
}

export const HoursForm = inMantine(PlainHoursForm)
