import { useMemo, useState } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { LineChart, type LineChartProps } from '#web/ui/chart/line-chart.tsx'
import type { Band, Threshold } from '#web/ui/chart/line-marks.tsx'
import type { Span } from '#web/ui/chart/span.ts'
import styles from './dev-charts.module.css'
import { devChartsTexts } from './dev-charts.texts.ts'
import { day, end, hour, lastDays, minute, sampleWave, scaled, withoutHours } from './sample-series.ts'

const thresholds: Threshold[] = [
  { key: 'warning', level: 'warning', value: 80 },
  { key: 'critical', level: 'critical', value: 95 },
]
const month = lastDays(30)
const oneDay = lastDays(1)
const autumn: Span = { from: Date.parse('2026-10-24T22:00:00Z'), to: Date.parse('2026-10-25T23:00:00Z') }
const spring: Span = { from: Date.parse('2026-03-28T23:00:00Z'), to: Date.parse('2026-03-29T22:00:00Z') }
const load = { key: 'load', seed: 1, base: 48, swing: 18, noise: 9 }

function useSamples(): LineChartProps[] {
  const words = useTexts(devChartsTexts)
  return useMemo(() => {
    const wave = sampleWave(oneDay, { ...load, label: words.host(1), seed: 4 })
    const bands: Band[] = [
      { key: 'a', kind: 'incident', label: words.outage, from: end - 15 * hour, to: end - 12 * hour },
      { key: 'b', kind: 'window', label: words.patching, from: end - 9 * hour, to: end - 6.5 * hour },
      { key: 'c', kind: 'fired', label: words.outage, from: end - 35 * minute, to: null },
    ]
    return [
      {
        label: words.gaps,
        unit: 'percent',
        span: oneDay,
        series: [
          withoutHours(wave, [
            [3, 3.4],
            [10, 13],
            [13.1, 15],
            [20, 20.1],
          ]),
        ],
        thresholds: [...thresholds.slice(0, 1), { key: 'near', level: 'critical', value: 84 }],
        bands,
      },
      {
        label: words.empty,
        unit: 'milliseconds',
        span: oneDay,
        series: [{ key: 'none', label: words.responseTime, times: [], values: [] }],
      },
      {
        label: words.onePoint,
        unit: 'milliseconds',
        span: oneDay,
        series: [{ key: 'one', label: words.responseTime, times: [end - 10 * hour], values: [1340] }],
      },
      {
        label: words.huge,
        unit: 'bytes',
        span: lastDays(7),
        series: [
          scaled(sampleWave(lastDays(7), { ...load, label: words.received }, hour), 2 ** 43),
          scaled(sampleWave(lastDays(7), { ...load, key: 'sent', label: words.sent, seed: 9 }, hour), 2 ** 42),
        ],
      },
      {
        label: words.requests,
        unit: 'count',
        span: lastDays(2),
        series: [scaled(sampleWave(lastDays(2), { ...load, label: words.requests, seed: 12 }), 31_234_567)],
      },
      {
        label: words.negative,
        unit: 'count',
        span: lastDays(7),
        series: [scaled(sampleWave(lastDays(7), { ...load, label: words.temperature, seed: 5 }, hour), 0.5, -26)],
      },
      {
        label: words.fewer,
        unit: 'bytesPerSecond',
        span: oneDay,
        series: [
          scaled(wave, 30_000),
          { ...scaled(sampleWave(oneDay, { ...load, key: 'hourly', label: words.hourly, noise: 0 }, hour), 30_000) },
        ],
      },
      { label: words.autumn, unit: 'percent', span: autumn, series: [sampleWave(autumn, { ...load, label: words.host(1), seed: 3 })] },
      { label: words.spring, unit: 'percent', span: spring, series: [sampleWave(spring, { ...load, label: words.host(1), seed: 8 })] },
    ]
  }, [words])
}

function FullSample() {
  const words = useTexts(devChartsTexts)
  const [zoom, setZoom] = useState<Span | null>(null)
  const series = useMemo(
    () =>
      [1, 2, 3].map((n) =>
        sampleWave(month, { ...load, key: `host${n}`, label: words.host(n), seed: n * 7, base: 28 + n * 10, swing: 14, noise: 3 + n }),
      ),
    [words],
  )
  const bands = useMemo(
    (): Band[] => [
      { key: 'incident', kind: 'incident', label: words.outage, from: end - 20 * day, to: end - 17.5 * day },
      ...[27, 20, 13, 6].map(
        (ago): Band => ({ key: `w${ago}`, kind: 'window', label: words.patching, from: end - ago * day, to: end - ago * day + 5 * hour }),
      ),
    ],
    [words],
  )
  return (
    <div className={styles.wide}>
      <h3>{words.full}</h3>
      <LineChart
        label={words.full}
        unit="percent"
        span={month}
        series={series}
        thresholds={thresholds}
        bands={bands}
        zoom={zoom}
        onZoom={setZoom}
        height={260}
      />
      <p className={styles.dim}>
        {words.zoomedTo(zoom ? `${new Date(zoom.from).toISOString()} – ${new Date(zoom.to).toISOString()}` : words.everything)}
      </p>
    </div>
  )
}

export function LineSamples() {
  return (
    <div className={styles.charts}>
      <FullSample />
      {useSamples().map((sample) => (
        <div key={sample.label}>
          <h3>{sample.label}</h3>
          <LineChart {...sample} />
        </div>
      ))}
    </div>
  )
}
