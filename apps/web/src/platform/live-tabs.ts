import { createLiveLeader, type LeaderMessage, type LiveLeader, type TabMessage } from './live-leader.ts'
import { keepStream } from './live-stream.ts'

const askEveryInMilliseconds = 1_000
const silentForInMilliseconds = 3_000

type Tab = {
  /** Tabs of one name share one leader. */
  name: string
  hear(message: LeaderMessage): void
}

const isHidden = () => document.visibilityState === 'hidden'

/** In the background, where clocks are slow, a leader takes up to a minute to connect again. */
const isHelpless = (message: LeaderMessage) => message.type === 'stream' && message.isHidden && !message.isOpen

/** One stay among the tabs; a page that is frozen or put aside leaves and joins again. */
function join({ name, hear }: Tab): { leave(): void } {
  const channel = new BroadcastChannel(name)
  const gone = new AbortController()
  let leader: LiveLeader | undefined
  let endTerm = () => {}
  let heardAt = Date.now()

  const ask = () => {
    if (leader) leader.answer()
    else channel.postMessage({ type: 'ask' } satisfies TabMessage)
  }

  channel.onmessage = ({ data }: MessageEvent<TabMessage | LeaderMessage>) => {
    if (data.type === 'ask') return leader?.answer()
    if (!isHelpless(data)) heardAt = Date.now()
    hear(data)
  }

  function lead(): Promise<void> {
    const tell = (message: LeaderMessage) => {
      channel.postMessage(message)
      hear(message)
    }
    leader = createLiveLeader({ openStream: keepStream, tell, isHidden })
    leader.answer()
    return new Promise((resolve) => {
      endTerm = resolve
    })
  }

  function stepDown() {
    leader?.close()
    leader = undefined
    endTerm()
  }

  let waiting = new AbortController()
  function stand({ steal = false } = {}) {
    waiting.abort()
    const turn = new AbortController()
    waiting = turn
    heardAt = Date.now()
    const options = steal ? { steal } : { signal: AbortSignal.any([gone.signal, turn.signal]) }
    navigator.locks
      .request(name, options, () => (gone.signal.aborted ? undefined : lead()))
      .catch(() => {
        // Another tab has taken the lock over, or a newer request of this one has taken the place of this one.
        if (gone.signal.aborted || turn.signal.aborted) return
        stepDown()
        stand()
      })
  }

  /** A leader that hangs keeps its lock; while someone looks at this tab, it does not wait for it. */
  const asking = setInterval(() => {
    if (leader || isHidden()) heardAt = Date.now()
    else if (Date.now() - heardAt > silentForInMilliseconds) stand({ steal: true })
    else ask()
  }, askEveryInMilliseconds)

  stand()
  ask()

  return {
    leave() {
      clearInterval(asking)
      gone.abort()
      stepDown()
      channel.close()
    },
  }
}

/** Where the browser has no locks, every tab is its own leader. */
function standAlone({ hear }: Tab): { leave(): void } {
  const leader = createLiveLeader({ openStream: keepStream, tell: hear, isHidden })
  leader.answer()
  return { leave: leader.close }
}

/** Takes part in the one connection of this browser until `leave`. `rejoined` is told after a freeze, when much may have been missed. */
export function joinTabs(tab: Tab, rejoined: () => void): { leave(): void } {
  const enter = () => ('locks' in navigator && typeof BroadcastChannel === 'function' ? join(tab) : standAlone(tab))
  let stay: ReturnType<typeof join> | undefined = enter()
  const away = () => {
    stay?.leave()
    stay = undefined
  }
  const back = () => {
    if (stay) return
    stay = enter()
    rejoined()
  }
  const pageBack = ({ persisted }: PageTransitionEvent) => persisted && back()
  document.addEventListener('freeze', away)
  document.addEventListener('resume', back)
  addEventListener('pagehide', away)
  addEventListener('pageshow', pageBack)
  return {
    leave() {
      away()
      document.removeEventListener('freeze', away)
      document.removeEventListener('resume', back)
      removeEventListener('pagehide', away)
      removeEventListener('pageshow', pageBack)
    },
  }
}
