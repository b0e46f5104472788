import { useTexts } from '#web/platform/texts.ts'
import { chartTexts } from './chart.texts.ts'
import styles from './chart-table.module.css'
import type { UnitFormat } from './format-unit.ts'
import { sumOfBar } from './stack-bars.ts'
import type { Bar, BarSeries } from './stacked-bars.tsx'

type BarTableProps = { label: string; barsLabel: string; series: readonly BarSeries[]; bars: readonly Bar[]; format: UnitFormat }

/** The bars as rows. */
export function BarTable({ label, barsLabel, series, bars, format }: BarTableProps) {
  const words = useTexts(chartTexts)
  const hasTotal = series.length > 1
  return (
    <table className={styles.table}>
      <caption>{label}</caption>
      <thead>
        <tr>
          <th scope="col">{barsLabel}</th>
          {series.map((one) => (
            <th key={one.key} scope="col">
              {one.label}
            </th>
          ))}
          {hasTotal ? <th scope="col">{words.total}</th> : null}
        </tr>
      </thead>
      <tbody>
        {bars.map((bar) => (
          <tr key={bar.key}>
            <th scope="row">{bar.label}</th>
            {series.map((one, place) => (
              <td key={one.key}>{format.value(bar.values[place] ?? 0)}</td>
            ))}
            {hasTotal ? <td>{format.value(sumOfBar(bar.values))}</td> : null}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
