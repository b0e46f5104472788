import type { ReactNode } from 'react'
import { usePageTitle } from '#web/platform/page-title.ts'
import styles from './page-heading.module.css'

/** The title of a page, and a sentence on what it is for. */
export function PageHeading({ title, children }: { title: string; children?: ReactNode }) {
  usePageTitle(title)
  return (
    <header className={styles.heading}>
      <h1>{title}</h1>
      {children ? <p>{children}</p> : null}
    </header>
  )
}
