import { useRef } from 'react'

/** How long a row that arrived is marked. */
const markedMs = 3000

/**
 * The keys of rows that came to the front of a list, or between its rows, since it was last shown: not those of a first answer, of another
 * filter, or of a further page.
 */
export function findArrivals(before: ReadonlySet<string>, keys: readonly string[]): string[] {
  const lastKnown = keys.findLastIndex((key) => before.has(key))
  const arrived = keys.slice(0, lastKnown + 1).filter((key) => !before.has(key))
  return arrived.length <= lastKnown / 2 || arrived.length <= 3 ? arrived : []
}

/** Whether the row of this key has just arrived. */
export function useArrivals(keys: readonly string[]): (key: string) => boolean {
  const state = useRef({ keys: [] as readonly string[], known: new Set<string>(), arrivedAt: new Map<string, number>() })
  const { current } = state
  if (current.keys.length !== keys.length || current.keys.some((key, index) => key !== keys[index])) {
    const now = Date.now()
    for (const key of findArrivals(current.known, keys)) current.arrivedAt.set(key, now)
    for (const [key, at] of current.arrivedAt) if (now - at > markedMs) current.arrivedAt.delete(key)
    current.keys = keys
    current.known = new Set(keys)
  }
  return (key) => Date.now() - (current.arrivedAt.get(key) ?? 0) < markedMs
}
