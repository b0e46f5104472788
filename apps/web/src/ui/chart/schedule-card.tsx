import { ChartTooltip, TooltipRow } from './chart-tooltip.tsx'
import styles from './schedule-plot.module.css'
import type { ScheduleBar } from './schedule-timeline.tsx'
import { type Span, shareOf } from './span.ts'

type ScheduleCardProps = { bar: ScheduleBar; span: Span; times: string; top: number }

/** Below a bar: its whole label, its state, its times, and what else is known of it. Its name says the same to assistive technology. */
export function ScheduleCard({ bar, span, times, top }: ScheduleCardProps) {
  return (
    <div className={styles.card} style={{ top }}>
      <ChartTooltip share={Math.min(1, Math.max(0, shareOf(bar.from, span)))} title={bar.label}>
        {[bar.state, times, ...(bar.details ?? [])].filter(Boolean).map((line) => (
          <TooltipRow key={line} label={line ?? ''} />
        ))}
      </ChartTooltip>
    </div>
  )
}
