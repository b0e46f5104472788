import type { ReactNode } from 'react'
import styles from './page-heading.module.css'

/** The title of a page, and a sentence on what it is for. */
export function PageHeading({ title, children }: { title: string; children: ReactNode }) {
  return (
    <header className={styles.heading}>
      <h1>{title}</h1>
      <p>{children}</p>
    </header>
  )
}
