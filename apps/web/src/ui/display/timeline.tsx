import type { ReactNode } from 'react'
import styles from './timeline.module.css'

type TimelineProps = {
  label?: string
  /** Steps that are one line each stand closer together. */
  isTight?: boolean
  children: ReactNode
}

/** What happened, one after the other, along a line. */
export function Timeline({ label, isTight, children }: TimelineProps) {
  return (
    <ol className={styles.timeline} aria-label={label} data-tight={isTight || undefined}>
      {children}
    </ol>
  )
}

type TimelineEntryProps = {
  /** When it was, at the end of its first line. */
  at: ReactNode
  /** Done by somebody, not by itself. */
  isByPerson?: boolean
  children: ReactNode
}

export function TimelineEntry({ at, isByPerson, children }: TimelineEntryProps) {
  return (
    <li data-person={isByPerson || undefined}>
      {children}
      <span className={styles.at}>{at}</span>
    </li>
  )
}
