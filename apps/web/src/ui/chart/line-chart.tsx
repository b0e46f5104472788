import { lazy, Suspense } from 'react'
import type { Unit } from './format-unit.ts'
import type { LineSeries } from './line-data.ts'
import type { Band, Threshold } from './line-marks.tsx'
import type { Span } from './span.ts'

export type LineChartProps = {
  /** What is shown, such as the name of the metric. */
  label: string
  /** Drawn in the order given, each in the colour of its place. */
  series: readonly LineSeries[]
  unit: Unit
  /** The whole time that was asked for; where it has no points the picture is empty. */
  span: Span
  /** The length of a bucket: where the next one is missing, the line is broken. Without it the usual distance of the points. */
  stepMs?: number
  thresholds?: readonly Threshold[]
  /** Thresholds can be moved by pointer and keys: called with each new value. */
  onThreshold?: (key: string, value: number) => void
  bands?: readonly Band[]
  /** The part that is shown, null for all. Left out, the chart keeps it itself. */
  zoom?: Span | null
  /** Called when a part was chosen by drag or keys, with null when everything is shown again. */
  onZoom?: (zoom: Span | null) => void
  /** Of the picture without its axis, in px. */
  height?: number
}

const defaultHeight = 220
/** Legend above, axis below. */
const aroundPicture = 82

const LinePlot = lazy(() => import('./line-plot.tsx').then((module) => ({ default: module.LinePlot })))

/** Lines over time, with thresholds and marked periods; for many points. Fetched when it is first drawn. */
export function LineChart(props: LineChartProps) {
  const height = props.height ?? defaultHeight
  return (
    <Suspense fallback={<div style={{ height: height + aroundPicture }} />}>
      <LinePlot {...props} height={height} />
    </Suspense>
  )
}
