import type { LiveEvent } from '@vakt/contract/live-events.ts'

/** What a tab asks the leader: is it there, and is the stream open? */
export type TabMessage = { type: 'ask' }

/** What the leader tells every tab. A hidden leader shows nothing, and the browser slows its clocks. */
export type LeaderMessage =
  | { type: 'stream'; isOpen: boolean; isHidden: boolean }
  /** The stream is open from here on; what came before may have been missed. */
  | { type: 'hello' }
  | { type: 'event'; event: LiveEvent }

export type StreamEars = { hello(): void; lost(): void; event(event: LiveEvent): void }

type Leading = {
  /** Holds the stream open until the returned function is called. */
  openStream(ears: StreamEars): () => void
  tell(message: LeaderMessage): void
  isHidden(): boolean
}

/** The one tab of the browser that is connected, and passes on what comes. */
export function createLiveLeader({ openStream, tell, isHidden }: Leading) {
  let isOpen = false
  const tellState = () => tell({ type: 'stream', isOpen, isHidden: isHidden() })
  const close = openStream({
    hello() {
      isOpen = true
      tell({ type: 'hello' })
    },
    lost() {
      if (!isOpen) return
      isOpen = false
      tellState()
    },
    event: (event) => tell({ type: 'event', event }),
  })
  return { answer: tellState, close }
}

export type LiveLeader = ReturnType<typeof createLiveLeader>
