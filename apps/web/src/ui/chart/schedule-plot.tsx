import { Plus } from 'lucide-react'
import { type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useFormat } from '#web/platform/format.ts'
import { serverNow } from '#web/platform/server-clock.ts'
import { useTexts } from '#web/platform/texts.ts'
import { VisuallyHidden } from '#web/ui/display/visually-hidden.tsx'
import { useTicks } from '#web/ui/hooks/use-ticks.ts'
import { ChartFrame } from './chart-frame.tsx'
import { scheduleTexts } from './schedule.texts.ts'
import { ScheduleBarView } from './schedule-bar.tsx'
import { ScheduleCard } from './schedule-card.tsx'
import { placeLabels } from './schedule-labels.ts'
import { ScheduleLegend } from './schedule-legend.tsx'
import styles from './schedule-plot.module.css'
import { ScheduleTable } from './schedule-table.tsx'
import type { ScheduleBar, ScheduleTimelineProps } from './schedule-timeline.tsx'
import { overlaps, percentOf, type Span } from './span.ts'
import { TimeAxis } from './time-axis.tsx'
import { createTimeLabels, type TimeLabels } from './time-labels.ts'
import { timeTicks } from './time-ticks.ts'
import { assignLanes } from './timeline-lanes.ts'
import { useBarEdit } from './use-bar-edit.ts'
import { useWidth } from './use-width.ts'

const pixelsPerTick = 60
const pixelsPerWeekday = 92
const laneHeight = 28
const rowPadding = 4
const cursorKeys = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'])

const spanOfBar = ({ from, to }: ScheduleBar): Span => ({ from, to: to ?? Number.POSITIVE_INFINITY })

/** With the weekday before each day, where there is room. */
function withWeekdays(labels: TimeLabels): TimeLabels {
  return { ...labels, tick: (at, kind) => (kind === 'day' ? labels.weekday(at) : labels.tick(at, kind)) }
}

