import { remembersLiveMs } from '@vakt/contract/live/live-events.ts'
import type { AnnouncedEvent } from '#server/platform/live/announce.ts'

/** A request is on its way for a while, and another process may have been deaf for so long before it noticed. */
const moreMs = 15_000
const most = 10_000
/** Of more than these a browser had better ask for everything. */
const mostRepeated = 500

export type LiveMemory = {
  /** All that is announced from now on is heard. */
  begin(): void
  /** Something is missed from now on. */
  lose(): void
  keep(event: AnnouncedEvent): void
  /** What matches of what was heard in the last milliseconds and a little before; null where something may be missing, or there is too much. */
  since(milliseconds: number, matches: (event: AnnouncedEvent) => boolean): AnnouncedEvent[] | null
}

/** What was announced within the last minute: a browser that connects is told what changed while it read its first screen. */
export function createLiveMemory(now: () => number = () => performance.now()): LiveMemory {
  let kept: { at: number; event: AnnouncedEvent }[] = []
  let completeFrom = Number.POSITIVE_INFINITY

  function forget() {
    const oldest = now() - remembersLiveMs - moreMs
    const first = kept.findIndex(({ at }) => at >= oldest)
    kept = first < 0 ? [] : kept.slice(Math.max(first, kept.length - most / 2))
    completeFrom = Math.max(completeFrom, kept[0]?.at ?? now())
  }

  return {
    begin() {
      kept = []
      completeFrom = now()
    },
    lose() {
      kept = []
      completeFrom = Number.POSITIVE_INFINITY
    },
    keep(event) {
      kept.push({ at: now(), event })
      if (kept.length > most) forget()
    },
    since(milliseconds, matches) {
      const from = now() - milliseconds
      if (milliseconds > remembersLiveMs || from <= completeFrom) return null
      const found: AnnouncedEvent[] = []
      for (let index = kept.length - 1; index >= 0; index -= 1) {
        const one = kept[index]
        if (!one || one.at < from - moreMs) break
        if (!matches(one.event)) continue
        if (found.length >= mostRepeated) return null
        found.push(one.event)
      }
      return found.reverse()
    },
  }
}
