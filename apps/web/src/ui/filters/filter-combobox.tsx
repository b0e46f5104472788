import { Combobox, useVirtualizedCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import { Check } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { focusSoon } from '#web/ui/overlay/focus-soon.ts'
import { useCloseByTab } from '#web/ui/overlay/use-close-by-tab.ts'
import { inMantine } from '#web/ui/theme/in-mantine.tsx'
import { uiTexts } from '#web/ui/ui.texts.ts'
import { FilterChip, type FilterSelectProps } from './filter-chip.tsx'
import styles from './filter-select.module.css'

const rowHeight = 48
const searchBeyond = 7
const waitInMilliseconds = 150

type Props<Value extends string | number> = FilterSelectProps<Value> & {
  /** What was typed until now, once. */
  takeTyped: () => string
}

/** The chip of a filter once it has been opened, with its list. */
function PlainFilterCombobox<Value extends string | number>({ label, options, value, onChange, onSearch, takeTyped }: Props<Value>) {
  const words = useTexts(uiTexts)
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [search, setSearch] = useState('')
  const [highlighted, setHighlighted] = useState(-1)
  const needle = search.trim().toLowerCase()
  const shown = useMemo(
    () => (onSearch ? options : options.filter((option) => option.label.toLowerCase().includes(needle))),
    [options, needle, onSearch],
  )
  const hasSearch = onSearch !== undefined || options.length > searchBeyond
  const [wanted] = useDebouncedValue(search.trim(), waitInMilliseconds)
  const find = useEffectEvent((text: string) => onSearch?.(text))
  useEffect(() => {
    if (isOpen) find(wanted)
  }, [isOpen, wanted])
  const list = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const virtualizer = useVirtualizer({
    count: isOpen ? shown.length : 0,
    getScrollElement: () => list.current,
    estimateSize: () => rowHeight,
    overscan: 4,
  })
  const toggle = (index: number) => {
    const chosen = shown[index]?.value
    if (chosen !== undefined) onChange(value.includes(chosen) ? value.filter((one) => one !== chosen) : [...value, chosen])
  }
  const store = useVirtualizedCombobox({
    opened: isOpen,
    onOpenedChange: setOpen,
    totalOptionsCount: shown.length,
    getOptionId: (index) => `${id}-${shown[index]?.value}`,
    selectedOptionIndex: highlighted,
    setSelectedOptionIndex: (index) => {
      setHighlighted(index)
      if (index >= 0) virtualizer.scrollToIndex(index, { align: 'auto' })
    },
    onSelectedOptionSubmit: toggle,
    onDropdownOpen: () => setHighlighted(0),
    onDropdownClose: () => {
      takeTyped()
      setSearch('')
    },
  })

  const beginWithTyped = () => {
    const typed = takeTyped()
    if (typed) setSearch(typed)
  }

  useCloseByTab(isOpen, trigger, () => store.closeDropdown())

  // biome-ignore lint/correctness/useExhaustiveDependencies: it stands here because someone opened it, once
  useLayoutEffect(() => {
    trigger.current?.focus()
    store.openDropdown()
    if (!hasSearch) takeTyped()
  }, [])

  return (
    <Combobox
      store={store}
      resetSelectionOnOptionHover={false}
      keepMounted={false}
      portalProps={{ target: '#content' }}
      position="bottom-start"
      width={280}
      shadow="md"
    >
      <FilterChip label={label} options={options} value={value} onChange={onChange}>
        {(button) => (
          <Combobox.Target targetType="button" withAriaAttributes>
            <button ref={trigger} {...button} onClick={() => store.toggleDropdown()} />
          </Combobox.Target>
        )}
      </FilterChip>
      <Combobox.Dropdown className={styles.dropdown ?? ''}>
        {hasSearch ? (
          <Combobox.Search
            ref={focusSoon}
            value={search}
            onFocus={beginWithTyped}
            onChange={(event) => {
              setSearch(event.currentTarget.value)
              setHighlighted(0)
            }}
            placeholder={words.search}
            classNames={{ input: styles.search ?? '' }}
            aria-label={words.search}
          />
        ) : null}
        <Combobox.Options aria-label={label} aria-multiselectable="true">
          <div ref={list} className={styles.list} role="presentation">
            <div role="presentation" style={{ height: virtualizer.getTotalSize(), position: 'relative' }}>
              {virtualizer.getVirtualItems().map((item) => {
                const option = shown[item.index]
                if (!option) return null
                const isChosen = value.includes(option.value)
                return (
                  <Combobox.Option
                    key={option.value}
                    id={`${id}-${option.value}`}
                    value={String(option.value)}
                    selected={highlighted === item.index}
                    active={isChosen}
                    aria-selected={isChosen}
                    className={styles.option ?? ''}
                    onMouseOver={() => setHighlighted(item.index)}
                    onClick={() => toggle(item.index)}
                    style={{ transform: `translateY(${item.start}px)` }}
                  >
                    <span className={styles.box} data-checked={isChosen || undefined} aria-hidden="true">
                      {isChosen ? <Check size={12} strokeWidth={3} /> : null}
                    </span>
                    <span className={styles.text}>{option.mark ?? option.label}</span>
                    {option.count === undefined ? null : <span className={styles.number}>{option.count}</span>}
                  </Combobox.Option>
                )
              })}
            </div>
          </div>
        </Combobox.Options>
        {shown.length === 0 ? <Combobox.Empty>{words.nothingFound}</Combobox.Empty> : null}
      </Combobox.Dropdown>
    </Combobox>
  )
}

export const FilterCombobox = inMantine(PlainFilterCombobox) as typeof PlainFilterCombobox
