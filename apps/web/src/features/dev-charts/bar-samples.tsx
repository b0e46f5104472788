import { severities } from '@vakt/contract/severity.ts'
import { useMemo } from 'react'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { severityTexts } from '#web/shared/severity/severity.texts.ts'
import { StackedBars, type StackedBarsProps } from '#web/ui/chart/stacked-bars.tsx'
import styles from './dev-charts.module.css'
import { devChartsTexts } from './dev-charts.texts.ts'
import { day, end } from './sample-series.ts'

function useSamples(): Omit<StackedBarsProps, 'barsLabel'>[] {
  const words = useTexts(devChartsTexts)
  const levels = useTexts(severityTexts)
  const format = useFormat()
  return useMemo(() => {
    const bars = (count: number, valuesOf: (index: number) => number[]) =>
      Array.from({ length: count }, (_, index) => {
        const date = new Date(end - (count - 1 - index) * day).toISOString().slice(0, 10)
        return { key: date, label: format.day(date), axisLabel: format.day(date), values: valuesOf(index) }
      })
    const series = severities.map((severity) => ({ key: severity, label: levels[severity], color: `--vakt-bar-${severity}` }))
    const traffic = [
      { key: 'in', label: words.received, color: '--vakt-line-1' },
      { key: 'out', label: words.sent, color: '--vakt-line-2' },
    ]
    const incidents = (index: number) =>
      index % 9 === 4 ? [0, 0, 0, 0] : [index % 7 === 3 ? 2 : 0, index % 3, (index * 7) % 4, (index * 5) % 3]
    return [
      { label: words.barsFull, series, bars: bars(30, incidents), currentKey: '2026-11-23' },
      { label: words.barsEmpty, series, bars: [] },
      { label: words.barsZero, series, bars: bars(7, () => [0, 0, 0, 0]) },
      { label: words.barsOne, series, bars: bars(1, () => [1, 0, 3, 0]) },
      { label: words.barsHuge, series: traffic, bars: bars(14, (n) => [(n + 3) * 2 ** 44, (15 - n) * 2 ** 43]), unit: 'bytes' },
      { label: words.barsNegative, series: traffic, bars: bars(14, (n) => [n * 3, -((n * 5) % 17)]), onChoose: () => undefined },
    ]
  }, [words, levels, format])
}

export function BarSamples() {
  const words = useTexts(devChartsTexts)
  return (
    <div className={styles.charts}>
      {useSamples().map((sample) => (
        <div key={sample.label}>
          <h3>{sample.label}</h3>
          <StackedBars {...sample} barsLabel={words.day} />
        </div>
      ))}
    </div>
  )
}
