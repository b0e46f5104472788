import { lazy, type ReactNode, Suspense } from 'react'
import type { Span } from './span.ts'

export type ScheduleRow = { key: string; label: string /** Instead of the label, such as a link. */; head?: ReactNode }

/** `solid` is going on, `outlined` planned, `striped` recurs, `dashed` awaits approval, `gap` is when nothing is planned and should be. */
type ScheduleLook = 'solid' | 'outlined' | 'striped' | 'dashed' | 'gap'

export type ScheduleBar = {
  key: string
  row: string
  label: string
  /** Instead of the label where the bar is short, such as initials. */
  short?: string
  from: number
  /** Null: it has no end. */
  to: number | null
  look?: ScheduleLook
  /** What the look means, in words: *planned*. */
  state?: string
  /** What its look means in the legend, where the state alone does not tell it from others. */
  meaning?: string
  /** What its card says besides its label, state and times: what it covers. */
  details?: readonly string[]
  /** The name of a colour of the theme; accent without it. */
  color?: string
  isFixed?: boolean
}

export type PlacedSpan = Span & { row: string }

export type ScheduleTimelineProps = {
  label: string
  /** The head of the column of rows: *Resource*. */
  rowsLabel: string
  rows: readonly ScheduleRow[]
  bars: readonly ScheduleBar[]
  span: Span
  /** Draws the line of now; left out, the clock of the browser. */
  now?: number
  /** Times keep to this grid. */
  snapMs?: number
  onOpen?: (key: string) => void
  /** Drawn over empty space, or begun with the button of a row. */
  onCreate?: (placed: PlacedSpan) => void
  /** Moved or made longer or shorter; the page shows the bar where it was until it hands in the changed one. */
  onChange?: (key: string, placed: PlacedSpan) => void
}

const rowHeight = 36
const aroundRows = 96

const SchedulePlot = lazy(() => import('./schedule-plot.tsx').then((module) => ({ default: module.SchedulePlot })))

/** Rows of bars over days or weeks. Fetched when it is first drawn. */
export function ScheduleTimeline(props: ScheduleTimelineProps) {
  return (
    <Suspense fallback={<div style={{ height: props.rows.length * rowHeight + aroundRows }} />}>
      <SchedulePlot {...props} />
    </Suspense>
  )
}
