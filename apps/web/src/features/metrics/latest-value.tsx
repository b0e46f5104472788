import type { EntityMetric } from '@vakt/contract/metrics.ts'
import { useFormat } from '#web/platform/format.ts'
import { serverNow } from '#web/platform/server-clock.ts'
import { useTexts } from '#web/platform/texts.ts'
import { unitOfValue } from '#web/shared/metrics/metric-unit.ts'
import { createUnitFormat } from '#web/ui/chart/format-unit.ts'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import styles from './metrics.module.css'
import { metricTexts } from './metrics.texts.ts'

const staleMs = 10 * 60_000

/** The last value of a series and its time; said plainly when nothing has come for more than 10 minutes. */
export function LatestValue({ metric }: { metric: EntityMetric }) {
  const words = useTexts(metricTexts)
  const format = useFormat()
  const { latest } = metric
  if (!latest) return <span className={styles.stale}>{words.noValue}</span>
  const { unit, suffix } = unitOfValue(metric)
  const value =
    latest.value === null
      ? words.infinite
      : [createUnitFormat(unit, format.locale).value(latest.value), suffix].filter(Boolean).join('\u00a0')
  // It is the end of a bucket, which may be ahead of the clock.
  const at = new Date(Math.min(Date.parse(latest.at), serverNow())).toISOString()
  const isStale = serverNow() - Date.parse(at) > staleMs
  return (
    <span className={styles.latest}>
      <strong>{metric.kind === 'counter' ? words.total(value) : value}</strong>{' '}
      {isStale ? <span className={styles.stale}>{words.stale(format.exact(at))}</span> : <RelativeTime iso={at} />}
    </span>
  )
}
