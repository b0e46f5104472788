import { useQuery } from '@tanstack/react-query'
import type { BackTest, BackTestQuestion } from '@vakt/contract/alert-rules/alert-rule-cover.ts'
import { metricAccess } from '@vakt/contract/features.ts'
import { useMemo, useState } from 'react'
import { useFormat } from '#web/platform/format.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { unitOfValue } from '#web/shared/metrics/metric-unit.ts'
import { LineChart } from '#web/ui/chart/line-chart.tsx'
import type { Span } from '#web/ui/chart/span.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import styles from './alert-rules.module.css'
import { backTestQuery, testedBucketsQuery } from './back-test-queries.ts'
import { ruleFieldTexts } from './rule-form.texts.ts'

type Series = BackTest['series'][number]
type Period = Series['periods'][number] & { seriesId: string }
type Limits = Pick<BackTestQuestion, 'threshold' | 'useCriticalThreshold' | 'criticalThreshold'>
type RuleBackTestProps = {
  customerId: string
  question: BackTestQuestion
  testedOn: string
  /** The thresholds as they stand in the form, ahead of the test. */
  limits: Limits
  /** A threshold was moved in the chart. */
  onLimit: (name: 'threshold' | 'criticalThreshold', value: number) => void
}

const shortMs = 10 * 60_000
const maxListed = 20

const lengthOf = ({ from, to }: Pick<Period, 'from' | 'to'>, end: string) => Date.parse(to ?? end) - Date.parse(from)

/** When the rule would have fired in the last 30 days: bands on the chart of the metric, and a list that leads there. */
export function RuleBackTest({ customerId, question, testedOn, limits, onLimit }: RuleBackTestProps) {
  const words = useTexts(ruleFieldTexts)
  const test = useQuery(backTestQuery(customerId, question))
  const [zoom, setZoom] = useState<Span | null>(null)
  const periods = useMemo(
    () =>
      (test.data?.series ?? [])
        .flatMap(({ periods, seriesId }) => periods.map((period) => ({ ...period, seriesId })))
        .toSorted((a, b) => (a.from < b.from ? 1 : -1)),
    [test.data],
  )
  if (test.isError) return <ErrorState title={words.backTestFailed} error={test.error} onRetry={() => void test.refetch()} />
  if (!test.data) return null
  const { to, total, series, kind } = test.data
  const short = periods.filter((period) => period.to !== null && lengthOf(period, to) < shortMs).length
  return (
    <section className={styles.backTest} aria-label={words.backTest}>
      <h2>{words.backTest}</h2>
      <p role="status">{total === 0 ? words.noHistory(testedOn) : `${words.wouldHaveFired(periods.length)} ${words.testedOn(testedOn)}`}</p>
      {kind && kind !== 'gauge' ? <p className={styles.dim}>{words.counter}</p> : null}
      {total > series.length ? <p className={styles.dim}>{words.series(series.length, total)}</p> : null}
      {short > 0 && short * 2 >= periods.length ? <p>{words.noisy(short, periods.length)}</p> : null}
      <TestedChart {...{ customerId, question, limits, zoom, onLimit }} test={test.data} onZoom={setZoom} />
      <Fired periods={periods} end={to} onShow={setZoom} />
    </section>
  )
}

function Fired({ periods, end, onShow }: { periods: Period[]; end: string; onShow: (zoom: Span) => void }) {
  const words = useTexts(ruleFieldTexts)
  const format = useFormat()
  const show = (period: Period) => {
    const around = Math.max(3_600_000, lengthOf(period, end))
    onShow({ from: Date.parse(period.from) - around, to: Date.parse(period.to ?? end) + around })
  }
  return (
    <ul className={styles.rows}>
      {periods.slice(0, maxListed).map((period) => (
        <li key={`${period.seriesId} ${period.from}`}>
          <Button variant="subtle" size="compact-sm" onClick={() => show(period)}>
            {[
              format.exact(period.from),
              period.to ? words.forMinutes(format.duration(lengthOf(period, end) / 60_000, 'exact')) : words.stillFiring,
              ...(period.heldBy ? [words.heldBy(period.heldBy)] : []),
            ].join(' · ')}
          </Button>
        </li>
      ))}
    </ul>
  )
}

type TestedChartProps = Pick<RuleBackTestProps, 'customerId' | 'question' | 'limits' | 'onLimit'> & {
  test: BackTest
  zoom: Span | null
  onZoom: (zoom: Span | null) => void
}

/** Of the first series alone; only for users who may see metrics. */
function TestedChart({ customerId, test, question, limits, onLimit, zoom, onZoom }: TestedChartProps) {
  const words = useTexts(ruleFieldTexts)
  const { can } = useShownCustomer()
  const [first] = test.series
  const isShown = first !== undefined && can(metricAccess)
  const buckets = useQuery({
    ...testedBucketsQuery(customerId, first?.seriesId ?? '', { from: test.from, to: test.to }),
    enabled: isShown,
  }).data
  const { aggregation, metricName } = question
  const { threshold, useCriticalThreshold, criticalThreshold } = limits
  const series = useMemo(
    () => [{ key: 'tested', label: metricName, times: (buckets?.at ?? []).map((at) => at * 1000), values: buckets?.[aggregation] ?? [] }],
    [buckets, aggregation, metricName],
  )
  const thresholds = useMemo(
    () => [
      { key: 'threshold', level: 'warning' as const, label: words.labels.threshold, value: threshold },
      ...(useCriticalThreshold && criticalThreshold !== null
        ? [{ key: 'criticalThreshold', level: 'critical' as const, label: words.labels.criticalThreshold, value: criticalThreshold }]
        : []),
    ],
    [words, threshold, useCriticalThreshold, criticalThreshold],
  )
  const bands = (first?.periods ?? []).map(({ from, to }) => ({
    key: from,
    kind: 'fired' as const,
    label: words.firedBand,
    from: Date.parse(from),
    to: to ? Date.parse(to) : null,
  }))
  if (!isShown || !buckets) return null
  return (
    <LineChart
      label={metricName}
      unit={unitOfValue({ metric: metricName, unit: test.unit, kind: 'gauge' }).unit}
      span={{ from: Date.parse(test.from), to: Date.parse(test.to) }}
      stepMs={300_000}
      series={series}
      bands={bands}
      thresholds={thresholds}
      onThreshold={(key, value) => onLimit(key === 'threshold' ? 'threshold' : 'criticalThreshold', value)}
      zoom={zoom}
      onZoom={onZoom}
    />
  )
}
