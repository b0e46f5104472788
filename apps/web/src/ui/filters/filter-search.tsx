import { Search, X } from 'lucide-react'
import { type KeyboardEvent, use, useEffect, useRef, useState } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { debounceMilliseconds } from '#web/ui/hooks/timers.ts'
import { useShortcuts } from '#web/ui/hooks/use-shortcuts.ts'
import { uiTexts } from '#web/ui/ui.texts.ts'
import styles from './filter-search.module.css'
import { FilterToggleContext } from './filter-toggle-context.ts'

/** Searches half a second after the last key, at once on Enter; `/` goes to it from anywhere on the page, the arrow down to the first row that was found. */
export function FilterSearch({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  const words = useTexts(uiTexts)
  const toggle = use(FilterToggleContext)
  const [draft, setDraft] = useState(value)
  const sent = useRef(value)
  const send = (next: string) => {
    sent.current = next
    onChange(next)
  }
  const field = useRef<HTMLInputElement>(null)
  useShortcuts({ '/': () => (field.current?.checkVisibility() ? field.current.focus() : false) })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const newest = useRef(send)
  useEffect(() => {
    newest.current = send
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    // An address keeps no space at the end: it stays in the field for the next word.
    if (value === sent.current || value === sent.current.trim()) return
    sent.current = value
    setDraft(value)
  }, [value])
  const change = (next: string) => {
    setDraft(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => newest.current(next), debounceMilliseconds)
  }
  function press(event: KeyboardEvent) {
    if (event.key === 'Escape' && draft) change('')
    if (event.key !== 'ArrowDown' || draft !== sent.current) return
    const firstRow = document.querySelector<HTMLElement>('main [data-row-link]')
    if (!firstRow) return
    event.preventDefault()
    firstRow.focus()
  }
  return (
    <>
      <search className={styles.frame}>
        <form
          className={styles.search}
          onSubmit={(event) => {
            event.preventDefault()
            clearTimeout(timer.current)
            send(draft)
          }}
        >
          <Search size={14} aria-hidden="true" />
          <input
            ref={field}
            className={styles.input}
            value={draft}
            aria-label={label}
            placeholder={label}
            maxLength={200}
            onChange={(event) => change(event.currentTarget.value)}
            onKeyDown={press}
          />
          {draft ? (
            <button
              type="button"
              className={styles.clear}
              aria-label={words.clear(words.search)}
              onClick={(event) => {
                change('')
                event.currentTarget.form?.querySelector('input')?.focus()
              }}
            >
              <X size={14} aria-hidden="true" />
            </button>
          ) : (
            <span className={styles.key} aria-hidden="true">
              /
            </span>
          )}
        </form>
      </search>
      {toggle}
    </>
  )
}
