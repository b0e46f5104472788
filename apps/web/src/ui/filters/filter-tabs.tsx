import { useId } from 'react'
import { useFormat } from '#web/platform/format.ts'
import styles from './filter-tabs.module.css'

type FilterTabsProps<Value extends string> = {
  label: string
  options: { value: Value; label: string; count?: number | undefined }[]
  value: Value
  onChange: (value: Value) => void
  /** On a phone they stand beside the search, not behind *Filter*. */
  stays?: boolean
}

/** One of a few, all of them visible. */
export function FilterTabs<Value extends string>({ label, options, value, onChange, stays = false }: FilterTabsProps<Value>) {
  const name = useId()
  const format = useFormat()
  return (
    <div className={styles.tabs} role="radiogroup" aria-label={label} data-stays={stays || undefined}>
      {options.map((option) => (
        <label key={option.value} className={styles.tab}>
          <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
          <span>
            {option.label} {option.count === undefined ? null : <span className={styles.count}>{format.number(option.count)}</span>}
          </span>
        </label>
      ))}
    </div>
  )
}
