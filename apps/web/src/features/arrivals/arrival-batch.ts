/** One thing that came: an incident that opened or got worse, or a ticket given to the user. */
export type Arrival = { kind: 'opened' | 'worse' | 'ticket'; customerId: string; path: string; sentence: string }

/** What the screen shows by itself needs this long to show it. */
const settleMs = 1500
const intervalMs = 10_000

type Options = { isOnScreen: (path: string) => boolean; show: (arrivals: Arrival[]) => void }

/** Collects what arrives and shows it together, at most once in ten seconds, but for what is on the screen by then. */
export function createArrivalBatch({ isOnScreen, show }: Options) {
  const waiting = new Map<string, Arrival>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let shownAt = Number.NEGATIVE_INFINITY

  function flush(): void {
    timer = undefined
    const arrivals = [...waiting.values()].filter(({ path }) => !isOnScreen(path))
    waiting.clear()
    if (arrivals.length === 0) return
    shownAt = Date.now()
    show(arrivals)
  }

  return {
    add(arrivals: readonly Arrival[]): void {
      for (const arrival of arrivals) waiting.set(arrival.path, arrival)
      if (waiting.size > 0) timer ??= setTimeout(flush, Math.max(settleMs, shownAt + intervalMs - Date.now()))
    },
    stop(): void {
      clearTimeout(timer)
      timer = undefined
      waiting.clear()
    },
  }
}
