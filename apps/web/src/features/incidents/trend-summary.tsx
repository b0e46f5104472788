import type { IncidentTrend } from '@vakt/contract/incidents/incidents.ts'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { sumCounts } from '#web/shared/severity/sum-counts.ts'
import styles from './dashboard-page.module.css'
import { trendTexts } from './trend.texts.ts'

/** The past 30 days in words, compared with the 30 days before. */
export function TrendSummary({ trend }: { trend: IncidentTrend }) {
  const words = useTexts(trendTexts)
  const opened = trend.days.reduce((sum, { counts }) => sum + sumCounts(counts), 0)
  const more = opened - trend.openedBefore
  return (
    <p className={styles.trendSummary}>
      <span>
        <strong>{words.opened(opened)}</strong>, {more > 0 ? words.more(more) : more < 0 ? words.fewer(-more) : words.same}
      </span>
      <Median label={words.toAcknowledge} minutes={trend.minutesToAcknowledge} />
      <Median label={words.toResolve} minutes={trend.minutesToResolve} />
    </p>
  )
}

function Median({ label, minutes }: { label: string; minutes: IncidentTrend['minutesToResolve'] }) {
  const words = useTexts(trendTexts)
  const format = useFormat()
  if (minutes.now === null) return null
  return (
    <span title={words.median}>
      {label} <strong>{format.duration(minutes.now, 'elapsed')}</strong>
      {minutes.before === null ? null : ` (${words.before(format.duration(minutes.before, 'elapsed'))})`}
    </span>
  )
}
