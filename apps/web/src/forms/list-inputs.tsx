import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { PlainInput } from '#web/ui/controls/plain-input.tsx'
import { TagsInput } from '#web/ui/controls/tags-input.tsx'
import type { FieldInputProps } from './field-input.ts'
import { isBlank, isSameValue } from './field-value.ts'
import { formTexts } from './form.texts.ts'
import styles from './form-inputs.module.css'

export function TagsField({ id, field, error, describedBy, onChange, onBlur }: FieldInputProps) {
  const { definition } = field
  return (
    <TagsInput
      id={id}
      label={definition.label}
      describedBy={describedBy}
      placeholder={definition.placeholder}
      isRequired={definition.required ?? false}
      isDisabled={field.isDisabled || field.isLocked}
      isInvalid={error !== null}
      value={field.value as readonly string[]}
      onChange={onChange}
      onBlur={onBlur}
    />
  )
}

const withoutBlank = (entries: readonly string[]) => entries.filter((entry) => !isBlank(entry))

/** Any number of texts, one below the other. The form holds those that are not empty. */
export function TextListInput({ id, field, error, describedBy, onChange, onBlur }: FieldInputProps) {
  const words = useTexts(formTexts)
  const { label, placeholder, required = false } = field.definition
  const held = field.value as readonly string[]
  const [drafts, setDrafts] = useState(held)
  const isOurs = isSameValue(withoutBlank(drafts), held)
  const kept = isOurs ? drafts : held
  const entries = kept.length === 0 ? [''] : kept
  const hasEmpty = entries.some(isBlank)
  const isOff = field.isDisabled || field.isLocked
  const change = (next: readonly string[]) => {
    setDrafts(next)
    onChange(withoutBlank(next))
  }
  const idOf = (index: number) => (index === 0 ? id : `${id}-${index}`)
  const focusEntry = (index: number) => requestAnimationFrame(() => document.getElementById(idOf(index))?.focus())
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would take its name from a legend, which stands in the frame
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={describedBy}
      className={styles.entries}
      onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || onBlur()}
    >
      {entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an entry is its place; the inputs hold no state of their own
        <div key={index} className={styles.entry}>
          <PlainInput
            id={idOf(index)}
            autoComplete="off"
            aria-label={words.entry(label, index + 1)}
            aria-invalid={error !== null}
            aria-describedby={describedBy}
            required={required && index === 0}
            placeholder={placeholder}
            disabled={field.isDisabled}
            readOnly={field.isLocked}
            value={entry}
            onChange={(event) => change(entries.with(index, event.currentTarget.value))}
          />
          {entries.length > 1 ? (
            <button
              type="button"
              className={styles.removeEntry}
              disabled={isOff}
              aria-label={words.removeEntry(label, index + 1)}
              onClick={() => {
                change(entries.filter((_, at) => at !== index))
                focusEntry(Math.max(index - 1, 0))
              }}
            >
              <X size={14} aria-hidden="true" />
            </button>
          ) : null}
        </div>
      ))}
      <div className={styles.addEntry}>
        <Button
          variant="subtle"
          size="compact-md"
          leftSection={<Plus size={14} aria-hidden="true" />}
          disabled={isOff || hasEmpty}
          aria-describedby={hasEmpty ? `${id}-why` : undefined}
          onClick={() => {
            change([...entries, ''])
            focusEntry(entries.length)
          }}
        >
          {words.addEntry}
        </Button>
        {hasEmpty && !isOff ? (
          <span id={`${id}-why`} className={styles.why}>
            {words.fillFirst}
          </span>
        ) : null}
      </div>
    </div>
  )
}
