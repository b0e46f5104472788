import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'

const steps: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }

/** Moves tiles by pointer, to the place of the tile below it, and by arrow keys. `move` is given the tile and its new index. */
export function useTileDrag(ids: readonly string[], move: (tileId: string, to: number) => void) {
  const [dragged, setDragged] = useState<string | null>(null)
  const stop = useRef(() => {})
  const latest = useRef({ ids, move })
  useEffect(() => {
    latest.current = { ids, move }
  })
  useEffect(() => () => stop.current(), [])

  function start(event: PointerEvent, tileId: string) {
    if (event.button !== 0) return
    // After a move another tile may lie below the pointer: only one that it newly comes to changes the order again.
    let last: string | undefined = tileId
    const listening = new AbortController()
    const { signal } = listening
    stop.current = () => {
      listening.abort()
      setDragged(null)
    }
    const follow = ({ clientX, clientY }: globalThis.PointerEvent) => {
      const over = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-tile]')?.dataset.tile
      if (over !== undefined && over !== last && over !== tileId) latest.current.move(tileId, latest.current.ids.indexOf(over))
      last = over
    }
    document.addEventListener('pointermove', follow, { signal })
    document.addEventListener('pointerup', () => stop.current(), { signal })
    document.addEventListener('pointercancel', () => stop.current(), { signal })
    setDragged(tileId)
  }

  function moveByKey(event: KeyboardEvent, tileId: string) {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    move(tileId, ids.indexOf(tileId) + step)
  }

  return { dragged, start, moveByKey }
}
