import { lazy, type ReactNode, Suspense } from 'react'
import type { Unit } from './format-unit.ts'

export type BarSeries = {
  key: string
  label: string
  /** The name of a colour of the theme, such as `--vakt-bar-critical`. */
  color: string
  /** Shown beside the label instead of the colour, such as the shape of a severity. */
  mark?: ReactNode
}

export type Bar = {
  key: string
  /** In full: `Mon 23 Nov`. */
  label: string
  /** Below the bar, where there is room. */
  axisLabel: string
  /** One for each series, in their order. */
  values: readonly number[]
}

export type StackedBarsProps = {
  label: string
  /** From the bottom up. */
  series: readonly BarSeries[]
  bars: readonly Bar[]
  unit?: Unit
  /** The head of the first column of the table, such as *Day*. */
  barsLabel: string
  /** The bar that is still growing, such as today's. */
  currentKey?: string
  /** What is said of a bar without anything. */
  nothing?: string
  /** Instead of the series with their sums. */
  legend?: ReactNode
  /** Bars are buttons that call this. */
  onChoose?: (key: string) => void
  /** Of the picture without its axis, in px. */
  height?: number
}

const defaultHeight = 128
/** Legend above, axis below. */
const aroundPicture = 76

// Fetched with the screen, while it asks for its data.
const loading = import('./bar-plot.tsx')
const BarPlot = lazy(() => loading.then((module) => ({ default: module.BarPlot })))

/** Bars of several parts each, one for each period. */
export function StackedBars(props: StackedBarsProps) {
  const height = props.height ?? defaultHeight
  return (
    <Suspense fallback={<div style={{ height: height + aroundPicture }} />}>
      <BarPlot {...props} height={height} />
    </Suspense>
  )
}
