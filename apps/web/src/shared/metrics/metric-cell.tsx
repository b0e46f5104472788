import { useQuery } from '@tanstack/react-query'
import type { MetricTrend } from '@vakt/contract/metrics.ts'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { createUnitFormat } from '#web/ui/chart/format-unit.ts'
import { Sparkline } from '#web/ui/chart/sparkline.tsx'
import styles from './metric-cell.module.css'
import { metricTrendTexts } from './metric-trend.texts.ts'
import { metricTrendsQuery } from './metric-trend-queries.ts'
import { unitOfLine } from './metric-unit.ts'

/** A line through values that do not change stays in the middle; of one value there is no line. */
export const hasLine = ({ values }: Pick<MetricTrend, 'values'>): boolean => values.filter((value) => value !== null).length > 1

const newest = ({ values }: MetricTrend) => values.findLast((value) => value !== null)

/** One metric of an entity in a row: its value now and its last hours; of several series the highest one. */
export function MetricCell({ customerId, entityId, metric }: { customerId: string; entityId: string; metric: string }) {
  const words = useTexts(metricTrendTexts)
  const format = useFormat()
  const { data, isError } = useQuery(metricTrendsQuery(customerId, entityId, metric))
  if (!data) return <span className={styles.dim}>{isError ? words.failed : ''}</span>
  const current = data.flatMap((trend) => {
    const value = newest(trend)
    return value === undefined || value === null ? [] : [{ trend, value }]
  })
  const [highest] = current.toSorted((a, b) => b.value - a.value)
  if (!highest) return <span className={styles.dim}>–</span>
  const { unit, suffix } = unitOfLine(highest.trend)
  const value = [createUnitFormat(unit, format.locale).value(highest.value), suffix].filter(Boolean).join('\u00a0')
  return (
    <span className={styles.cell}>
      <span className={styles.value}>{value}</span>
      {hasLine(highest.trend) ? <Sparkline label={words.trend(metric)} values={highest.trend.values} /> : null}
      {current.length > 1 ? <span className={styles.dim}>{words.ofSeveral(current.length)}</span> : null}
    </span>
  )
}
