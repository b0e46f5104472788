import { ChevronDown, X } from 'lucide-react'
import { type ComponentProps, Fragment, type ReactNode } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { uiTexts } from '#web/ui/ui.texts.ts'
import styles from './option-select.module.css'

type SelectOption = { value: string; label: string; description?: string | undefined; isDisabled: boolean }

export type OptionSelectProps = {
  id: string
  labelledBy: string
  describedBy: string | undefined
  placeholder: string
  isMultiple: boolean
  isClearable: boolean
  isDisabled: boolean
  isInvalid: boolean
  options: readonly SelectOption[]
  value: readonly string[]
  onChange: (value: readonly string[]) => void
  onBlur: () => void
}

const shownTags = 3

type Props = OptionSelectProps & {
  /** The button that showed what was cleared is to have the focus again. */
  onClear: () => void
  children: (button: ComponentProps<'button'>) => ReactNode
}

/** What a select shows of itself while it is closed. Of many options it shows three, then how many more. */
export function OptionControl({ onClear, children, ...props }: Props) {
  const words = useTexts(uiTexts)
  const chosen = props.options.filter((option) => props.value.includes(option.value))
  return (
    <>
      {children({
        type: 'button',
        id: props.id,
        className: styles.control,
        disabled: props.isDisabled,
        'aria-labelledby': props.labelledBy,
        'aria-describedby': props.describedBy,
        'aria-invalid': props.isInvalid,
        children: (
          <>
            <Chosen options={chosen} isMultiple={props.isMultiple} placeholder={props.placeholder} more={words.more} />
            <ChevronDown size={14} className={styles.chevron} aria-hidden="true" />
          </>
        ),
      })}
      {props.isClearable && chosen[0] && !props.isDisabled ? (
        <button
          type="button"
          className={styles.clear}
          aria-label={words.clear(chosen[0].label)}
          onClick={() => {
            props.onChange([])
            onClear()
          }}
        >
          <X size={14} aria-hidden="true" />
        </button>
      ) : null}
    </>
  )
}

type ChosenProps = { options: readonly SelectOption[]; isMultiple: boolean; placeholder: string; more: (n: number) => string }

function Chosen({ options, isMultiple, placeholder, more }: ChosenProps) {
  if (options.length === 0) return <span className={styles.placeholder}>{placeholder}</span>
  if (!isMultiple) return <span className={styles.value}>{options[0]?.label}</span>
  return (
    <span className={styles.tags}>
      {options.slice(0, shownTags).map((option) => (
        // The space parts the words for those who hear them.
        <Fragment key={option.value}>
          <span className={styles.tag}>{option.label}</span>{' '}
        </Fragment>
      ))}
      {options.length > shownTags ? <span className={styles.more}>{more(options.length - shownTags)}</span> : null}
    </span>
  )
}
