import type { CSSProperties } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { uiTexts } from '#web/ui/ui.texts.ts'
import { AfterDelay } from './after-delay.tsx'
import styles from './skeleton.module.css'

/** One grey bar, as wide as the text that will stand there. */
function Bar({ width, height = '0.75rem' }: { width: string; height?: string }) {
  const style: CSSProperties = { width, height }
  return <span className={styles.bar} style={style} />
}

const titleWidths = ['42%', '58%', '35%', '51%', '46%', '63%', '38%', '55%']

export function ListSkeleton({ rows = 8 }: { rows?: number }) {
  const words = useTexts(uiTexts)
  return (
    <AfterDelay>
      <div role="status" aria-label={words.loading}>
        {Array.from({ length: rows }, (_, index) => ({ key: `row ${index}`, width: titleWidths[index % titleWidths.length] ?? '50%' })).map(
          ({ key, width }) => (
            <div key={key} className={styles.row}>
              <Bar width="5rem" />
              <span className={styles.grow}>
                <Bar width={width} />
              </span>
              <span className={styles.wide}>
                <Bar width="6rem" />
              </span>
              <Bar width="3.5rem" />
            </div>
          ),
        )}
      </div>
    </AfterDelay>
  )
}

export function DetailSkeleton() {
  const words = useTexts(uiTexts)
  return (
    <AfterDelay>
      <div role="status" aria-label={words.loading} className={styles.detail}>
        <Bar width="min(28rem, 80%)" height="1.25rem" />
        <Bar width="14rem" />
        <div className={styles.columns}>
          <div className={styles.story}>
            {titleWidths.slice(0, 6).map((width) => (
              <Bar key={width} width={width} />
            ))}
          </div>
          <div className={styles.facts}>
            {titleWidths.map((width) => (
              <Bar key={width} width={width} />
            ))}
          </div>
        </div>
      </div>
    </AfterDelay>
  )
}
