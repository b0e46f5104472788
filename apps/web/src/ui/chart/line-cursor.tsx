import type { CSSProperties } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { chartTexts } from './chart.texts.ts'
import { topOf } from './chart-axes.tsx'
import { ChartTooltip, TooltipRow } from './chart-tooltip.tsx'
import type { UnitFormat } from './format-unit.ts'
import styles from './line-chart.module.css'
import { colorOf } from './line-colors.ts'
import { type AlignedLines, valueAt } from './line-data.ts'
import { BandSwatch, LineSwatch } from './line-legend.tsx'
import type { Band } from './line-marks.tsx'
import { percentOf, type Span, shareOf } from './span.ts'
import type { TimeLabels } from './time-labels.ts'
import type { ValueScale } from './value-scale.ts'

type LineCursorProps = {
  lines: AlignedLines
  index: number
  span: Span
  scale: ValueScale
  format: UnitFormat
  labels: TimeLabels
  bands: readonly Band[]
}

/** A line through one moment, a dot on each series, and one card for all of them. */
export function LineCursor({ lines, index, span, scale, format, labels, bands }: LineCursorProps) {
  const words = useTexts(chartTexts)
  const at = lines.times[index] ?? 0
  return (
    <>
      <div className={styles.cursor} style={{ insetInlineStart: percentOf(at, span) }} />
      {lines.series.map(({ key, values }, place) => {
        const value = values[index]
        if (typeof value !== 'number') return null
        return (
          <div
            key={key}
            className={styles.dot}
            style={{ insetInlineStart: percentOf(at, span), top: topOf(value, scale), '--dot': `var(${colorOf(place)})` } as CSSProperties}
          />
        )
      })}
      <ChartTooltip share={shareOf(at, span)} title={labels.exact(at)}>
        {lines.series.map(({ key, label, values }, place) => {
          const value = valueAt(values, index)
          return (
            <TooltipRow
              key={key}
              mark={<LineSwatch index={place} />}
              label={label}
              value={value === null ? words.noValue : format.value(value)}
            />
          )
        })}
        {bands.map((band) => (
          <TooltipRow key={band.key} mark={<BandSwatch kind={band.kind} />} label={band.label} />
        ))}
      </ChartTooltip>
    </>
  )
}
