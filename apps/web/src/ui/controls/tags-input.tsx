import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from './button.tsx'
import { PlainInput } from './plain-input.tsx'
import { putTag } from './tag-list.ts'
import styles from './tags-input.module.css'
import { tagsInputTexts } from './tags-input.texts.ts'

type TagsInputProps = {
  id: string
  label: string
  describedBy: string | undefined
  placeholder: string | undefined
  isRequired: boolean
  isDisabled: boolean
  isInvalid: boolean
  value: readonly string[]
  onChange: (value: readonly string[]) => void
  onBlur: () => void
}

const flashMilliseconds = 900

/**
 * Tags are added by Enter, the button or by leaving the field, edited by a click on them, removed by their cross. A tag that is there already
 * flashes.
 */
export function TagsInput({ id, label, value, onChange, ...props }: TagsInputProps) {
  const words = useTexts(tagsInputTexts)
  const [draft, setDraft] = useState('')
  const [edited, setEdited] = useState<number | null>(null)
  const [flashing, setFlashing] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (flashing === null) return
    const timer = setTimeout(() => setFlashing(null), flashMilliseconds)
    return () => clearTimeout(timer)
  }, [flashing])
  const edit = (index: number | null) => {
    setEdited(index)
    setDraft(index === null ? '' : (value[index] ?? ''))
    input.current?.focus()
  }
  const put = () => {
    const { tags, duplicate } = putTag(value, draft, edited)
    if (duplicate !== null) setFlashing(duplicate)
    if (tags === value) return false
    onChange(tags)
    setEdited(null)
    setDraft('')
    return true
  }
  const save = () => put() && input.current?.focus()
  const frame = useRef<HTMLDivElement>(null)
  const latest = useRef(put)
  latest.current = put
  const hasDraft = draft.trim() !== ''
  useEffect(() => {
    if (!hasDraft) return
    // Not when the focus leaves: a tag that appears then moves the button away that is just pressed. Both come before the click.
    const leave = () => frame.current?.contains(document.activeElement) || latest.current()
    document.addEventListener('mouseup', leave, true)
    document.addEventListener('keyup', leave, true)
    return () => {
      document.removeEventListener('mouseup', leave, true)
      document.removeEventListener('keyup', leave, true)
    }
  }, [hasDraft])
  const remove = (index: number) => {
    onChange(value.filter((_, at) => at !== index))
    edit(null)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears that the focus has left all of its parts
    <div ref={frame} onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || props.onBlur()}>
      <div className={styles.row}>
        <PlainInput
          ref={input}
          id={id}
          autoComplete="off"
          placeholder={props.placeholder}
          disabled={props.isDisabled}
          required={props.isRequired && value.length === 0}
          aria-invalid={props.isInvalid}
          aria-describedby={props.describedBy}
          value={draft}
          onChange={(event) => setDraft(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return
            if (event.key === 'Enter') {
              event.preventDefault()
              save()
            } else if (event.key === 'Escape' && edited !== null) {
              event.stopPropagation()
              edit(null)
            } else if (event.key === 'Backspace' && draft === '' && edited === null && value.length > 0) remove(value.length - 1)
          }}
        />
        <Button variant="default" className={styles.button} disabled={props.isDisabled} onClick={save}>
          {edited === null ? words.addTag : words.saveTag}
        </Button>
      </div>
      {value.length > 0 ? (
        <ul className={styles.tags} aria-label={label}>
          {value.map((tag, index) => (
            <li key={tag} className={styles.tag} data-edited={edited === index || undefined} data-flashing={flashing === tag || undefined}>
              <button
                type="button"
                className={styles.name}
                disabled={props.isDisabled}
                aria-pressed={edited === index}
                aria-label={words.editTag(tag)}
                onClick={() => edit(edited === index ? null : index)}
              >
                {tag}
              </button>
              <button
                type="button"
                className={styles.remove}
                disabled={props.isDisabled}
                aria-label={words.removeTag(tag)}
                onClick={() => remove(index)}
              >
                <X size={12} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <p role="status" className={styles.status}>
        {flashing === null ? '' : words.tagExists(flashing)}
      </p>
    </div>
  )
}
