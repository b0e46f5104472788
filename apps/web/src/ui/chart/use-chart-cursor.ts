import { type FocusEvent, type KeyboardEvent, useState } from 'react'

type Cursor = { index: number; isByKey: boolean }
type Bounds = { first: number; last: number; page?: number }

/** Which point of a chart is looked at: under the pointer, or moved to by arrows, Page Up and Down, Home and End. */
export function useChartCursor({ first, last, page = 1 }: Bounds) {
  const [kept, setCursor] = useState<Cursor | null>(null)
  const cursor = kept && kept.index >= first && kept.index <= last ? kept : null
  const move = (index: number) => last >= first && setCursor({ index: Math.min(Math.max(index, first), last), isByKey: true })

  return {
    cursor,
    point: (index: number) => kept?.index === index || setCursor({ index, isByKey: false }),
    move,
    clear: () => setCursor(null),
    /** True if the key was one of the cursor's. */
    handleKeyDown(event: KeyboardEvent): boolean {
      const at = cursor?.index ?? last + 1
      const target = {
        ArrowLeft: at - 1,
        ArrowRight: at + 1,
        PageUp: at - page,
        PageDown: at + page,
        Home: first,
        End: last,
      }[event.key]
      if (target === undefined || event.altKey || event.ctrlKey || event.metaKey) return false
      event.preventDefault()
      move(target)
      return true
    },
    /** By keyboard, the focus lands on the last point or on the one it left. */
    handleFocus(event: FocusEvent) {
      if (event.currentTarget === event.target && event.target.matches(':focus-visible')) move(kept?.index ?? last)
    },
  }
}
