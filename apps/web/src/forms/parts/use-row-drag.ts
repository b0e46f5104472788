import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { placeAt } from './row-order.ts'

type Rows = {
  indexOf: (key: string) => number
  move: (key: string, to: number) => void
  rows: () => readonly object[]
  restore: (rows: readonly object[]) => void
}

/**
 * Rows that follow the pointer. Heard on the document, since the browser drops the capture of an element that changes its place. Escape puts
 * them back as they were.
 */
export function useRowDrag(list: RefObject<HTMLElement | null>, rows: Rows) {
  const [dragged, setDragged] = useState<string | null>(null)
  const stop = useRef(() => {})
  useEffect(() => () => stop.current(), [])

  function start(event: PointerEvent, key: string) {
    if (event.button !== 0) return
    const before = rows.rows()
    const follow = ({ clientY }: globalThis.PointerEvent) => {
      const from = rows.indexOf(key)
      const others = [...(list.current?.children ?? [])].filter((_, index) => index !== from).map((row) => row.getBoundingClientRect())
      rows.move(key, placeAt(others, clientY))
    }
    const cancel = (pressed: KeyboardEvent) => {
      if (pressed.key !== 'Escape') return
      pressed.preventDefault()
      rows.restore(before)
      stop.current()
    }
    const listening = new AbortController()
    const { signal } = listening
    stop.current = () => {
      listening.abort()
      setDragged(null)
    }
    document.addEventListener('pointermove', follow, { signal })
    document.addEventListener('pointerup', stop.current, { signal })
    document.addEventListener('pointercancel', stop.current, { signal })
    document.addEventListener('keydown', cancel, { signal, capture: true })
    setDragged(key)
  }

  return { dragged, start }
}
