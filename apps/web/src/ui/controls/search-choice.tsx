import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { uiTexts } from '#web/ui/ui.texts.ts'
import { PlainInput } from './plain-input.tsx'
import styles from './search-choice.module.css'
import { useFoundRows } from './use-found-rows.ts'

type SearchChoiceOption = { value: string; label: string; description?: string | undefined }

type SearchChoiceProps = {
  label: string
  /** What the answers are kept under; the search is added. */
  queryKey: readonly unknown[]
  find: (q: string, signal: AbortSignal) => Promise<SearchChoiceOption[]>
  /** Shown above the answers while nothing is searched. */
  first?: readonly SearchChoiceOption[]
  nothingFound: string
  onChoose: (value: string) => void
}

/** One of what the server knows, found by typing. The list stands open under the field. */
export function SearchChoice({ label, queryKey, find, first = [], nothingFound, onChoose }: SearchChoiceProps): ReactNode {
  const words = useTexts(uiTexts)
  const id = useId()
  const [search, setSearch] = useState('')
  const [q] = useDebouncedValue(search.trim(), 150)
  const query = useQuery({ queryKey: [...queryKey, q], queryFn: ({ signal }) => find(q, signal), placeholderData: (kept) => kept })
  const found = query.data ?? []
  const options = q ? found : [...first, ...found.filter(({ value }) => first.every((one) => one.value !== value))]
  const isAnswered = search.trim() === q && !query.isPending && !query.isPlaceholderData
  const rows = useFoundRows({
    keys: options.map(({ value }) => value),
    isAnswered,
    start: q ? 0 : first.length,
    choose: onChoose,
  })
  return (
    <div>
      <label className={styles.label} htmlFor={`${id}-search`}>
        {label}
      </label>
      <PlainInput
        id={`${id}-search`}
        data-autofocus
        autoComplete="off"
        role="combobox"
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={rows.active < 0 ? undefined : `${id}-${rows.active}`}
        aria-busy={query.isFetching || search.trim() !== q}
        className={styles.search}
        value={search}
        onChange={(event) => {
          setSearch(event.currentTarget.value)
          rows.restart()
        }}
        onBlur={rows.forget}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
          if (event.key === 'Escape') rows.forget()
          else if (step || event.key === 'Enter') {
            event.preventDefault()
            if (step) rows.step(step)
            else rows.enter()
          }
        }}
      />
      {options.length > 0 ? (
        <div id={`${id}-list`} role="listbox" aria-label={label} className={styles.list}>
          {options.map((option, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field above holds the focus and hears the keys
            <div
              key={option.value}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === rows.active}
              className={styles.option}
              onMouseMove={() => rows.mark(index)}
              onClick={() => onChoose(option.value)}
            >
              <span>{option.label}</span>
              {option.description ? <span className={styles.description}>{option.description}</span> : null}
            </div>
          ))}
        </div>
      ) : (
        <p id={`${id}-list`} className={styles.nothing} role="status">
          {query.isError ? words.helpServer : isAnswered ? nothingFound : ' '}
        </p>
      )}
    </div>
  )
}
