import type { ReactNode } from 'react'
import styles from './day-filter.module.css'

type DayFilterProps = {
  label: string
  value: string | undefined
  min?: string | undefined
  max?: string | undefined
  onChange: (day: string) => void
}

/** From and to, beside each other also where there is little room. */
export function DayRange({ children }: { children: ReactNode }) {
  return <div className={styles.range}>{children}</div>
}

/** A day such as `2026-11-21`, or an empty text. */
export function DayFilter({ label, value = '', min, max, onChange }: DayFilterProps) {
  return (
    <label className={styles.day}>
      {label}
      <input type="date" value={value} min={min} max={max} onChange={(event) => onChange(event.currentTarget.value)} />
    </label>
  )
}
