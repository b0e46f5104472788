import { Combobox, useVirtualizedCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import { Check } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { useFoundRows } from '#web/ui/controls/use-found-rows.ts'
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
function PlainFilterCombobox<Value extends string | number>(props: Props<Value>) {
  const { label, options, value, onChange, onSearch, answered, takeTyped } = props
  const words = useTexts(uiTexts)
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [search, setSearch] = useState('')
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
  const isMeant = (option: { value: Value; label: string }) => !value.includes(option.value) || option.label.toLowerCase().includes(needle)
  const rows = useFoundRows({
    keys: shown.map((option) => String(option.value)),
    isAnswered: !onSearch || answered === search.trim(),
    // What is chosen is shown whatever is typed.
    start: shown.findIndex(isMeant),
    choose: (_, index) => {
      rows.mark(index)
      toggle(index)
    },
  })
  const store = useVirtualizedCombobox({
    opened: isOpen,
    onOpenedChange: setOpen,
    totalOptionsCount: shown.length,
    getOptionId: (index) => `${id}-${shown[index]?.value}`,
    selectedOptionIndex: rows.active,
    setSelectedOptionIndex: (index) => {
      rows.mark(index)
      if (index >= 0) virtualizer.scrollToIndex(index, { align: 'auto' })
    },
    onSelectedOptionSubmit: rows.enter,
    onDropdownOpen: rows.restart,
    onDropdownClose: () => {
      takeTyped()
      setSearch('')
      rows.restart()
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
              rows.restart()
            }}
            onBlur={rows.forget}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing || rows.active >= 0) return
              event.preventDefault()
              rows.enter()
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
                    selected={rows.active === item.index}
                    active={isChosen}
                    aria-selected={isChosen}
                    className={styles.option ?? ''}
                    onMouseMove={() => rows.mark(item.index)}
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
