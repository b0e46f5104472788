import type { ReactNode } from 'react'
import { usePageTitle } from '#web/platform/page-title.ts'
import styles from './form-page.module.css'

type FormPageProps = {
  /** The link to where the form was opened. */
  back?: ReactNode
  title: string
  intro: string
  /** For what shows tables beside its fields; `full` for what has a column of its own beside them. */
  isWide?: boolean | 'full'
  children: ReactNode
}

/** A screen that is one form, in parts. */
export function FormPage({ back, title, intro, isWide, children }: FormPageProps) {
  usePageTitle(title)
  return (
    <div className={styles.page} data-wide={isWide || undefined}>
      {back ? <p className={styles.back}>{back}</p> : null}
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.intro}>{intro}</p>
      {children}
    </div>
  )
}

/** Without a title where its only field has one. */
export function FormPart({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <fieldset className={styles.part}>
      {title === undefined ? null : <legend>{title}</legend>}
      {children}
    </fieldset>
  )
}

/** Two fields beside each other, where there is room. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <div className={styles.pair}>{children}</div>
}

export function FormActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
