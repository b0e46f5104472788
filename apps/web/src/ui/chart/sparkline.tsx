import styles from './sparkline.module.css'
import { sparklinePath } from './sparkline-path.ts'

type SparklineProps = {
  /** Says what the line shows: *Incidents in 30 days: 43, most on 11 Nov: 8*. */
  label: string
  /** At equal distances; null is a gap. */
  values: readonly (number | null)[]
  /** The name of a colour of the theme. */
  color?: string
}

/** A line without axes, as large as a word. */
export function Sparkline({ label, values, color = '--vakt-line-1' }: SparklineProps) {
  return (
    <svg className={styles.sparkline} viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label={label}>
      <path className={styles.line} d={sparklinePath(values)} style={{ stroke: `var(${color})` }} />
    </svg>
  )
}
