import type { CSSProperties } from 'react'
import styles from './schedule-plot.module.css'
import type { ScheduleBar } from './schedule-timeline.tsx'

/** What the looks of the bars mean, in each colour: with the words of the first bar that has it. */
export function ScheduleLegend({ bars }: { bars: readonly ScheduleBar[] }) {
  const meanings = new Map<string, ScheduleBar>()
  for (const bar of bars) {
    const key = `${bar.look ?? 'solid'} ${bar.color ?? ''}`
    if (bar.state && !meanings.has(key)) meanings.set(key, bar)
  }
  return [...meanings].map(([key, { look, color, state, meaning = state }]) => (
    <span key={key}>
      <span
        className={`${styles.bar} ${styles.swatch}`}
        style={color ? ({ '--bar': `var(${color})` } as CSSProperties) : undefined}
        data-look={look ?? 'solid'}
        data-begins
        data-ends
      />
      {meaning}
    </span>
  ))
}
