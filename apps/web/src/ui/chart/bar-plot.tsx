import { type CSSProperties, type KeyboardEvent, useMemo } from 'react'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import styles from './bar-plot.module.css'
import { BarTable } from './bar-table.tsx'
import { chartTexts } from './chart.texts.ts'
import { PlotArea } from './chart-axes.tsx'
import { ChartFrame } from './chart-frame.tsx'
import { ChartTooltip, TooltipRow } from './chart-tooltip.tsx'
import { createUnitFormat } from './format-unit.ts'
import { labelledBars, placePart, stackEnds, stackParts, sumOfBar } from './stack-bars.ts'
import type { Bar, BarSeries, StackedBarsProps } from './stacked-bars.tsx'
import { useChartCursor } from './use-chart-cursor.ts'
import { useWidth } from './use-width.ts'
import { valueScale } from './value-scale.ts'

/** Of the place of a bar; a wide one stays narrower. */
const barShare = 0.56
const widestBar = 48
const pixelsPerValueTick = 40
const pixelsPerLabel = 72
/** The picture is stretched to its place. */
const pictureHeight = 100

/** The chart of `StackedBars`, in a file of its own. */
export function BarPlot({
  label,
  series,
  bars,
  unit = 'count',
  barsLabel,
  currentKey,
  nothing,
  legend,
  onChoose,
  height,
}: StackedBarsProps & { height: number }) {
  const words = useTexts(chartTexts)
  const { locale } = useFormat()
  const format = useMemo(() => createUnitFormat(unit, locale), [unit, locale])
  const scale = useMemo(() => {
    const isWhole = unit === 'count' && bars.every(({ values }) => values.every(Number.isInteger))
    const maxSteps = Math.max(2, Math.floor(height / pixelsPerValueTick))
    return valueScale(
      bars.flatMap(({ values }) => stackEnds(values)),
      unit,
      { isWhole, maxSteps },
    )
  }, [bars, unit, height])
  const [area, width] = useWidth()
  const barWidth = width > 0 ? Math.min(barShare, (widestBar * bars.length) / width) : barShare
  const { cursor, ...cursorMoves } = useChartCursor({ first: 0, last: bars.length - 1 })
  const active = cursor ? bars[cursor.index] : undefined
  const tabStop = cursor?.index ?? bars.length - 1
  const labelled = labelledBars(bars.length, Math.max(2, Math.floor(width / pixelsPerLabel)))
  const center = (index: number) => `${((index + 0.5) / bars.length) * 100}%`
  const isLast = (index: number) => index > 0 && index === bars.length - 1
  const partsOf = ({ values }: Bar) =>
    series.flatMap((one, place) => (values[place] ? [{ ...one, value: format.value(values[place]) }] : []))
  const describe = (bar: Bar) => {
    const parts = partsOf(bar).map((part) => `${part.label} ${part.value}`)
    return `${bar.label}: ${parts.length > 0 ? parts.join(', ') : (nothing ?? words.nothing)}`
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && cursor) {
      cursorMoves.clear()
      event.stopPropagation()
    }
    const target = { ArrowLeft: tabStop - 1, ArrowRight: tabStop + 1, Home: 0, End: bars.length - 1 }[event.key]
    if (target === undefined || target < 0 || target >= bars.length) return
    event.preventDefault()
    event.currentTarget.querySelectorAll<HTMLElement>('[data-bar]')[target]?.focus()
  }

  return (
    <ChartFrame
      label={label}
      summary={summarize({ words, series, bars, write: format.value })}
      legend={legend ?? <BarLegend series={series} />}
      table={() => <BarTable {...{ label, barsLabel, series, bars, format }} />}
    >
      {(summaryId) => (
        <PlotArea
          height={height}
          scale={scale}
          tickLabels={format.axis(scale.ticks)}
          isLow
          xAxis={labelled.map((index) => (
            <span
              key={bars[index]?.key}
              className={styles.axisLabel}
              data-end={isLast(index) || undefined}
              data-current={bars[index]?.key === currentKey || undefined}
              style={isLast(index) ? { insetInlineEnd: 0 } : { insetInlineStart: center(index) }}
            >
              {bars[index]?.axisLabel}
            </span>
          ))}
        >
          <svg
            className={styles.picture}
            viewBox={`0 0 ${Math.max(1, bars.length)} ${pictureHeight}`}
            preserveAspectRatio="none"
            aria-hidden="true"
            focusable="false"
          >
            {bars.map((bar, index) => (
              <g key={bar.key} className={styles.bar} data-dim={(cursor && cursor.index !== index) || undefined}>
                {bar.key === currentKey ? <rect className={styles.current} x={index} width={1} y={0} height={pictureHeight} /> : null}
                {stackParts(bar.values).map((part) => (
                  <rect
                    key={part.place}
                    className={styles.part}
                    style={{ '--part': `var(${series[part.place]?.color})` } as CSSProperties}
                    x={index + (1 - barWidth) / 2}
                    width={barWidth}
                    {...placePart(part, scale, pictureHeight)}
                  />
                ))}
              </g>
            ))}
          </svg>
          {bars.length === 0 ? <p className={styles.empty}>{words.empty}</p> : null}
          {/* biome-ignore lint/a11y/useSemanticElements: these are no fields */}
          <div
            ref={area}
            className={styles.targets}
            role="group"
            aria-label={label}
            aria-describedby={summaryId}
            onKeyDown={handleKeyDown}
            onPointerLeave={(event) => event.pointerType !== 'touch' && cursorMoves.clear()}
          >
            {bars.map((bar, index) => {
              const target = {
                'data-bar': true,
                'aria-label': describe(bar),
                tabIndex: index === tabStop ? 0 : -1,
                className: styles.target,
                onPointerEnter: () => cursorMoves.point(index),
                onFocus: () => cursorMoves.point(index),
                onBlur: cursorMoves.clear,
              }
              return onChoose ? (
                <button key={bar.key} type="button" {...target} onClick={() => onChoose(bar.key)} />
              ) : (
                <div key={bar.key} role="img" {...target} />
              )
            })}
          </div>
          {cursor && active ? (
            <ChartTooltip share={(cursor.index + 0.5) / bars.length} title={active.label}>
              {partsOf(active).map((part) => (
                <TooltipRow key={part.key} mark={part.mark ?? <BarSwatch color={part.color} />} label={part.label} value={part.value} />
              ))}
              {partsOf(active).length === 0 ? <TooltipRow label={nothing ?? words.nothing} /> : null}
            </ChartTooltip>
          ) : null}
        </PlotArea>
      )}
    </ChartFrame>
  )
}

function BarSwatch({ color }: { color: string }) {
  return <span className={styles.swatch} style={{ '--part': `var(${color})` } as CSSProperties} />
}

function BarLegend({ series }: { series: readonly BarSeries[] }) {
  return series.map(({ key, label, color, mark }) => (
    <span key={key}>
      {mark ?? <BarSwatch color={color} />}
      {label}
    </span>
  ))
}

type Summary = {
  words: (typeof chartTexts)['en']
  series: readonly BarSeries[]
  bars: readonly Bar[]
  write: (value: number) => string
}

/** The sum of each series, and the highest bar. */
function summarize({ words, series, bars, write }: Summary): string {
  const [first] = bars
  if (!first) return words.empty
  const highest = bars.reduce((a, b) => (sumOfBar(b.values) > sumOfBar(a.values) ? b : a), first)
  const sums = series.map(({ label }, place) => `${label} ${write(bars.reduce((sum, { values }) => sum + (values[place] ?? 0), 0))}`)
  return [
    words.between(first.label, bars.at(-1)?.label ?? ''),
    words.sums(sums.join(', ')),
    words.highest(highest.label, write(sumOfBar(highest.values))),
  ].join(' ')
}
