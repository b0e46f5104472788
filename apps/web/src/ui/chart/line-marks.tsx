import { useTexts } from '#web/platform/texts.ts'
import { chartTexts } from './chart.texts.ts'
import { topOf } from './chart-axes.tsx'
import type { UnitFormat } from './format-unit.ts'
import { placeLabels } from './label-places.ts'
import styles from './line-chart.module.css'
import { overlaps, type Span, shareOf } from './span.ts'
import type { ValueScale } from './value-scale.ts'

/** A time to be seen in the picture: `fired` is when a rule would have fired. */
export type Band = {
  key: string
  kind: 'incident' | 'window' | 'fired'
  label: string
  from: number /** Null: it goes on. */
  to: number | null
}

export type Threshold = { key: string; level: 'warning' | 'critical'; value: number /** The level without it. */; label?: string }

export const spanOfBand = ({ from, to }: Band): Span => ({ from, to: to ?? Number.POSITIVE_INFINITY })

const percent = (share: number) => `${Math.min(Math.max(share, 0), 1) * 100}%`

export function Bands({ bands, span, width }: { bands: readonly Band[]; span: Span; width: number }) {
  const labelFrom = 56
  return bands
    .filter((band) => overlaps(spanOfBand(band), span))
    .map((band) => {
      const start = shareOf(band.from, span)
      const end = shareOf(band.to ?? span.to, span)
      const isLabelled = (Math.min(end, 1) - Math.max(start, 0)) * width >= labelFrom
      return (
        <div
          key={band.key}
          className={styles.band}
          data-kind={band.kind}
          style={{ insetInlineStart: percent(start), insetInlineEnd: percent(1 - end) }}
        >
          {isLabelled ? <span className={styles.bandLabel}>{band.label}</span> : null}
        </div>
      )
    })
}

const labelHeight = 18

type ThresholdLinesProps = { thresholds: readonly Threshold[]; scale: ValueScale; format: UnitFormat; height: number }

/** Dashed lines with their values, which stand apart also where the lines are close together. */
export function ThresholdLines({ thresholds, scale, format, height }: ThresholdLinesProps) {
  const words = useTexts(chartTexts)
  const lines = thresholds.map(({ value }) => ((scale.max - value) / (scale.max - scale.min)) * height)
  const middles = placeLabels(lines, { height, labelHeight })
  return thresholds.map((threshold, index) => (
    <div key={threshold.key} className={styles.threshold} data-level={threshold.level} style={{ top: topOf(threshold.value, scale) }}>
      <span className={styles.thresholdLabel} style={{ top: (middles[index] ?? 0) - (lines[index] ?? 0) }}>
        {threshold.label ?? words.levels[threshold.level]} {format.value(threshold.value)}
      </span>
    </div>
  ))
}
