import type { ReactNode } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import styles from './field-frame.module.css'
import { FieldHint } from './field-hint.tsx'
import { formTexts } from './form.texts.ts'

type FieldFrameProps = {
  id: string
  label: string
  /** `group` names several inputs at once, `beside` puts the label after a small one. */
  kind: 'input' | 'group' | 'beside'
  help: string | undefined
  tooltip: string | undefined
  isRequired: boolean
  error: string | null
  children: ReactNode
}

export function FieldFrame({ id, label, kind, help, tooltip, isRequired, error, children }: FieldFrameProps) {
  const words = useTexts(formTexts)
  const mark = isRequired ? (
    <span className={styles.mark} aria-hidden="true">
      {' '}
      *
    </span>
  ) : null
  const hint = tooltip ? <FieldHint id={`${id}-tooltip`} label={words.about(label)} text={tooltip} /> : null
  const below = (
    <>
      {help ? (
        <p id={`${id}-help`} className={styles.help}>
          {help}
        </p>
      ) : null}
      {error ? (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </p>
      ) : null}
    </>
  )
  if (kind === 'beside') {
    return (
      <div className={styles.field} data-invalid={error !== null || undefined}>
        <div className={styles.beside}>
          {children}
          <label htmlFor={id} className={styles.text}>
            {label}
            {mark}
          </label>
          {hint}
        </div>
        {below}
      </div>
    )
  }
  return (
    <div className={styles.field} data-invalid={error !== null || undefined}>
      <div className={styles.head} data-field-head="">
        {kind === 'group' ? (
          <span id={`${id}-label`} className={styles.label}>
            {label}
            {mark}
          </span>
        ) : (
          <label htmlFor={id} className={styles.label}>
            {label}
            {mark}
          </label>
        )}
        {hint}
      </div>
      {children}
      {below}
    </div>
  )
}
