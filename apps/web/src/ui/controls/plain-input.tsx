import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import styles from './plain-input.module.css'

const withClass = (own: string | undefined, more: string | undefined) => [own, more].filter(Boolean).join(' ')

/** What is typed into, without label or words below it; red while it is `aria-invalid`. */
export function PlainInput({ className, ...props }: ComponentProps<'input'>) {
  return <input {...props} className={withClass(styles.input, className)} />
}

/** Grows with what is typed. */
export function PlainTextArea({ className, rows, style, ...props }: ComponentProps<'textarea'> & { rows: number }) {
  return <textarea {...props} rows={rows} style={{ ...style, '--rows': rows } as object} className={withClass(styles.area, className)} />
}

export function PlainSelect({ className, ...props }: ComponentProps<'select'>) {
  return (
    <span className={styles.frame}>
      <select {...props} className={withClass(styles.select, className)} />
      <ChevronDown size={14} className={styles.chevron} aria-hidden="true" />
    </span>
  )
}
