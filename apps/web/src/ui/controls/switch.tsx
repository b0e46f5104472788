import type { ComponentProps, ReactNode } from 'react'
import styles from './switch.module.css'

type SwitchProps = { label: ReactNode; checked: boolean; onChange: (checked: boolean) => void }

/** On or off, at once. A field of a form has the one of the forms. */
export function Switch({ label, checked, onChange }: SwitchProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the input stands in the component below
    <label className={styles.switch}>
      <SwitchInput checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
      {label}
    </label>
  )
}

/** The switch alone, for a label that stands elsewhere. */
export function SwitchInput({ checked, ...props }: Omit<ComponentProps<'input'>, 'type' | 'role' | 'className'> & { checked: boolean }) {
  return <input {...props} type="checkbox" role="switch" aria-checked={checked} checked={checked} className={styles.input} />
}
