import styles from './schedule-plot.module.css'
import type { ScheduleBar } from './schedule-timeline.tsx'

/** What the looks of the bars mean: each with the words of the first bar that has it. */
export function ScheduleLegend({ bars }: { bars: readonly ScheduleBar[] }) {
  const meanings = new Map<string, string>()
  for (const { look = 'solid', state } of bars) if (state && !meanings.has(look)) meanings.set(look, state)
  return [...meanings].map(([look, state]) => (
    <span key={look}>
      <span className={`${styles.bar} ${styles.swatch}`} data-look={look} data-begins data-ends />
      {state}
    </span>
  ))
}
