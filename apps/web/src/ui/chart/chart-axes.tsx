import type { CSSProperties, ReactNode } from 'react'
import styles from './chart-frame.module.css'
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
