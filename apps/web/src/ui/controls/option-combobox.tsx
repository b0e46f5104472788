import { Combobox, useVirtualizedCombobox } from '@mantine/core'
import { Check } from 'lucide-react'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { focusSoon } from '#web/ui/overlay/focus-soon.ts'
import { useCloseByTab } from '#web/ui/overlay/use-close-by-tab.ts'
import { VirtualList, type VirtualListHandle } from '#web/ui/table/virtual-list.tsx'
import { inMantine } from '#web/ui/theme/in-mantine.tsx'
import { uiTexts } from '#web/ui/ui.texts.ts'
import { OptionControl, type OptionSelectProps } from './option-control.tsx'
import styles from './option-select.module.css'

const rowHeight = 48

type Props = OptionSelectProps & {
  /** What was typed until now, once. */
  takeTyped: () => string
}

/** The whole of an option select: opened by being rendered, since someone asked for it. */
function PlainOptionCombobox(props: Props) {
  const { id, labelledBy, options, value, isMultiple, isDisabled, onChange, takeTyped } = props
  const words = useTexts(uiTexts)
  const [isOpen, setOpen] = useState(false)
  const [search, setSearch] = useState('')
  const [highlighted, setHighlighted] = useState(-1)
  const list = useRef<VirtualListHandle>(null)
  const needle = search.trim().toLowerCase()
  // Not deferred: Enter chooses the first row of what is typed, however soon it follows.
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
    onDropdownOpen: () => setHighlighted(shown.findIndex((option) => value.includes(option.value))),
    onDropdownClose: () => {
      takeTyped()
      setSearch('')
    },
  })
  const control = useRef<HTMLButtonElement>(null)
  const find = (text: string) => {
    setSearch(text)
    setHighlighted(0)
  }
  const beginWithTyped = () => {
    const typed = takeTyped()
    if (typed) find(typed)
  }

  useCloseByTab(isOpen, control, () => store.closeDropdown())

  // biome-ignore lint/correctness/useExhaustiveDependencies: it stands here because someone opened it, once
  useLayoutEffect(() => {
    control.current?.focus()
    store.openDropdown()
    if (isDisabled) takeTyped()
  }, [])

  return (
    <Combobox
      store={store}
      resetSelectionOnOptionHover={false}
      keepMounted={false}
      withinPortal={false}
      position="bottom-start"
      width="target"
      shadow="md"
      disabled={isDisabled}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hears of keys and focus that its parts let through */}
      <div
        className={styles.frame}
        onBlur={(event) => {
          if (event.currentTarget.contains(event.relatedTarget)) return
          store.closeDropdown()
          props.onBlur()
        }}
        onKeyDownCapture={(event) => {
          if (event.key !== 'Escape' || !isOpen) return
          // Of a dialog around it, Escape closes the list alone.
          event.preventDefault()
          event.stopPropagation()
          store.closeDropdown()
          store.focusTarget()
        }}
      >
        <OptionControl {...props} onClear={() => store.focusTarget()}>
          {(button) => (
            <Combobox.Target targetType="button" withExpandedAttribute>
              <button ref={control} {...button} onClick={() => store.toggleDropdown()} />
            </Combobox.Target>
          )}
        </OptionControl>
        <Combobox.Dropdown className={styles.dropdown ?? ''}>
          <Combobox.Search
            ref={focusSoon}
            value={search}
            onFocus={beginWithTyped}
            onChange={(event) => find(event.currentTarget.value)}
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
                    onMouseMove={() => setHighlighted(index)}
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

export const OptionCombobox = inMantine(PlainOptionCombobox)
