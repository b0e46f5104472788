import { type ReactNode, useRef } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { useShortcuts } from '#web/ui/hooks/use-shortcuts.ts'
import { maxMatching, type SelectionState } from '#web/ui/table/use-row-selection.ts'
import { bulkTexts } from './bulk.texts.ts'
import styles from './bulk-bar.module.css'

/** How many rows are chosen and what can be done with them; at the foot of the window while any are. B goes there, past the other rows. */
export function BulkBar({ selection, children }: { selection: SelectionState; children: ReactNode }) {
  const words = useTexts(bulkTexts)
  const count = selection.keys.size
  const bar = useRef<HTMLElement>(null)
  useShortcuts({ b: count > 0 ? () => bar.current?.querySelector<HTMLElement>('button:enabled')?.focus() : undefined })
  return (
    <>
      {count > 0 ? <div className={styles.room} /> : null}
      {/* Hidden rather than gone: a dialog of an action outlives its rows, which may leave the list. */}
      <section ref={bar} className={styles.bar} aria-label={words.chosen(count)} aria-keyshortcuts="B" hidden={count === 0}>
        <span role="status">{words.chosen(count)}</span>
        <span className={styles.key} aria-hidden="true">
          B
        </span>
        {selection.isEverything && selection.hasMore ? (
          <Button size="compact-md" variant="light" loading={selection.isChoosingMatching} onClick={() => void selection.chooseMatching()}>
            {words.chooseMatching}
          </Button>
        ) : null}
        {count >= maxMatching ? <span className={styles.dim}>{words.isMost(maxMatching)}</span> : null}
        {children}
        <Button size="compact-md" variant="subtle" onClick={selection.clear}>
          {words.clear}
        </Button>
      </section>
    </>
  )
}
