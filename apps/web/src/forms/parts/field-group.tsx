import type { FieldPartsProps } from '#web/forms/field-input.ts'
import { FormField } from '#web/forms/form-field.tsx'
import styles from './field-parts.module.css'

/** The fields of an object under its label. */
export default function FieldGroup({ id, form, path, field, error, describedBy }: FieldPartsProps) {
  const { label, help, fields = [], layout = 'stack' } = field.definition
  return (
    <fieldset className={styles.group} aria-describedby={describedBy}>
      <legend className={styles.legend}>{label}</legend>
      {help ? (
        <p id={`${id}-help`} className={styles.help}>
          {help}
        </p>
      ) : null}
      <div className={styles.fields} data-layout={layout}>
        {fields.map(({ name }) => (
          <FormField key={name} form={form} name={`${path}.${name}`} />
        ))}
      </div>
      {error ? (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}
