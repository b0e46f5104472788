import { Combobox, useVirtualizedCombobox } from '@mantine/core'
import { Check, ChevronDown, X } from 'lucide-react'
import { Fragment, useDeferredValue, useMemo, useRef, useState } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import styles from './option-select.module.css'
import { uiTexts } from './ui.texts.ts'
import { VirtualList, type VirtualListHandle } from './virtual-list.tsx'

type SelectOption = { value: string; label: string; description?: string | undefined; isDisabled: boolean }

type OptionSelectProps = {
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
const rowHeight = 48

/** One or many of any number of options, found by searching. Of many it shows three, then how many more. */
export function OptionSelect(props: OptionSelectProps) {
  const { id, labelledBy, options, value, isMultiple, onChange } = props
  const words = useTexts(uiTexts)
  const [isOpen, setOpen] = useState(false)
  const [search, setSearch] = useState('')
  const [highlighted, setHighlighted] = useState(-1)
  const list = useRef<VirtualListHandle>(null)
  const needle = useDeferredValue(search.trim().toLowerCase())
  const shown = useMemo(
    () => options.filter((option) => `${option.label}\n${option.description ?? ''}`.toLowerCase().includes(needle)),
    [options, needle],
  )
  const choose = (index: number) => {
    const option = shown[index]
    if (!option || option.isDisabled) return
    if (!isMultiple) {
      onChange([option.value])
      store.closeDropdown()
      store.focusTarget()
    } else onChange(value.includes(option.value) ? value.filter((one) => one !== option.value) : [...value, option.value])
  }
  const store = useVirtualizedCombobox({
    opened: isOpen,
    onOpenedChange: setOpen,
    totalOptionsCount: shown.length,
    isOptionDisabled: (index) => shown[index]?.isDisabled ?? false,
    getOptionId: (index) => `${id}-option-${shown[index]?.value}`,
    activeOptionIndex: Math.max(
      shown.findIndex((option) => value.includes(option.value)),
      0,
    ),
    selectedOptionIndex: highlighted,
    setSelectedOptionIndex: (index) => {
      setHighlighted(index)
      if (index >= 0) list.current?.scrollTo(index)
    },
    onSelectedOptionSubmit: choose,
    onDropdownOpen: () => {
      setHighlighted(shown.findIndex((option) => value.includes(option.value)))
      store.focusSearchInput()
    },
    onDropdownClose: () => setSearch(''),
  })
  const chosen = options.filter((option) => value.includes(option.value))

  return (
    <Combobox
      store={store}
      resetSelectionOnOptionHover={false}
      keepMounted={false}
      withinPortal={false}
      position="bottom-start"
      width="target"
      shadow="md"
      disabled={props.isDisabled}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hears of keys and focus that its parts let through */}
      <div
        className={styles.frame}
        onBlur={(event) => {
          if (event.currentTarget.contains(event.relatedTarget)) return
          store.closeDropdown()
          props.onBlur()
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !isOpen) return
          event.stopPropagation()
          store.closeDropdown()
          store.focusTarget()
        }}
      >
        <Combobox.Target targetType="button" withExpandedAttribute>
          <button
            type="button"
            id={id}
            className={styles.control}
            disabled={props.isDisabled}
            aria-labelledby={labelledBy}
            aria-describedby={props.describedBy}
            aria-invalid={props.isInvalid}
            onClick={() => store.toggleDropdown()}
          >
            <Chosen options={chosen} isMultiple={isMultiple} placeholder={props.placeholder} more={words.more} />
            <ChevronDown size={14} className={styles.chevron} aria-hidden="true" />
          </button>
        </Combobox.Target>
        {props.isClearable && chosen[0] && !props.isDisabled ? (
          <button
            type="button"
            className={styles.clear}
            aria-label={words.clear(chosen[0].label)}
            onClick={() => {
              onChange([])
              store.focusTarget()
            }}
          >
            <X size={14} aria-hidden="true" />
          </button>
        ) : null}
        <Combobox.Dropdown className={styles.dropdown ?? ''}>
          <Combobox.Search
            value={search}
            onChange={(event) => {
              setSearch(event.currentTarget.value)
              setHighlighted(0)
            }}
            placeholder={words.search}
            classNames={{ input: styles.search ?? '' }}
            aria-label={words.search}
          />
          <Combobox.Options labelledBy={labelledBy} aria-multiselectable={isMultiple}>
            <VirtualList ref={list} count={shown.length} rowHeight={rowHeight}>
              {(index, style) => {
                const option = shown[index]
                if (!option) return null
                const isChosen = value.includes(option.value)
                return (
                  <Combobox.Option
                    key={option.value}
                    id={`${id}-option-${option.value}`}
                    value={option.value}
                    selected={highlighted === index}
                    active={isChosen}
                    aria-selected={isChosen}
                    aria-disabled={option.isDisabled}
                    aria-setsize={shown.length}
                    aria-posinset={index + 1}
                    disabled={option.isDisabled}
                    className={styles.option ?? ''}
                    onMouseOver={() => setHighlighted(index)}
                    onClick={() => choose(index)}
                    style={style}
                  >
                    {isMultiple ? (
                      <span className={styles.box} data-checked={isChosen || undefined} aria-hidden="true">
                        {isChosen ? <Check size={12} strokeWidth={3} /> : null}
                      </span>
                    ) : null}
                    <span className={styles.text}>
                      <span className={styles.line}>{option.label}</span>
                      {option.description ? <span className={styles.description}>{option.description}</span> : null}
                    </span>
                    {!isMultiple && isChosen ? <Check size={16} className={styles.check} aria-hidden="true" /> : null}
                  </Combobox.Option>
                )
              }}
            </VirtualList>
          </Combobox.Options>
          <div role="status">{shown.length === 0 ? <Combobox.Empty>{words.nothingFound}</Combobox.Empty> : null}</div>
        </Combobox.Dropdown>
      </div>
    </Combobox>
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
