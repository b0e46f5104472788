import type { ComponentProps } from 'react'
import styles from './visually-hidden.module.css'

/** Words for those who do not see the screen. */
export function VisuallyHidden(props: ComponentProps<'span'>) {
  return <span {...props} className={styles.hidden} />
}
