import type { CSSProperties } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { chartTexts } from './chart.texts.ts'
import styles from './line-chart.module.css'
import { colorOf, isDashed } from './line-colors.ts'
import type { LineSeries } from './line-data.ts'
import type { Band } from './line-marks.tsx'

/** A piece of the line, as it is drawn. */
export function LineSwatch({ index }: { index: number }) {
  return (
    <span
      className={styles.swatch}
      data-dashed={isDashed(index) || undefined}
      style={{ '--swatch': `var(${colorOf(index)})` } as CSSProperties}
    />
  )
}

export function BandSwatch({ kind }: { kind: Band['kind'] }) {
  return <span className={`${styles.band} ${styles.bandSwatch}`} data-kind={kind} />
}

export function LineLegend({ series, bands }: { series: readonly LineSeries[]; bands: readonly Band[] }) {
  const words = useTexts(chartTexts)
  const kinds = (['incident', 'window', 'fired'] as const).filter((kind) => bands.some((band) => band.kind === kind))
  return (
    <>
      {series.map(({ key, label }, index) => (
        <span key={key}>
          <LineSwatch index={index} />
          {label}
        </span>
      ))}
      {kinds.map((kind) => (
        <span key={kind}>
          <BandSwatch kind={kind} />
          {words.bands[kind]}
        </span>
      ))}
    </>
  )
}
