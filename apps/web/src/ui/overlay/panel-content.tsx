import type { ReactNode } from 'react'
import styles from './panel-content.module.css'

/** What a side panel holds: a title, and parts below each other. */
export function PanelContent({ children }: { children: ReactNode }) {
  return <div className={styles.content}>{children}</div>
}

export function PanelTitle({ children }: { children: ReactNode }) {
  return <h2 className={styles.title}>{children}</h2>
}

/** A part with its own heading, by which it is also found. */
export function PanelPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className={styles.partTitle}>{title}</h3>
      {children}
    </section>
  )
}
