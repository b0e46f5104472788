import { type SeverityCounts, severities } from '@vakt/contract/severity.ts'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { useIsPainted } from '#web/ui/hooks/use-is-painted.ts'
import { uiTexts } from '#web/ui/ui.texts.ts'
import { severityTexts } from './severity.texts.ts'
import { SeverityCountList } from './severity-counts.tsx'
import { SeverityMark } from './severity-mark.tsx'
import { sumCounts } from './sum-counts.ts'
import styles from './trend-chart.module.css'
import { niceMaximum, stackDay } from './trend-stack.ts'

type TrendDay = { date: string; counts: SeverityCounts }

const height = 100
const barWidth = 0.56

/** Stacked bars, one a day. Each can be pointed at, reached with the arrows and, where `onChoose` is given, opened; the same as a table for those who do not see it. */
export function TrendChart({ label, days, onChoose }: { label: string; days: TrendDay[]; onChoose?: (date: string) => void }) {
  const words = useTexts(uiTexts)
  const levels = useTexts(severityTexts)
  const format = useFormat()
  const [active, setActive] = useState<number | null>(null)
  const [tabStop, setTabStop] = useState(days.length - 1)
  const bars = useRef<HTMLDivElement>(null)
  // What nobody sees comes a moment after the screen: the table, a third of the dashboard, and what the bars are pointed at by.
  const isWholeDrawn = useIsPainted()
  const maximum = niceMaximum(Math.max(0, ...days.map((day) => sumCounts(day.counts))))
  const shown = active === null ? undefined : days[active]

  const handleKeyDown = (event: KeyboardEvent) => {
    const target = { ArrowLeft: tabStop - 1, ArrowRight: tabStop + 1, Home: 0, End: days.length - 1 }[event.key]
    if (event.key === 'Escape') setActive(null)
    if (target === undefined || target < 0 || target >= days.length) return
    event.preventDefault()
    setTabStop(target)
    bars.current?.querySelectorAll<HTMLElement>('[data-day]')[target]?.focus()
  }
  const say = (day: TrendDay) => {
    const parts = severities
      .filter((severity) => day.counts[severity] > 0)
      .map((severity) => levels.counted(severity, day.counts[severity]))
    return `${format.day(day.date)}: ${parts.length > 0 ? parts.join(', ') : levels.good.toLowerCase()}`
  }

  return (
    <figure className={styles.figure} aria-label={label}>
      <div className={styles.plot}>
        <span className={styles.maximum} aria-hidden="true">
          {maximum}
        </span>
        <span className={styles.half} aria-hidden="true">
          {maximum / 2}
        </span>
        <svg
          className={styles.picture}
          viewBox={`0 0 ${days.length} ${height}`}
          preserveAspectRatio="none"
          aria-hidden="true"
          focusable="false"
        >
          <line className={styles.grid} x1="0" x2={days.length} y1="0" y2="0" />
          <line className={styles.grid} x1="0" x2={days.length} y1={height / 2} y2={height / 2} />
          <rect className={styles.todayBand} x={days.length - 1} width={1} y={0} height={height} />
          {days.map((day, index) => (
            <g key={day.date} className={styles.day} data-dim={(active !== null && active !== index) || undefined}>
              {stackDay(day.counts, maximum, height).map(({ severity, y, size }) => (
                <rect key={severity} data-level={severity} x={index + (1 - barWidth) / 2} width={barWidth} y={y} height={size} />
              ))}
            </g>
          ))}
          <line className={styles.base} x1="0" x2={days.length} y1={height} y2={height} />
        </svg>
        {/* biome-ignore lint/a11y/useSemanticElements: these are no fields */}
        <div
          ref={bars}
          className={styles.targets}
          role="group"
          aria-label={label}
          onKeyDown={handleKeyDown}
          onMouseLeave={() => setActive(null)}
        >
          {(isWholeDrawn ? days : []).map((day, index) => {
            const target = {
              'data-day': true,
              'aria-label': say(day),
              tabIndex: index === tabStop ? 0 : -1,
              className: styles.target,
              onMouseEnter: () => setActive(index),
              onFocus: () => {
                setTabStop(index)
                setActive(index)
              },
              onBlur: () => setActive(null),
            }
            return onChoose ? (
              <button key={day.date} type="button" {...target} onClick={() => onChoose(day.date)} />
            ) : (
              <div key={day.date} role="img" {...target} />
            )
          })}
        </div>
        {shown && active !== null ? (
          <div
            className={styles.tip}
            data-side={active > days.length / 2 ? 'left' : 'right'}
            style={{ insetInlineStart: `${((active + 0.5) / days.length) * 100}%` }}
            aria-hidden="true"
          >
            <strong>{format.day(shown.date)}</strong>
            <SeverityCountList counts={shown.counts} />
          </div>
        ) : null}
      </div>
      <div className={styles.axis} aria-hidden="true">
        <span>{days[0] ? format.day(days[0].date) : null}</span>
        <span className={styles.middle}>{format.day(days[Math.floor(days.length / 2)]?.date ?? '1970-01-01')}</span>
        <span className={styles.today}>{words.today}</span>
      </div>
      {isWholeDrawn ? <TrendTable label={label} days={days} /> : null}
    </figure>
  )
}

function TrendTable({ label, days }: { label: string; days: TrendDay[] }) {
  const words = useTexts(uiTexts)
  const levels = useTexts(severityTexts)
  const format = useFormat()
  return (
    <table className={styles.table}>
      <caption>
        {label}. {words.trendTable}
      </caption>
      <thead>
        <tr>
          <th scope="col">{words.day}</th>
          {severities.map((severity) => (
            <th key={severity} scope="col">
              {levels[severity]}
            </th>
          ))}
          <th scope="col">{words.total}</th>
        </tr>
      </thead>
      <tbody>
        {days.map((day) => (
          <tr key={day.date}>
            <th scope="row">{format.day(day.date)}</th>
            {severities.map((severity) => (
              <td key={severity}>{day.counts[severity]}</td>
            ))}
            <td>{sumCounts(day.counts)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What the colours mean, with the sum of each over the whole time. */
export function TrendLegend({ days }: { days: TrendDay[] }) {
  const levels = useTexts(severityTexts)
  return (
    <span className={styles.legend}>
      {severities.map((severity) => (
        <SeverityMark
          key={severity}
          level={severity}
          label={levels.counted(
            severity,
            days.reduce((sum, day) => sum + day.counts[severity], 0),
          )}
        />
      ))}
    </span>
  )
}
