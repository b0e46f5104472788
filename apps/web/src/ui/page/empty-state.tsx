import type { ReactNode } from 'react'
import { usePageTitle } from '#web/platform/page-title.ts'
import styles from './page-states.module.css'

type EmptyStateProps = { title: string; text?: ReactNode; icon?: ReactNode; isWholePage?: boolean; children?: ReactNode }

/** Nothing to show: says what that means and, in `children`, what can be done. */
export function EmptyState({ title, text, icon, isWholePage, children }: EmptyStateProps) {
  usePageTitle(isWholePage ? title : undefined)
  const Heading = isWholePage ? 'h1' : 'h2'
  return (
    <div className={styles.state}>
      {icon ? <div className={styles.icon}>{icon}</div> : null}
      <Heading className={styles.title}>{title}</Heading>
      {text ? <p className={styles.text}>{text}</p> : null}
      {children ? <div className={styles.actions}>{children}</div> : null}
    </div>
  )
}
