import { type PointerEvent, useState } from 'react'
import type { Span } from './span.ts'

/** In px: a click is no drag. */
const dragFrom = 5
const minute = 60_000

type ZoomProps = {
  whole: Span
  /** Undefined: the chart keeps it itself. Null shows everything. */
  zoom: Span | null | undefined
  onZoom: ((zoom: Span | null) => void) | undefined
}

type Drag = { startX: number; x: number; left: number; width: number }

/** Which part of the whole is shown, in whole minutes; a drag over the picture chooses it. */
export function useZoom({ whole, zoom, onZoom }: ZoomProps) {
  const [own, setOwn] = useState<Span | null>(null)
  const [drag, setDrag] = useState<Drag | null>(null)
  const chosen = zoom === undefined ? own : zoom
  const shown = chosen ?? whole

  function zoomTo(target: Span | null) {
    const within = target && {
      from: Math.max(Math.floor(target.from / minute) * minute, whole.from),
      to: Math.min(Math.ceil(target.to / minute) * minute, whole.to),
    }
    const isPart = within && (within.from > whole.from || within.to < whole.to)
    setOwn(isPart ? within : null)
    onZoom?.(isPart ? within : null)
  }

  const shares = drag && [drag.startX, drag.x].sort((a, b) => a - b).map((x) => Math.min(Math.max((x - drag.left) / drag.width, 0), 1))
  const [start = 0, end = 0] = shares ?? []
  const selection = drag && Math.abs(drag.x - drag.startX) >= dragFrom ? { start, end } : null

  return {
    shown,
    isZoomed: chosen !== null,
    reset: () => zoomTo(null),
    /** Around this moment, by this factor: below 1 shows less. */
    zoomAround: (at: number, factor: number) => zoomTo({ from: at - (at - shown.from) * factor, to: at + (shown.to - at) * factor }),
    /** In shares of the width, while one is drawn. */
    selection,
    beginDrag(event: PointerEvent) {
      if (event.button !== 0) return
      const { left, width } = event.currentTarget.getBoundingClientRect()
      event.currentTarget.setPointerCapture(event.pointerId)
      setDrag({ startX: event.clientX, x: event.clientX, left, width })
    },
    moveDrag: (event: PointerEvent) => drag && setDrag({ ...drag, x: event.clientX }),
    endDrag() {
      const length = shown.to - shown.from
      if (selection) zoomTo({ from: shown.from + start * length, to: shown.from + end * length })
      setDrag(null)
    },
    cancelDrag: () => setDrag(null),
  }
}
