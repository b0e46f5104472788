import type { CSSProperties, ReactNode } from 'react'
import styles from './chart-frame.module.css'
import { percentOf, type Span, shareOf } from './span.ts'
import type { TimeLabels } from './time-labels.ts'
import { daysOf, type TimeTicks } from './time-ticks.ts'
import type { ValueScale } from './value-scale.ts'

export const topOf = (value: number, { min, max }: ValueScale): string => `${((max - value) / (max - min)) * 100}%`

type PlotAreaProps = {
  height: number
  scale: ValueScale
  tickLabels: readonly string[]
  xAxis: ReactNode /** The axis has one row of labels. */
  isLow?: boolean
  children: ReactNode
}

/** The values at the left, the picture beside them and the axis of time below it. */
export function PlotArea({ height, scale, tickLabels, xAxis, isLow, children }: PlotAreaProps) {
  const widest = tickLabels.reduce((a, b) => (b.length > a.length ? b : a), '')
  return (
    <div className={styles.area}>
      <div className={styles.yAxis} aria-hidden="true">
        <span className={styles.widest}>{widest}</span>
        {scale.ticks.map((tick, index) => (
          <span key={tick} className={styles.yLabel} style={{ top: topOf(tick, scale) }}>
            {tickLabels[index]}
          </span>
        ))}
      </div>
      <div className={styles.plot} style={{ '--chart-height': `${height}px` } as CSSProperties}>
        {scale.ticks.map((tick) => (
          <div key={tick} className={styles.gridLine} data-zero={tick === 0 || undefined} style={{ top: topOf(tick, scale) }} />
        ))}
        {children}
      </div>
      <div className={styles.xAxis} data-low={isLow || undefined} aria-hidden="true">
        {xAxis}
      </div>
    </div>
  )
}

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
