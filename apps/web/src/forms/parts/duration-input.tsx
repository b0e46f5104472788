import { useState } from 'react'
import { type DurationUnit, parseDuration, splitDuration } from '#web/forms/duration.ts'
import { type FieldInputProps, inputAttributes } from '#web/forms/field-input.ts'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { PlainInput, PlainSelect } from '#web/ui/controls/plain-input.tsx'
import { partsTexts } from './parts.texts.ts'
import styles from './value-inputs.module.css'

const allUnits = ['min', 'h', 'd'] as const

/** A number and its unit; `1h 30m` may be typed as well. What cannot be read is held as it was typed, and is no duration. */
export default function DurationInput(props: FieldInputProps) {
  const { id, field, onChange, onBlur } = props
  const words = useTexts(partsTexts)
  const format = useFormat()
  const { label, placeholder, units = allUnits } = field.definition
  const [draft, setDraft] = useState<string | null>(null)
  const [chosen, setChosen] = useState<DurationUnit>()
  const value = field.value as number | string | null
  const [amount, unit] = typeof value === 'number' ? splitDuration(value, units, chosen) : [value ?? '', chosen ?? units[0] ?? 'min']
  const read = (text: string, of: DurationUnit) => {
    const minutes = parseDuration(text, of)
    onChange(minutes === undefined ? text : minutes)
  }
  const whole = typeof value === 'number' && unit === 'min' && value > 60 ? format.duration(value, 'hours') : ''
  return (
    <div className={styles.joined}>
      <PlainInput
        {...inputAttributes(props)}
        autoComplete="off"
        className={styles.amount}
        placeholder={placeholder}
        readOnly={field.isLocked}
        title={whole || undefined}
        value={draft ?? String(amount)}
        onChange={(event) => {
          setDraft(event.currentTarget.value)
          read(event.currentTarget.value, unit)
        }}
        onBlur={() => {
          setDraft(null)
          onBlur()
        }}
      />
      <PlainSelect
        id={`${id}-unit`}
        aria-label={words.unit(label)}
        disabled={field.isDisabled || field.isLocked}
        className={styles.unit}
        value={unit}
        onChange={(event) => {
          const next = event.currentTarget.value as DurationUnit
          setChosen(next)
          if (value !== null) read(String(amount), next)
        }}
      >
        {units.map((one) => (
          <option key={one} value={one}>
            {words.units[one]}
          </option>
        ))}
      </PlainSelect>
    </div>
  )
}
