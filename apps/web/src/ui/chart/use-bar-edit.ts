import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { PlacedSpan, ScheduleBar, ScheduleTimelineProps } from './schedule-timeline.tsx'
import type { Span } from './span.ts'
import { type EditKind, editSpan, snapTo } from './timeline-lanes.ts'

/** In px: a click is no drag. */
const dragFrom = 4

/** A bar that is being changed; without a key it is being drawn. */
export type BarEdit = { kind: EditKind; key: string | null; original: PlacedSpan; placed: PlacedSpan; isByKey: boolean; hasMoved: boolean }

type Editing = Pick<ScheduleTimelineProps, 'rows' | 'onCreate' | 'onChange'> & {
  /** Holds the rows, each a `[data-row]` as wide as the span. */
  area: RefObject<HTMLElement | null>
  span: Span
  snapMs: number
}

const placedOf = (bar: ScheduleBar, span: Span): PlacedSpan => ({ row: bar.row, from: bar.from, to: bar.to ?? span.to })

/** Bars are drawn, moved and resized by pointer, or picked up with Space, moved with arrows and put down with Space or Enter. Escape undoes. */
export function useBarEdit({ area, rows, span, snapMs, onCreate, onChange }: Editing) {
  const [edit, setEdit] = useState<BarEdit | null>(null)
  const stop = useRef(() => {})
  /** The click that ends a drag opens nothing. */
  const isClickOfDrag = useRef(false)
  useEffect(() => () => stop.current(), [])

  function finish({ kind, key, original, placed, hasMoved }: BarEdit) {
    setEdit(null)
    if (kind === 'create') {
      if (hasMoved) onCreate?.(placed)
    } else if (key !== null && (placed.from !== original.from || placed.to !== original.to || placed.row !== original.row)) {
      onChange?.(key, placed)
    }
  }

  function rowAt(y: number): string | undefined {
    const tracks = [...(area.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    return tracks.find((track) => {
      const { top, bottom } = track.getBoundingClientRect()
      return y >= top && y < bottom
    })?.dataset.row
  }

  function beginDrag(event: PointerEvent, begun: Omit<BarEdit, 'placed' | 'isByKey' | 'hasMoved'>, width: number) {
    if (event.button !== 0 || width === 0) return
    const { pointerId, clientX: startX, clientY: startY } = event
    const msPerPixel = (span.to - span.from) / width
    let current: BarEdit = {
      ...begun,
      placed: { ...begun.original, ...editSpan(begun.kind, begun.original, 0, snapMs) },
      isByKey: false,
      hasMoved: false,
    }
    isClickOfDrag.current = false
    const follow = (moved: globalThis.PointerEvent) => {
      if (moved.pointerId !== pointerId) return
      if (!current.hasMoved && Math.hypot(moved.clientX - startX, moved.clientY - startY) < dragFrom) return
      const row = begun.kind === 'move' ? rowAt(moved.clientY) : undefined
      const spanNow = editSpan(begun.kind, begun.original, (moved.clientX - startX) * msPerPixel, snapMs)
      current = { ...current, hasMoved: true, placed: { ...spanNow, row: row ?? current.placed.row } }
      isClickOfDrag.current = true
      setEdit(current)
    }
    const listening = new AbortController()
    const { signal } = listening
    stop.current = () => {
      listening.abort()
      setEdit(null)
    }
    document.addEventListener('pointermove', follow, { signal })
    document.addEventListener(
      'pointerup',
      () => {
        stop.current()
        if (current.hasMoved) finish(current)
      },
      { signal },
    )
    document.addEventListener('pointercancel', stop.current, { signal })
    const cancel = (pressed: globalThis.KeyboardEvent) => {
      if (pressed.key !== 'Escape') return
      pressed.preventDefault()
      pressed.stopPropagation()
      stop.current()
    }
    document.addEventListener('keydown', cancel, { signal, capture: true })
  }

  /** True if the key picked the bar up, moved it or put it down. */
  function handleKeyDown(event: KeyboardEvent, bar: ScheduleBar): boolean {
    if (!onChange || bar.isFixed) return false
    if (edit?.key !== bar.key) {
      if (event.key !== ' ') return false
      const original = placedOf(bar, span)
      setEdit({ kind: 'move', key: bar.key, original, placed: original, isByKey: true, hasMoved: false })
      return true
    }
    const step = { ArrowLeft: -snapMs, ArrowRight: snapMs }[event.key]
    const rowStep = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (event.key === ' ' || event.key === 'Enter') finish(edit)
    else if (event.key === 'Escape') setEdit(null)
    else if (step !== undefined)
      setEdit({ ...edit, placed: { ...edit.placed, ...editSpan(event.shiftKey ? 'end' : 'move', edit.placed, step, snapMs) } })
    else if (rowStep !== undefined) {
      const row = rows[rows.findIndex(({ key }) => key === edit.placed.row) + rowStep]
      if (row) setEdit({ ...edit, placed: { ...edit.placed, row: row.key } })
    } else return event.key !== 'Tab'
    return true
  }

  return {
    edit,
    beginBarDrag(event: PointerEvent, bar: ScheduleBar, kind: EditKind, width: number) {
      event.stopPropagation()
      if (onChange && !bar.isFixed) beginDrag(event, { kind, key: bar.key, original: placedOf(bar, span) }, width)
    },
    beginCreate(event: PointerEvent<HTMLElement>, row: string) {
      if (!onCreate) return
      const { left, width } = event.currentTarget.getBoundingClientRect()
      const at = span.from + ((event.clientX - left) / width) * (span.to - span.from)
      beginDrag(event, { kind: 'create', key: null, original: { row, from: at, to: at } }, width)
    },
    /** From the next step of the grid on, an hour long. */
    createAfter(at: number, row: string) {
      const from = snapTo(Math.max(at, span.from) + snapMs / 2, snapMs)
      onCreate?.({ row, from, to: from + Math.max(3_600_000, snapMs) })
    },
    handleKeyDown,
    drop: () => edit?.isByKey && setEdit(null),
    isClickOfDrag: () => isClickOfDrag.current,
  }
}
