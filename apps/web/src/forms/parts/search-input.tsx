import { Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { OptionItem } from '#web/forms/field-definition.ts'
import type { FieldInputProps } from '#web/forms/field-input.ts'
import { keyOf, optionKey } from '#web/forms/field-value.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { SearchChoice } from '#web/ui/controls/search-choice.tsx'
import { partsTexts } from './parts.texts.ts'
import styles from './value-inputs.module.css'

const focusFirst = (finder: HTMLElement | null) => finder?.querySelector('input')?.focus()

/** People, groups or anything else that the server finds: those that were chosen, and a search for more that opens below them. */
export default function SearchInput({ id, field, error, describedBy, onChange, onBlur }: FieldInputProps) {
  const words = useTexts(partsTexts)
  const [isOpen, setOpen] = useState(false)
  const known = useRef(new Map<string, OptionItem<unknown>>())
  const { definition } = field
  const { label, find, nameOf = String } = definition
  const items = field.value as readonly unknown[]
  const isOff = field.isDisabled || field.isLocked
  const isChosen = (option: OptionItem<unknown>) => items.some((item) => keyOf(definition, item) === optionKey(definition, option))
  const focusButton = () => requestAnimationFrame(() => document.getElementById(id)?.focus())
  const close = () => {
    setOpen(false)
    focusButton()
  }

  async function search(text: string, signal: AbortSignal) {
    const found = (await find?.(text, signal)) ?? []
    for (const option of found) known.current.set(optionKey(definition, option), option)
    return found.map((option) => ({ value: optionKey(definition, option), label: option.label, description: option.description }))
  }

  function choose(key: string) {
    const option = known.current.get(key)
    if (option && !isChosen(option)) onChange([...items, option.value])
    close()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would take its name from a legend, which stands in the frame
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={describedBy}
      data-invalid={error !== null || undefined}
      onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || onBlur()}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return
        // Of a dialog around it, Escape closes the search alone.
        event.preventDefault()
        event.stopPropagation()
        close()
      }}
    >
      <ul className={styles.found} aria-labelledby={`${id}-label`}>
        {items.map((item, index) => (
          <li key={keyOf(definition, item)}>
            <span>{nameOf(item)}</span>
            <button
              type="button"
              disabled={isOff}
              aria-label={words.removeFound(nameOf(item))}
              onClick={() => {
                onChange(items.toSpliced(index, 1))
                focusButton()
              }}
            >
              <X size={14} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      {isOpen ? (
        <div ref={focusFirst} className={styles.finder}>
          <SearchChoice
            label={words.searchFor(label)}
            queryKey={['form-search', id]}
            find={search}
            nothingFound={words.nothingFound}
            onChoose={choose}
          />
          <Button variant="subtle" size="compact-md" onClick={close}>
            {words.done}
          </Button>
        </div>
      ) : (
        <Button
          id={id}
          variant="default"
          size="compact-md"
          disabled={isOff}
          aria-describedby={describedBy}
          leftSection={<Plus size={14} aria-hidden="true" />}
          onClick={() => setOpen(true)}
        >
          {words.addFound}
        </Button>
      )}
    </div>
  )
}
