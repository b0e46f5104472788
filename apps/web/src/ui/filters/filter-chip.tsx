import { ChevronDown, X } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { uiTexts } from '#web/ui/ui.texts.ts'
import styles from './filter-select.module.css'

type FilterOption<Value extends string | number> = { value: Value; label: string; mark?: ReactNode; count?: number | undefined }

export type FilterSelectProps<Value extends string | number> = {
  label: string
  options: FilterOption<Value>[]
  value: readonly Value[]
  onChange: (value: Value[]) => void
  /** What was typed, when the options are found elsewhere; an empty text as soon as the list opens. */
  onSearch?: (text: string) => void
  /** The text that the options are the answer to; needed beside `onSearch`, as Enter waits for what was typed. */
  answered?: string | undefined
}

type ButtonProps = { type: 'button'; className: string | undefined; 'aria-label': string; children: ReactNode }
type Props<Value extends string | number> = Omit<FilterSelectProps<Value>, 'children'> & { children: (button: ButtonProps) => ReactNode }

const shownTags = 3

/** What a filter shows of itself while it is closed: at most three of the chosen options, then how many more. */
export function FilterChip<Value extends string | number>({ label, options, value, onChange, children }: Props<Value>) {
  const words = useTexts(uiTexts)
  const chosen = options.filter((option) => value.includes(option.value))
  const overflow = chosen.length > shownTags ? words.more(chosen.length - shownTags) : null
  const description = chosen
    .map((option) => option.label)
    .toSpliced(shownTags, 0, ...(overflow ? [overflow] : []))
    .join(', ')
  const inside = (
    <>
      <span className={styles.label}>{label}</span>
      {chosen.slice(0, shownTags).map((option) => (
        // The space is for those who speak what they see: the visible words are to be those of the name.
        <Fragment key={option.value}>
          {' '}
          <span className={styles.tag}>{option.label}</span>
        </Fragment>
      ))}
      {overflow ? ' ' : null}
      {overflow ? <span className={styles.tag}>{overflow}</span> : null}
      {chosen.length === 0 ? <ChevronDown size={14} aria-hidden="true" /> : null}
    </>
  )
  const name = description ? `${label}: ${description}` : label
  return (
    <span className={styles.chip} data-set={chosen.length > 0 || undefined}>
      {children({ type: 'button', className: styles.trigger, 'aria-label': name, children: inside })}
      {chosen.length > 0 ? (
        <button
          type="button"
          className={styles.clear}
          aria-label={words.clear(label)}
          onClick={(event) => {
            onChange([])
            if (event.currentTarget.previousElementSibling instanceof HTMLElement) event.currentTarget.previousElementSibling.focus()
          }}
        >
          <X size={14} aria-hidden="true" />
        </button>
      ) : null}
    </span>
  )
}
