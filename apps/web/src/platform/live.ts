import { useSyncExternalStore } from 'react'
import { isAffected } from './live-keys.ts'
import type { LeaderMessage } from './live-leader.ts'
import { createLiveStatus } from './live-status.ts'
import type { joinTabs } from './live-tabs.ts'
import { noteFailure } from './note-failure.ts'
import { followTab, refreshMatching } from './query.ts'
import { refreshSession } from './session.ts'
import { viewedUser } from './view-as.ts'

/** After a gap many browsers ask for everything: not in the same moment. */
const gapSpreadMs = 1000

const refreshEverything = () => refreshMatching(() => true, { spreadMs: gapSpreadMs })

let isReconnecting = false
const listeners = new Set<() => void>()
const status = createLiveStatus({
  tellReconnecting(value) {
    if (isReconnecting === value) return
    isReconnecting = value
    for (const listener of listeners) listener()
  },
  poll: refreshEverything,
})

let tabs: ReturnType<typeof joinTabs> | undefined
let ownCustomerId = ''
let isHearing = false

/** Whatever was read before the stream was open may have changed in between. */
function noteConnected(hasGap: boolean): void {
  status.noteConnected()
  isHearing = true
  if (hasGap) refreshEverything()
}

function noteLost(): void {
  isHearing = false
  status.noteLost()
}

function hear(message: LeaderMessage): void {
  switch (message.type) {
    case 'event': {
      const { event } = message
      if (event.type === 'access.changed' && event.customerId === ownCustomerId) void refreshSession().catch(() => {})
      refreshMatching((query) => isAffected(event, query))
      return
    }
    case 'hello':
      noteConnected(true)
      return
    case 'stream':
      if (message.isOpen) noteConnected(!isHearing)
      else noteLost()
  }
}

/** Keeps the screens current from here on, until the returned function is called. One connection serves all tabs of the user. */
export function startLive(user: { email: string; customer_id: string }): () => void {
  ownCustomerId = user.customer_id
  noteLost()
  const unfollow = followTab()
  let isOver = false
  async function join() {
    const { joinTabs } = await import('./live-tabs.ts')
    if (isOver) return
    // The number counts what tabs say to each other: those of another release do not understand it.
    tabs = joinTabs({ name: `vakt.live.2:${viewedUser()?.userId ?? user.email}`, hear }, refreshEverything)
  }
  // Until it has joined the page asks by itself, as it does while the connection is lost.
  join().catch((error: unknown) => noteFailure('live', error))
  return () => {
    isOver = true
    tabs?.leave()
    tabs = undefined
    status.noteConnected()
    unfollow()
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** True while the connection has been gone for longer than a hiccup. */
export const useIsReconnecting = (): boolean => useSyncExternalStore(subscribe, () => isReconnecting)
