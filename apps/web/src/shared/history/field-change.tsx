import { useTexts } from '#web/platform/texts.ts'
import styles from './field-change.module.css'
import { fieldChangeTexts } from './field-change.texts.ts'

const longest = 200

function written(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > longest ? `${text.slice(0, longest)} …` : text
}

type FieldChangeProps = { field: string; before: unknown; after: unknown }

/** A field of an entity that an import changes: what it was and what it becomes; null is nothing. */
export function FieldChange({ field, before, after }: FieldChangeProps) {
  const words: Record<string, string | undefined> = useTexts(fieldChangeTexts)
  return (
    <span className={styles.change}>
      <span className={styles.field}>{words[field] ?? field}</span>
      {before === null ? null : <del>{written(before)}</del>}
      {after === null ? null : <ins>{written(after)}</ins>}
    </span>
  )
}
