import { type SeverityCounts, severities } from '@vakt/contract/severity.ts'
import { useTexts } from '#web/platform/texts.ts'
import { severityTexts } from './severity.texts.ts'
import styles from './severity-counts.module.css'
import { SeverityMark } from './severity-mark.tsx'
import { sumCounts } from './sum-counts.ts'

/** The severities that occur, worst first, each with its number; *all good* when none does. */
export function SeverityCountList({ counts }: { counts: SeverityCounts }) {
  const words = useTexts(severityTexts)
  if (sumCounts(counts) === 0) return <SeverityMark level="good" />
  return (
    <span className={styles.list}>
      {severities.map((severity) =>
        counts[severity] > 0 ? <SeverityMark key={severity} level={severity} label={words.counted(severity, counts[severity])} /> : null,
      )}
    </span>
  )
}
