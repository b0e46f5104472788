import styles from './chart-frame.module.css'
import { percentOf, type Span, shareOf } from './span.ts'
import type { TimeLabels } from './time-labels.ts'
import { daysOf, type TimeTicks } from './time-ticks.ts'

const halfLabel = 20
const dayLabelWidth = 64

type TimeAxisProps = { span: Span; ticks: TimeTicks; labels: TimeLabels; timeZone: string; width: number }

/** The labels under a picture; where these are times of day, the days in a second row. */
export function TimeAxis({ span, ticks: { kind, ticks }, labels, timeZone, width }: TimeAxisProps) {
  const days = kind === 'time' ? daysOf(span, timeZone) : []
  const place = (at: number) => shareOf(at, span) * width
  return (
    <>
      {ticks
        .filter((at) => place(at) <= width - halfLabel / 2)
        .map((at) => (
          <span
            key={at}
            className={styles.xLabel}
            data-start={place(at) < halfLabel || undefined}
            style={{ insetInlineStart: percentOf(at, span) }}
          >
            {labels.tick(at, kind)}
          </span>
        ))}
      {days
        .filter((day) => place(day.to) - place(day.from) >= dayLabelWidth)
        .map((day) => (
          <span key={day.from} className={styles.dayLabel} style={{ insetInlineStart: percentOf(day.from, span) }}>
            {labels.weekday(day.from)}
          </span>
        ))}
    </>
  )
}
