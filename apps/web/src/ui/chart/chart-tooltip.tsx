import type { ReactNode } from 'react'
import styles from './chart-tooltip.module.css'

/** The card beside the cursor of a chart: what everything is at one moment. Hidden from assistive technology, which is told the same in words. */
export function ChartTooltip({ share, title, children }: { share: number; title: string; children: ReactNode }) {
  return (
    <div
      className={styles.tooltip}
      data-side={share > 0.5 ? 'left' : 'right'}
      style={{ insetInlineStart: `${share * 100}%` }}
      aria-hidden="true"
    >
      <strong className={styles.title}>{title}</strong>
      {children}
    </div>
  )
}

/** One line of the card. */
export function TooltipRow({ mark, label, value }: { mark?: ReactNode; label: string; value?: string }) {
  return (
    <span className={styles.row}>
      <span className={styles.label}>
        {mark}
        {label}
      </span>
      {value === undefined ? null : <span className={styles.value}>{value}</span>}
    </span>
  )
}
