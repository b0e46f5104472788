import type { LiveEvent } from '@vakt/contract/live-events.ts'

/** What a tab tells the leader: the customer that it shows. Also the question whether a leader is there. */
export type TabMessage = { type: 'show'; tab: string; customerId: string } | { type: 'leave'; tab: string }

/**
 * What the leader tells every tab. `open` names the customers whose stream is open, `opening` those that wait for it. Nobody looks at a
 * leader that is hidden, and the browser slows its clocks.
 */
export type LeaderMessage =
  | { type: 'who' }
  | { type: 'streams'; open: string[]; opening: string[]; isHidden: boolean }
  | { type: 'hello'; customerId: string }
  | { type: 'event'; event: LiveEvent }

export type StreamEars = { hello(): void; lost(): void; event(event: LiveEvent): void }

type Leading = {
  /** Holds a stream open until the returned function is called. */
  openStream(customerId: string, ears: StreamEars): () => void
  tell(message: LeaderMessage): void
  isHidden(): boolean
  /** Browsers allow six connections to one origin, and the screens need theirs. */
  mostStreams?: number
}

/** The one tab of the browser that is connected: holds a stream for every customer that a tab shows, and passes on what comes. */
export function createLiveLeader({ openStream, tell, isHidden, mostStreams = 4 }: Leading) {
  /** The tab that spoke of another customer last comes last. */
  const shownBy = new Map<string, string>()
  const streams = new Map<string, { isOpen: boolean; close: () => void }>()

  function tellStreams() {
    const names = (isOpen: boolean) => [...streams].filter(([, stream]) => stream.isOpen === isOpen).map(([customerId]) => customerId)
    tell({ type: 'streams', open: names(true), opening: names(false), isHidden: isHidden() })
  }

  function open(customerId: string) {
    const stream = { isOpen: false, close: () => {} }
    streams.set(customerId, stream)
    stream.close = openStream(customerId, {
      hello() {
        stream.isOpen = true
        tell({ type: 'hello', customerId })
      },
      lost() {
        if (!stream.isOpen) return
        stream.isOpen = false
        tellStreams()
      },
      event: (event) => tell({ type: 'event', event }),
    })
  }

  function keepStreams() {
    const wanted = [...new Set([...shownBy.values()].reverse())].slice(0, mostStreams)
    for (const [customerId, stream] of streams) {
      if (wanted.includes(customerId)) continue
      streams.delete(customerId)
      stream.close()
    }
    for (const customerId of wanted) if (!streams.has(customerId)) open(customerId)
  }

  return {
    hear(message: TabMessage) {
      if (message.type === 'show' && shownBy.get(message.tab) !== message.customerId) {
        shownBy.delete(message.tab)
        shownBy.set(message.tab, message.customerId)
      }
      if (message.type === 'leave') shownBy.delete(message.tab)
      keepStreams()
      if (message.type === 'show') tellStreams()
    },
    close() {
      for (const stream of streams.values()) stream.close()
      streams.clear()
      shownBy.clear()
    },
  }
}

export type LiveLeader = ReturnType<typeof createLiveLeader>
