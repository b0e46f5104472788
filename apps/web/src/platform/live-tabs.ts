import { createLiveLeader, type LeaderMessage, type LiveLeader, type TabMessage } from './live-leader.ts'
import { keepStream } from './live-stream.ts'

const askEveryInMilliseconds = 1_000
const silentForInMilliseconds = 3_000

type Tab = {
  /** Tabs of one name share one leader. */
  name: string
  /** The customer that this tab shows. */
  shown(): string
  hear(message: LeaderMessage): void
}

const isHidden = () => document.visibilityState === 'hidden'

/** In the background, where clocks are slow, a leader takes up to a minute to connect again. */
const isHelpless = (message: LeaderMessage) => message.type === 'streams' && message.isHidden && message.opening.length > 0

/** One stay among the tabs; a page that is frozen or put aside leaves and joins again. */
function join({ name, shown, hear }: Tab): { show(): void; leave(): void } {
  const tab = crypto.randomUUID()
  const channel = new BroadcastChannel(name)
  const gone = new AbortController()
  let leader: LiveLeader | undefined
  let endTerm = () => {}
  let heardAt = Date.now()

  const ask = (message: TabMessage) => {
    if (leader) leader.hear(message)
    else channel.postMessage(message)
  }
  const show = () => ask({ type: 'show', tab, customerId: shown() })

  channel.onmessage = ({ data }: MessageEvent<TabMessage | LeaderMessage>) => {
    if (data.type === 'show' || data.type === 'leave') {
      leader?.hear(data)
      if (leader && data.type === 'show') forgetWhenClosed(data.tab)
      return
    }
    if (!isHelpless(data)) heardAt = Date.now()
    if (data.type === 'who') show()
    else hear(data)
  }

  /** Each tab holds a lock of its own, which the browser frees even when the tab crashes. */
  const waitingFor = new Set<string>()
  function forgetWhenClosed(other: string) {
    if (waitingFor.has(other)) return
    waitingFor.add(other)
    const forget = () => leader?.hear({ type: 'leave', tab: other })
    navigator.locks.request(`${name}:${other}`, { signal: gone.signal }, forget).catch(() => {})
  }

  function lead(): Promise<void> {
    const tell = (message: LeaderMessage) => {
      channel.postMessage(message)
      if (message.type !== 'who') hear(message)
    }
    leader = createLiveLeader({ openStream: keepStream, tell, isHidden })
    tell({ type: 'who' })
    show()
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

  /** A leader that hangs keeps its lock; while somebody looks at this tab, it does not wait for it. */
  const asking = setInterval(() => {
    if (leader || isHidden()) heardAt = Date.now()
    else if (Date.now() - heardAt > silentForInMilliseconds) stand({ steal: true })
    else show()
  }, askEveryInMilliseconds)

  void navigator.locks.request(
    `${name}:${tab}`,
    () => new Promise<void>((resolve) => gone.signal.addEventListener('abort', () => resolve())),
  )
  stand()
  show()

  return {
    show,
    leave() {
      clearInterval(asking)
      ask({ type: 'leave', tab })
      gone.abort()
      stepDown()
      channel.close()
    },
  }
}

/** Where the browser has no locks, every tab is its own leader. */
function standAlone({ shown, hear }: Tab): { show(): void; leave(): void } {
  const leader = createLiveLeader({ openStream: keepStream, tell: hear, isHidden })
  const show = () => leader.hear({ type: 'show', tab: 'only', customerId: shown() })
  show()
  return { show, leave: () => leader.close() }
}

/** Takes part in the one connection of this browser until `leave`. `rejoined` is told after a freeze, when much may have been missed. */
export function joinTabs(tab: Tab, rejoined: () => void): { show(): void; leave(): void } {
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
    show: () => stay?.show(),
    leave() {
      away()
      document.removeEventListener('freeze', away)
      document.removeEventListener('resume', back)
      removeEventListener('pagehide', away)
      removeEventListener('pageshow', pageBack)
    },
  }
}
