import { useState } from 'react'
import { type FieldInputProps, inputAttributes } from '#web/forms/field-input.ts'
import { fromLocalTime, offsetAt, toLocalTime, writeOffset } from '#web/forms/local-time.ts'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { PlainInput } from '#web/ui/controls/plain-input.tsx'
import { partsTexts } from './parts.texts.ts'
import styles from './value-inputs.module.css'

/** A moment, typed by the clocks of its zone, which stands beside it with its offset at that moment. */
export default function DateTimeInput(props: FieldInputProps) {
  const { id, field, describedBy, onChange, onBlur } = props
  const words = useTexts(partsTexts)
  const { timeZone: own } = useFormat()
  const timeZone = field.timeZone ?? own
  const value = field.value as string
  const [typed, setTyped] = useState('')
  const shown = toLocalTime(value, timeZone)
  const isSkipped = typed !== '' && typed !== shown && fromLocalTime(typed, timeZone) === value
  const local = (moment: unknown, whenNone: string) => toLocalTime(String(moment ?? ''), timeZone) || whenNone
  return (
    <>
      <div className={styles.moment}>
        <PlainInput
          {...inputAttributes(props)}
          aria-describedby={[describedBy, `${id}-zone`].filter(Boolean).join(' ')}
          type="datetime-local"
          className={styles.dateTime}
          min={local(field.min, '0001-01-01T00:00')}
          max={local(field.max, '9999-12-31T23:59')}
          readOnly={field.isLocked}
          value={isSkipped ? typed : shown}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            onChange(fromLocalTime(event.currentTarget.value, timeZone))
          }}
          onBlur={(event) => {
            // A time half typed has no value but would stay in sight.
            if (event.currentTarget.validity.badInput) event.currentTarget.value = ''
            setTyped('')
            onBlur()
          }}
        />
        <span id={`${id}-zone`} className={styles.zone}>
          {words.clocksAt(timeZone.replaceAll('_', ' '), writeOffset(offsetAt(value ? Date.parse(value) : Date.now(), timeZone)))}
        </span>
      </div>
      {isSkipped ? (
        <p className={styles.note} role="status">
          {words.skipped}
        </p>
      ) : null}
    </>
  )
}
