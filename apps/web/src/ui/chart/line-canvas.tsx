import { useEffect, useRef } from 'react'
import UPlot from 'uplot'
import { onColorsChanged } from './chart-colors.ts'
import styles from './line-chart.module.css'
import { colorOf, isDashed } from './line-colors.ts'
import { type AlignedLines, lonePoints } from './line-data.ts'
import type { Span } from './span.ts'
import type { ValueScale } from './value-scale.ts'

const lineWidth = 1.5
/** Around the picture, so that a line along its edge is drawn whole. */
const margin = 4

function readColor(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim()
}

type LineCanvasProps = { lines: AlignedLines; span: Span; scale: ValueScale; width: number; height: number }

/** The lines alone, by uPlot: what stands around them is HTML, in the colours of the theme and sharp on paper. */
export function LineCanvas({ lines, span, scale, width, height }: LineCanvasProps) {
  const host = useRef<HTMLDivElement>(null)
  const plot = useRef<UPlot>(null)
  const bounds = useRef({ span, scale })
  const size = useRef({ width, height })
  bounds.current = { span, scale }
  size.current = { width: width + 2 * margin, height: height + 2 * margin }

  useEffect(() => {
    if (!host.current) return
    const made = new UPlot(
      {
        ...size.current,
        padding: [margin, margin, margin, margin],
        legend: { show: false },
        cursor: { show: false },
        axes: [{ show: false }, { show: false }],
        scales: {
          x: { time: false, range: () => [bounds.current.span.from, bounds.current.span.to] },
          y: { range: () => [bounds.current.scale.min, bounds.current.scale.max] },
        },
        series: [
          {},
          ...lines.series.map(({ values }, index): UPlot.Series => {
            const lone = lonePoints(values)
            return {
              width: lineWidth,
              stroke: () => readColor(colorOf(index)),
              ...(lines.series.length === 1 ? { fill: () => `${readColor(colorOf(index))}14` } : {}),
              ...(isDashed(index) ? { dash: [6, 4] } : {}),
              points: { show: lone.length > 0, filter: () => lone, size: 5, width: 0, fill: () => readColor(colorOf(index)) },
            }
          }),
        ],
      },
      [lines.times, ...lines.series.map(({ values }) => values)] as UPlot.AlignedData,
      host.current,
    )
    plot.current = made
    const ignoreColors = onColorsChanged(() => made.redraw(false, false))
    return () => {
      ignoreColors()
      made.destroy()
      plot.current = null
    }
  }, [lines])

  // biome-ignore lint/correctness/useExhaustiveDependencies: read through the refs, by the plot too
  useEffect(() => plot.current?.setSize(size.current), [width, height])
  // biome-ignore lint/correctness/useExhaustiveDependencies: read through the refs, by the plot too
  useEffect(() => plot.current?.setScale('x', { min: span.from, max: span.to }), [span, scale])

  return <div ref={host} className={styles.canvas} aria-hidden="true" />
}
