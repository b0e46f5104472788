import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import { entityTexts } from './entities.texts.ts'
import styles from './entity-properties.module.css'
import type { PropertyNode } from './property-tree.ts'

const longestShown = 4000

/** Of a text the text itself; of all else how it is written. */
const written = ({ value }: PropertyNode) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))

export function ChosenProperty({ node }: { node: PropertyNode | null }) {
  const words = useTexts(entityTexts)
  const copy = (text: string, done: string) =>
    navigator.clipboard.writeText(text).then(
      () => showToast(done, 'success'),
      () => showToast(words.copyFailed, 'failure'),
    )
  if (!node) {
    return (
      <aside className={styles.chosen} aria-label={words.chosen}>
        <p className={styles.dim}>{words.chooseOne}</p>
      </aside>
    )
  }
  const value = written(node)
  return (
    <aside className={styles.chosen} aria-label={words.chosen}>
      <code className={styles.path}>{node.path}</code>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
      <pre className={styles.value} tabIndex={0}>
        {value.length > longestShown ? `${value.slice(0, longestShown)}…` : value}
      </pre>
      <div className={styles.copy}>
        <Button size="compact-sm" variant="default" onClick={() => void copy(node.path, words.pathCopied)}>
          {words.copyPath}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => void copy(value, words.valueCopied)}>
          {words.copyValue}
        </Button>
      </div>
    </aside>
  )
}
