import { useTexts } from '#web/platform/texts.ts'
import { uiTexts } from '#web/ui/ui.texts.ts'
import styles from './list-screen.module.css'

type FilterResultProps = { shown: number; all?: number | undefined; hasMore?: boolean; onClear: () => void }

/** How many rows the filters leave, and a way to take the filters away. */
export function FilterResult({ shown, all, hasMore = false, onClear }: FilterResultProps) {
  const words = useTexts(uiTexts)
  return (
    <span className={styles.result} data-stays>
      <span role="status">{words.shown(shown, all, hasMore)}</span>
      <span aria-hidden="true">·</span>
      <button type="button" className={styles.clear} onClick={onClear}>
        {words.clearFilters}
      </button>
    </span>
  )
}