/** The picture of `ScheduleTimeline`, in a file of its own. */
export function SchedulePlot(props: ScheduleTimelineProps) {
  const { label, rowsLabel, rows, bars, span, snapMs = 15 * 60_000, onOpen, onCreate, onChange } = props
  const words = useTexts(scheduleTexts)
  const userFormat = useFormat()
  const labels = useMemo(() => createTimeLabels(userFormat), [userFormat])
  useTicks()
  const now = props.now ?? serverNow()
  const [measure, width] = useWidth()
  const area = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState<string | null>(null)
  /** The bar that the mouse is over, or that has the focus. */
  const [pointed, setPointed] = useState<string | null>(null)
  const editing = useBarEdit({ area, rows, span, snapMs, ...(onCreate ? { onCreate } : {}), ...(onChange ? { onChange } : {}) })
  const { edit } = editing
  const ticks = useMemo(
    () => timeTicks(span, userFormat.timeZone, Math.max(2, Math.floor(width / pixelsPerTick))),
    [span, userFormat, width],
  )
  const isRoomy = width / Math.max(1, ticks.ticks.length) >= pixelsPerWeekday
  const shown = bars
    .filter((bar) => overlaps(spanOfBar(bar), span))
    .map((bar) => (edit?.key === bar.key ? { ...bar, ...edit.placed } : bar))
  const drawn = edit?.kind === 'create' && edit.hasMoved ? edit.placed : null
  const inRow = (row: string) => shown.filter((bar) => bar.row === row).sort((a, b) => a.from - b.from)
  const inOrder = rows.map(({ key }) => inRow(key))
  const flat = inOrder.flat()
  const hasNow = rows.length > 0 && now >= span.from && now <= span.to
  const tabStop = flat.find(({ key }) => key === focused)?.key ?? flat[0]?.key
  const between = ({ from, to }: { from: number; to: number | null }) =>
    to === null ? words.from(labels.exact(from)) : words.between(labels.exact(from), labels.exact(to))
  const rowLabel = (key: string) => rows.find((row) => row.key === key)?.label ?? ''
  const describe = (bar: ScheduleBar) =>
    [bar.label, bar.state, rowLabel(bar.row), between(bar), ...(bar.details ?? [])].filter(Boolean).join(', ')

  const focusBar = (bar: ScheduleBar | undefined) =>
    bar && area.current?.querySelector<HTMLElement>(`[data-bar="${CSS.escape(bar.key)}"]`)?.focus()

  // A bar that goes to another row is a new element there: the focus goes with it.
  const followed = useRef<string | null>(null)
  useLayoutEffect(() => {
    if (edit?.isByKey) followed.current = edit.key
    const bar = flat.find(({ key }) => key === followed.current)
    if (bar && document.activeElement === document.body) focusBar(bar)
  })

  function nearest(bar: ScheduleBar, candidates: ScheduleBar[][]) {
    const found = candidates.find((row) => row.length > 0) ?? []
    return found.toSorted((a, b) => Math.abs(a.from - bar.from) - Math.abs(b.from - bar.from))[0]
  }

  function neighbourOf(bar: ScheduleBar, pressed: string): ScheduleBar | undefined {
    const place = flat.findIndex(({ key }) => key === bar.key)
    const rowPlace = rows.findIndex(({ key }) => key === bar.row)
    if (pressed === 'ArrowLeft') return flat[place - 1]
    if (pressed === 'ArrowRight') return flat[place + 1]
    if (pressed === 'ArrowUp') return nearest(bar, inOrder.slice(0, rowPlace).reverse())
    if (pressed === 'ArrowDown') return nearest(bar, inOrder.slice(rowPlace + 1))
    return pressed === 'Home' ? flat[0] : flat.at(-1)
  }

  function handleKeyDown(event: KeyboardEvent, bar: ScheduleBar) {
    if (!editing.handleKeyDown(event, bar)) {
      if (!cursorKeys.has(event.key)) return
      focusBar(neighbourOf(bar, event.key))
    }
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <ChartFrame
      label={label}
      summary={[words.bars(shown.length, rows.length), between(span), words.keys, onChange ? words.editKeys : ''].filter(Boolean).join(' ')}
      legend={<ScheduleLegend bars={shown} />}
      table={() => <ScheduleTable {...{ label, rowsLabel, rows, bars: inOrder, labels }} />}
    >
      {(summaryId) => (
        // biome-ignore lint/a11y/useSemanticElements: these are no fields
        <div ref={area} className={styles.schedule} role="group" aria-label={label} aria-describedby={summaryId}>
          <div className={styles.head}>
            <span className={styles.rowsLabel}>{rowsLabel}</span>
            <div ref={measure} className={styles.axis} data-low={ticks.kind !== 'time' || undefined} aria-hidden="true">
              <TimeAxis {...{ span, ticks, labels: isRoomy ? withWeekdays(labels) : labels, timeZone: userFormat.timeZone, width }} />
              {hasNow ? (
                <span className={styles.nowLabel} style={{ insetInlineStart: percentOf(now, span) }}>
                  {words.now}
                </span>
              ) : null}
            </div>
          </div>
          {rows.map((row, place) => {
            const own = inOrder[place] ?? []
            const lanes = assignLanes(own)
            const places = placeLabels(own, lanes, span, width)
            const laneCount = Math.max(1, ...lanes.map((lane) => lane + 1))
            return (
              <div key={row.key} className={styles.row}>
                <div className={styles.rowHead}>
                  <span className={styles.rowLabel}>{row.head ?? row.label}</span>
                  {onCreate ? (
                    <button type="button" className={styles.add} onClick={() => editing.createAfter(now, row.key)}>
                      <Plus size={14} aria-hidden="true" />
                      <VisuallyHidden>{words.add(row.label)}</VisuallyHidden>
                    </button>
                  ) : null}
                </div>
                <div
                  className={styles.track}
                  data-row={row.key}
                  data-creates={onCreate ? true : undefined}
                  style={{ height: laneCount * laneHeight + 2 * rowPadding }}
                  onPointerDown={(event) => editing.beginCreate(event, row.key)}
                >
                  {ticks.ticks.map((at) => (
                    <span key={at} className={styles.gridLine} style={{ insetInlineStart: percentOf(at, span) }} />
                  ))}
                  {hasNow ? <span className={styles.now} style={{ insetInlineStart: percentOf(now, span) }} /> : null}
                  {own.map((bar, index) => (
                    <ScheduleBarView
                      key={bar.key}
                      bar={bar}
                      span={span}
                      minWidth={places[index]?.minWidth ?? 0}
                      isLabelBeside={places[index]?.isLabelBeside ?? false}
                      top={(lanes[index] ?? 0) * laneHeight + rowPadding}
                      name={describe(bar)}
                      isTabStop={bar.key === tabStop}
                      isChanging={edit?.key === bar.key}
                      isEditable={Boolean(onChange) && !bar.isFixed}
                      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setPointed(bar.key)}
                      onPointerLeave={() => setPointed(null)}
                      onFocus={() => {
                        setFocused(bar.key)
                        setPointed(bar.key)
                      }}
                      onBlur={() => {
                        setPointed(null)
                        followed.current = null
                        editing.drop()
                      }}
                      onKeyDown={(event) => handleKeyDown(event, bar)}
                      onClick={() => !editing.isClickOfDrag() && onOpen?.(bar.key)}
                      onDrag={(event, kind) => editing.beginBarDrag(event, bar, kind, width)}
                    />
                  ))}
                  {own.map((bar, index) => {
                    const { isLabelBeside, labelAt } = places[index] ?? {}
                    return isLabelBeside ? (
                      <span
                        key={`label ${bar.key}`}
                        className={styles.beside}
                        style={{ insetInlineStart: labelAt, top: (lanes[index] ?? 0) * laneHeight + rowPadding }}
                        aria-hidden="true"
                      >
                        {bar.label}
                      </span>
                    ) : null
                  })}
                  {own.map((bar, index) =>
                    bar.key === pointed && !edit ? (
                      <ScheduleCard
                        key={`card ${bar.key}`}
                        bar={bar}
                        span={span}
                        times={between(bar)}
                        top={((lanes[index] ?? 0) + 1) * laneHeight + rowPadding}
                      />
                    ) : null,
                  )}
                  {drawn?.row === row.key ? (
                    <span
                      className={styles.drawn}
                      style={{ insetInlineStart: percentOf(drawn.from, span), insetInlineEnd: `calc(100% - ${percentOf(drawn.to, span)})` }}
                    />
                  ) : null}
                </div>
              </div>
            )
          })}
          {rows.length === 0 ? <p className={styles.empty}>{words.empty}</p> : null}
          <p className={styles.changing} aria-hidden="true" data-shown={edit?.hasMoved || edit?.isByKey || undefined}>
            {edit ? between(edit.placed) : null}
          </p>
          <VisuallyHidden role="status">
            {edit?.isByKey ? words.pickedUp([rowLabel(edit.placed.row), between(edit.placed)].join(', ')) : null}
          </VisuallyHidden>
        </div>
      )}
    </ChartFrame>
  )
}
