import type { LiveEvent } from '@vakt/contract/live/live-events.ts'

/** What a tab asks the leader: is it there, and is the stream open? */
export type TabMessage = { type: 'ask' }

/**
 * What the leader tells every tab; times are as of `Date`. A hidden leader shows nothing, and the browser slows its clocks. A stream that was lost
 * said all until `heardUntil`.
 */
export type LeaderMessage =
  | { type: 'stream'; isOpen: boolean; isHidden: boolean; heardUntil?: number }
  /** The stream is open from here on. What changed since `repeatsSince` is told again; without it something may be missed. */
  | { type: 'hello'; repeatsSince?: number }
  | { type: 'event'; event: LiveEvent }

export type StreamEars = { hello(repeatsSince?: number): void; lost(heardUntil?: number): void; event(event: LiveEvent): void }

type Leading = {
  /** Holds the stream open until the returned function is called. */
  openStream(ears: StreamEars): () => void
  tell(message: LeaderMessage): void
  isHidden(): boolean
}

/** The one tab of the browser that is connected, and passes on what comes. */
export function createLiveLeader({ openStream, tell, isHidden }: Leading) {
  let isOpen = false
  const tellState = (heardUntil?: number) =>
    tell({ type: 'stream', isOpen, isHidden: isHidden(), ...(heardUntil !== undefined && { heardUntil }) })
  const close = openStream({
    hello(repeatsSince) {
      isOpen = true
      tell({ type: 'hello', ...(repeatsSince !== undefined && { repeatsSince }) })
    },
    lost(heardUntil) {
      if (!isOpen) return
      isOpen = false
      tellState(heardUntil)
    },
    event: (event) => tell({ type: 'event', event }),
  })
  return { answer: () => tellState(), close }
}

export type LiveLeader = ReturnType<typeof createLiveLeader>
