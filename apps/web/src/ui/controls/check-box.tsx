import type { ComponentProps, ReactNode } from 'react'
import styles from './check-box.module.css'

/** Yes or no beside something that is sent later. A field of a form has the one of the forms. */
export function CheckBox({ label, ...input }: { label: ReactNode } & Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  return (
    <label className={styles.box}>
      <input type="checkbox" {...input} />
      {label}
    </label>
  )
}
