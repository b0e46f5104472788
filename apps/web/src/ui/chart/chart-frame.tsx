import { type ReactNode, useId, useState } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { VisuallyHidden } from '#web/ui/display/visually-hidden.tsx'
import { chartTexts } from './chart.texts.ts'
import styles from './chart-frame.module.css'

type ChartFrameProps = {
  label: string
  /** The sentences that say what the picture shows. */
  summary: string
  legend?: ReactNode
  actions?: ReactNode
  /** The same content as a table. */
  table: () => ReactNode
  /** Draws the picture; the id is that of the summary. */
  children: (summaryId: string) => ReactNode
}

/** What every chart has around it: legend, *Show as table*, and the summary for those who do not see it. */
export function ChartFrame({ label, summary, legend, actions, table, children }: ChartFrameProps) {
  const words = useTexts(chartTexts)
  const summaryId = useId()
  const [isTable, setTable] = useState(false)
  return (
    <figure className={styles.figure} aria-label={label}>
      <div className={styles.head}>
        <div className={styles.legend}>{legend}</div>
        <div className={styles.actions}>
          {actions}
          <Button variant="subtle" size="compact-sm" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
            {words.showTable}
          </Button>
        </div>
      </div>
      <VisuallyHidden id={summaryId}>{summary}</VisuallyHidden>
      {isTable ? <div className={styles.table}>{table()}</div> : children(summaryId)}
    </figure>
  )
}
