import type { ReactNode } from 'react'
import styles from './page-states.module.css'

/** Nothing to show: says what that means and, in `children`, what can be done. */
export function EmptyState({ title, text, icon, children }: { title: string; text?: ReactNode; icon?: ReactNode; children?: ReactNode }) {
  return (
    <div className={styles.state}>
      {icon ? <div className={styles.icon}>{icon}</div> : null}
      <h2 className={styles.title}>{title}</h2>
      {text ? <p className={styles.text}>{text}</p> : null}
      {children ? <div className={styles.actions}>{children}</div> : null}
    </div>
  )
}
