import type { ReactNode } from 'react'
import styles from './recurrence.module.css'

type Props = { id: string; label: string; children: ReactNode }

/** One of several inputs in a field, under a label of its own. */
export function LabelledPart({ id, label, children }: Props) {
  return (
    <div className={styles.part}>
      <label htmlFor={id}>{label}</label>
      {children}
    </div>
  )
}
