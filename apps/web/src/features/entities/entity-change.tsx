import type { EntityHistoryEntry } from '@vakt/contract/entities/entity-history.ts'
import { useTexts } from '#web/platform/texts.ts'
import { entityTexts } from './entities.texts.ts'
import styles from './entity-information.module.css'

const longestShown = 120

function written(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text
}

/** What a change was: that an entity came or went, or a field with its values before and after. */
export function EntityChange({ entry }: { entry: Pick<EntityHistoryEntry, 'kind' | 'field' | 'before' | 'after'> }) {
  const words = useTexts(entityTexts)
  const { kind, field, before, after } = entry
  if (kind !== 'changed' || field === null) return words[`${kind}Now`]
  return (
    <>
      <code className={styles.externalId}>{field}</code>
      {before === null || before === undefined ? null : (
        <>
          {' '}
          <del className={styles.dim}>{written(before)}</del>
        </>
      )}
      {' → '}
      {after === null || after === undefined ? <span className={styles.dim}>{words.nothing}</span> : <bdi>{written(after)}</bdi>}
    </>
  )
}
