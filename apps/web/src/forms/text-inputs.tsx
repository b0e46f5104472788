import { type KeyboardEvent, lazy, useRef, useState } from 'react'
import { PlainInput, PlainTextArea } from '#web/ui/controls/plain-input.tsx'
import { dayOf, firstDay, lastDay, startOfDay } from './calendar-day.ts'
import { type FieldInputProps, inputAttributes } from './field-input.ts'
import { clamp, parseDecimal, parseInteger } from './field-value.ts'
import styles from './form-inputs.module.css'

const SecretInput = lazy(() => import('./secret-input.tsx').then((module) => ({ default: module.SecretInput })))

const usualFills: Record<string, string> = { email: 'email', phone: 'tel' }

export function TextInput(props: FieldInputProps) {
  const { field, onChange } = props
  if (field.definition.isSecret) return <SecretInput {...props} />
  const { type, placeholder, maxLength, autoComplete, suggestions } = field.definition
  const listId = suggestions && `${props.id}-suggestions`
  const input = (
    <PlainInput
      {...inputAttributes(props)}
      type={type === 'email' ? 'email' : type === 'phone' ? 'tel' : 'text'}
      autoComplete={autoComplete ?? usualFills[type] ?? 'off'}
      placeholder={placeholder}
      maxLength={maxLength}
      readOnly={field.isLocked || field.definition.isReadOnly}
      list={listId}
      value={field.value as string}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
  if (!suggestions) return input
  return (
    <>
      {input}
      <datalist id={listId}>
        {suggestions.map(({ value, label }) => (
          <option key={value} value={value} label={label} />
        ))}
      </datalist>
    </>
  )
}

const usualRows = 4

export function TextArea(props: FieldInputProps) {
  const { field, onChange } = props
  const { placeholder, maxLength, rows = usualRows } = field.definition
  return (
    <PlainTextArea
      {...inputAttributes(props)}
      rows={rows}
      placeholder={placeholder}
      maxLength={maxLength}
      readOnly={field.isLocked || field.definition.isReadOnly}
      value={field.value as string}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

const steps: Record<string, number> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }

/** What is typed stands as it is until the field is left; the form holds the number that it is, or the whole number that it begins with. */
export function NumberInput(props: FieldInputProps) {
  const { field, onChange, onBlur } = props
  const [draft, setDraft] = useState<string | null>(null)
  const parse = field.definition.isDecimal ? parseDecimal : parseInteger
  const value = field.value as number | ''
  const min = field.min as number | undefined
  const max = field.max as number | undefined
  const step = (event: KeyboardEvent) => {
    const by = steps[event.key]
    if (by === undefined || field.isLocked) return
    event.preventDefault()
    setDraft(null)
    onChange(clamp(value === '' ? (min ?? 0) : value + by, min, max))
  }
  return (
    <PlainInput
      {...inputAttributes(props)}
      role="spinbutton"
      inputMode={field.definition.isDecimal || min === undefined || min < 0 ? 'text' : 'numeric'}
      autoComplete="off"
      className={styles.number}
      placeholder={field.definition.placeholder}
      aria-valuenow={value === '' ? undefined : value}
      aria-valuemin={min}
      aria-valuemax={max}
      readOnly={field.isLocked}
      value={draft ?? String(value)}
      onKeyDown={step}
      onChange={(event) => {
        setDraft(event.currentTarget.value)
        onChange(parse(event.currentTarget.value))
      }}
      onBlur={() => {
        setDraft(null)
        onBlur()
      }}
    />
  )
}

export function DateInput(props: FieldInputProps) {
  const { field, onChange, onBlur } = props
  const input = useRef<HTMLInputElement>(null)
  return (
    <PlainInput
      {...inputAttributes(props)}
      ref={input}
      type="date"
      className={styles.date}
      min={(field.min as string | undefined) || firstDay}
      max={(field.max as string | undefined) || lastDay}
      readOnly={field.isLocked}
      value={dayOf(field.value as string)}
      onChange={(event) => onChange(startOfDay(event.currentTarget.value))}
      onBlur={() => {
        // A day half typed, or one that is not in the calendar, has no value but would stay in sight.
        if (input.current?.validity.badInput) input.current.value = ''
        onBlur()
      }}
    />
  )
}
