import { useState } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { chartTexts } from './chart.texts.ts'
import styles from './chart-table.module.css'
import type { UnitFormat } from './format-unit.ts'
import type { AlignedLines } from './line-data.ts'
import type { Band, Threshold } from './line-marks.tsx'
import type { TimeLabels } from './time-labels.ts'

const pageSize = 100

type LineTableProps = {
  label: string
  lines: AlignedLines
  bounds: { first: number; last: number }
  thresholds: readonly Threshold[]
  bands: readonly Band[]
  format: UnitFormat
  labels: TimeLabels
}

/** The points as rows, newest first, so many at a time; the thresholds and the marked periods as well. */
export function LineTable({ label, lines, bounds, thresholds, bands, format, labels }: LineTableProps) {
  const words = useTexts(chartTexts)
  const [limit, setLimit] = useState(pageSize)
  const all = Math.max(0, bounds.last - bounds.first + 1)
  const count = Math.min(limit, all)
  const indexes = Array.from({ length: count }, (_, place) => bounds.last - place)
  return (
    <>
      <table className={styles.table}>
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">{words.time}</th>
            {lines.series.map(({ key, label: name }) => (
              <th key={key} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {indexes.map((index) => (
            <tr key={index}>
              <th scope="row">{labels.exact(lines.times[index] ?? 0)}</th>
              {lines.series.map(({ key, values }) => {
                const value = values[index]
                return <td key={key}>{typeof value === 'number' ? format.value(value) : words.noValue}</td>
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.foot}>
        {all === 0 ? words.empty : words.shown(count, all)}
        {all > count ? (
          <Button variant="default" size="compact-sm" onClick={() => setLimit(limit + pageSize)}>
            {words.more(Math.min(pageSize, all - count))}
          </Button>
        ) : null}
      </p>
      {thresholds.length > 0 ? (
        <table className={styles.table}>
          <caption>{words.thresholds}</caption>
          <tbody>
            {thresholds.map(({ key, level, value, label: name }) => (
              <tr key={key}>
                <th scope="row">{name ?? words.levels[level]}</th>
                <td>{format.value(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      {bands.length > 0 ? (
        <table className={styles.table}>
          <caption>{words.marked}</caption>
          <thead>
            <tr>
              <th scope="col">{words.period}</th>
              <th scope="col">{words.from}</th>
              <th scope="col">{words.until}</th>
            </tr>
          </thead>
          <tbody>
            {bands.map(({ key, kind, label: name, from, to }) => (
              <tr key={key}>
                <th scope="row">{name === words.bands[kind] ? name : `${words.bands[kind]}: ${name}`}</th>
                <td>{labels.exact(from)}</td>
                <td>{to === null ? words.ongoing : labels.exact(to)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </>
  )
}
