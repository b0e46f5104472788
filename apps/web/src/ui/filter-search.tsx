import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import styles from './filter-search.module.css'
import { debounceMilliseconds } from './timers.ts'
import { uiTexts } from './ui.texts.ts'

/** Searches half a second after the last key, at once on Enter. */
export function FilterSearch({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  const words = useTexts(uiTexts)
  const [draft, setDraft] = useState(value)
  const sent = useRef(value)
  const send = (next: string) => {
    sent.current = next
    onChange(next)
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const newest = useRef(send)
  useEffect(() => {
    newest.current = send
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setDraft(value)
  }, [value])
  const change = (next: string) => {
    setDraft(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => newest.current(next), debounceMilliseconds)
  }
  return (
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
          className={styles.input}
          value={draft}
          aria-label={label}
          placeholder={label}
          maxLength={200}
          onChange={(event) => change(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Escape' && draft && change('')}
        />
        {draft ? (
          <button type="button" className={styles.clear} aria-label={words.clear(words.search)} onClick={() => change('')}>
            <X size={14} aria-hidden="true" />
          </button>
        ) : (
          <span className={styles.key} aria-hidden="true">
            /
          </span>
        )}
      </form>
    </search>
  )
}
