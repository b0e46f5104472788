import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { PlainInput } from '#web/ui/controls/plain-input.tsx'
import { type FieldInputProps, inputAttributes } from './field-input.ts'
import { formTexts } from './form.texts.ts'
import styles from './secret-input.module.css'

/** A text that no one beside its user is to read: dots, until it is asked for, and again once it was sent. */
export function SecretInput(props: FieldInputProps) {
  const words = useTexts(formTexts)
  const { id, field, onChange } = props
  const { label, placeholder, maxLength, autoComplete = 'new-password' } = field.definition
  const [isWanted, setWanted] = useState(false)
  const isShown = isWanted && !field.isLocked
  const Icon = isShown ? EyeOff : Eye
  return (
    <div className={styles.frame}>
      <PlainInput
        {...inputAttributes(props)}
        type={isShown ? 'text' : 'password'}
        className={styles.input}
        autoComplete={autoComplete}
        autoCapitalize="off"
        spellCheck={false}
        placeholder={placeholder}
        maxLength={maxLength}
        readOnly={field.isLocked || field.definition.isReadOnly}
        value={field.value as string}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <button
        type="button"
        className={styles.toggle}
        aria-label={words.showSecret(label)}
        aria-pressed={isShown}
        aria-controls={id}
        title={isShown ? words.hide : words.show}
        disabled={field.isDisabled || field.isLocked}
        onClick={() => setWanted(!isShown)}
      >
        <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      </button>
    </div>
  )
}
