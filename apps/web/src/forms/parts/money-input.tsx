import { useState } from 'react'
import { parseAmount, writeAmount } from '#web/forms/amount.ts'
import type { Money } from '#web/forms/field-definition.ts'
import { type FieldInputProps, inputAttributes } from '#web/forms/field-input.ts'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { PlainInput, PlainSelect } from '#web/ui/controls/plain-input.tsx'
import { partsTexts } from './parts.texts.ts'
import styles from './value-inputs.module.css'

/** An amount, typed with the decimal sign of the language, and its currency. Empty is null. */
export default function MoneyInput(props: FieldInputProps) {
  const { id, field, onChange, onBlur } = props
  const words = useTexts(partsTexts)
  const { locale } = useFormat()
  const { label, placeholder, currencies = [] } = field.definition
  const value = field.value as Money | null
  const [draft, setDraft] = useState<string | null>(null)
  const [chosen, setChosen] = useState(value?.currency ?? currencies[0] ?? '')
  const currency = value?.currency ?? chosen
  const shown = value ? (parseAmount(value.amount, 'en-GB') === value.amount ? writeAmount(value.amount, locale) : value.amount) : ''
  return (
    <div className={styles.joined} data-wide="">
      <PlainInput
        {...inputAttributes(props)}
        inputMode="decimal"
        autoComplete="off"
        className={styles.amount}
        placeholder={placeholder}
        readOnly={field.isLocked}
        value={draft ?? shown}
        onChange={(event) => {
          const text = event.currentTarget.value
          setDraft(text)
          onChange(text.trim() === '' ? null : { amount: parseAmount(text, locale) ?? text, currency })
        }}
        onBlur={() => {
          setDraft(null)
          onBlur()
        }}
      />
      <PlainSelect
        id={`${id}-currency`}
        aria-label={words.currency(label)}
        disabled={field.isDisabled || field.isLocked}
        className={styles.unit}
        value={currency}
        onChange={(event) => {
          setChosen(event.currentTarget.value)
          if (value) onChange({ ...value, currency: event.currentTarget.value })
        }}
      >
        {currencies.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </PlainSelect>
    </div>
  )
}
