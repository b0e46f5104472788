import { type KeyboardEvent, type PointerEvent, useMemo, useRef, useState } from 'react'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { VisuallyHidden } from '#web/ui/display/visually-hidden.tsx'
import { chartTexts } from './chart.texts.ts'
import { PlotArea } from './chart-axes.tsx'
import { ChartFrame } from './chart-frame.tsx'
import { createUnitFormat } from './format-unit.ts'
import { LineCanvas } from './line-canvas.tsx'
import styles from './line-chart.module.css'
import type { LineChartProps } from './line-chart.tsx'
import { LineCursor } from './line-cursor.tsx'
import { alignLines, indexesWithin, nearestIndex } from './line-data.ts'
import { LineLegend } from './line-legend.tsx'
import { Bands, spanOfBand, ThresholdLines } from './line-marks.tsx'
import { describeLines, describePoint } from './line-summary.ts'
import { LineTable } from './line-table.tsx'
import { overlaps } from './span.ts'
import { ThresholdHandles } from './threshold-handles.tsx'
import { TimeAxis } from './time-axis.tsx'
import { createTimeLabels } from './time-labels.ts'
import { timeTicks } from './time-ticks.ts'
import { useChartCursor } from './use-chart-cursor.ts'
import { useWidth } from './use-width.ts'
import { useZoom } from './use-zoom.ts'
import { valueScale } from './value-scale.ts'

const pixelsPerTimeTick = 60
const pixelsPerValueTick = 44

/** The chart of `LineChart`, in a file of its own with uPlot. */
export function LinePlot({
  label,
  series,
  unit,
  span,
  stepMs,
  thresholds = [],
  onThreshold,
  bands = [],
  zoom,
  onZoom,
  height,
}: LineChartProps & { height: number }) {
  const words = useTexts(chartTexts)
  const userFormat = useFormat()
  const { locale, timeZone } = userFormat
  const format = useMemo(() => createUnitFormat(unit, locale), [unit, locale])
  const labels = useMemo(() => createTimeLabels(userFormat), [userFormat])
  const lines = useMemo(() => alignLines(series, stepMs), [series, stepMs])
  const [area, width] = useWidth()
  const zooming = useZoom({ whole: span, zoom, onZoom })
  const { shown } = zooming
  const bounds = useMemo(() => indexesWithin(lines.times, shown), [lines, shown])
  const fitting = useMemo(() => {
    const values = lines.series.flatMap(({ values }) =>
      values.slice(bounds.first, bounds.last + 1).filter((value) => typeof value === 'number'),
    )
    const limits = thresholds.map(({ value }) => value)
    return valueScale([...values, ...limits], unit, { maxSteps: Math.max(2, Math.floor(height / pixelsPerValueTick)) })
  }, [lines, bounds, thresholds, unit, height])
  const [isHeld, setIsHeld] = useState(false)
  const held = useRef(fitting)
  if (!isHeld) held.current = fitting
  const scale = held.current
  const ticks = useMemo(() => timeTicks(shown, timeZone, Math.max(2, Math.floor(width / pixelsPerTimeTick))), [shown, timeZone, width])
  const { cursor, ...cursorMoves } = useChartCursor({ ...bounds, page: Math.max(1, Math.round((bounds.last - bounds.first) / 20)) })
  const at = cursor ? (lines.times[cursor.index] ?? 0) : 0
  const bandsAtCursor = cursor ? bands.filter((band) => overlaps(spanOfBand(band), { from: at, to: at + 1 })) : []
  const isEmpty = bounds.last < bounds.first

  function handlePointerMove(event: PointerEvent) {
    const { left, width: measured } = event.currentTarget.getBoundingClientRect()
    zooming.moveDrag(event)
    if (isEmpty) return
    const share = (event.clientX - left) / measured
    cursorMoves.point(nearestIndex(lines.times, shown.from + share * (shown.to - shown.from), bounds))
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (cursorMoves.handleKeyDown(event)) return
    const middle = cursor ? at : (shown.from + shown.to) / 2
    if (event.key === '+') zooming.zoomAround(middle, 0.5)
    else if (event.key === '-') zooming.zoomAround(middle, 2)
    else if (event.key === 'Escape' && zooming.isZoomed) zooming.reset()
    else if (event.key === 'Escape' && cursor) cursorMoves.clear()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <ChartFrame
      label={label}
      summary={describeLines({ words, lines, bounds, format, labels, shown })}
      legend={<LineLegend series={series} bands={bands} />}
      actions={
        zooming.isZoomed ? (
          <Button variant="subtle" size="compact-sm" onClick={zooming.reset}>
            {words.resetZoom}
          </Button>
        ) : null
      }
      table={() => <LineTable {...{ label, lines, bounds, thresholds, bands, format, labels }} />}
    >
      {(summaryId) => (
        <PlotArea
          height={height}
          scale={scale}
          tickLabels={format.axis(scale.ticks)}
          xAxis={<TimeAxis {...{ span: shown, ticks, labels, timeZone, width }} />}
        >
          <Bands bands={bands} span={shown} width={width} />
          {width > 0 && !isEmpty ? <LineCanvas {...{ lines, span: shown, scale, width, height }} /> : null}
          <ThresholdLines {...{ thresholds, scale, format, height }} />
          {isEmpty ? <p className={styles.empty}>{words.empty}</p> : null}
          <div
            ref={area}
            className={styles.targets}
            role="application"
            aria-roledescription={words.chart}
            aria-label={`${label}. ${words.keys} ${words.zoomKeys}`}
            aria-describedby={summaryId}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys move a cursor through the points
            tabIndex={0}
            onKeyDown={handleKeyDown}
            onFocus={cursorMoves.handleFocus}
            onBlur={cursorMoves.clear}
            onPointerDown={zooming.beginDrag}
            onPointerMove={handlePointerMove}
            onPointerUp={zooming.endDrag}
            onPointerCancel={zooming.cancelDrag}
            onPointerLeave={(event) => event.pointerType !== 'touch' && cursorMoves.clear()}
            onDoubleClick={zooming.reset}
          />
          {zooming.selection ? (
            <div
              className={styles.selection}
              style={{
                insetInlineStart: `${zooming.selection.start * 100}%`,
                insetInlineEnd: `${(1 - zooming.selection.end) * 100}%`,
              }}
            />
          ) : null}
          {onThreshold ? <ThresholdHandles {...{ thresholds, scale, format, height }} onHold={setIsHeld} onChange={onThreshold} /> : null}
          {cursor ? <LineCursor {...{ lines, index: cursor.index, span: shown, scale, format, labels, bands: bandsAtCursor }} /> : null}
          <VisuallyHidden role="status">
            {cursor?.isByKey ? describePoint({ words, lines, index: cursor.index, format, labels, bands: bandsAtCursor }) : null}
          </VisuallyHidden>
        </PlotArea>
      )}
    </ChartFrame>
  )
}
