import { type RefObject, useDeferredValue, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

type Range = { first: number; last: number }

/** A list beyond this draws only what is in sight; a shorter one all of it, so that the browser finds every word (decision 13). */
const drawnWhole = 60
/** Together with their screen; the others in a second render, which the first does not wait for. */
const drawnAtOnce = 6
/** So many rows come and go together: between two such moments scrolling draws nothing. */
const step = 8
/** Beyond the rows in sight, at the least. */
const spare = 12

function findRange(body: HTMLElement, count: number): Range {
  const { top, height } = body.getBoundingClientRect()
  const rowHeight = height / count
  const [above, below] = [-top / rowHeight - spare, (window.innerHeight - top) / rowHeight + spare]
  const last = Math.min(count, Math.max(drawnAtOnce, Math.ceil(below / step) * step))
  return { first: Math.min(last, Math.max(0, Math.floor(above / step) * step)), last }
}

/** From which row of a list up to before which one is drawn. All rows are of one height, and stand in `body` with spacers for the others. */
export function useRowsInSight(body: RefObject<HTMLElement | null>, count: number): Range {
  // What was drawn before the list grew stays, until it is known which rows are visible.
  const early = useDeferredValue(count, Math.min(count, drawnAtOnce))
  const isLong = count > drawnWhole
  const [inSight, setInSight] = useState<Range | null>(null)
  if (!isLong && inSight) setInSight(null)
  useLayoutEffect(() => {
    if (!isLong) return
    let shown: Range | undefined
    const look = () => {
      if (!body.current) return
      const next = findRange(body.current, count)
      if (next.first === shown?.first && next.last === shown.last) return
      shown = next
      setInSight(next)
    }
    // In the frame that scrolls, not in the one after it: a long jump would show an empty frame.
    const follow = () => flushSync(look)
    look()
    window.addEventListener('scroll', follow, { passive: true })
    window.addEventListener('resize', follow)
    return () => {
      window.removeEventListener('scroll', follow)
      window.removeEventListener('resize', follow)
    }
  }, [body, count, isLong])
  const shown = isLong && inSight ? inSight : { first: 0, last: count }
  return shown.first === 0 ? { first: 0, last: Math.min(shown.last, early) } : shown
}
