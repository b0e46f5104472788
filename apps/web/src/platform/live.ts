import type { QueryKey } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { coalesceKeys, keysOf } from './live-keys.ts'
import type { LeaderMessage } from './live-leader.ts'
import { createLiveStatus } from './live-status.ts'
import type { joinTabs } from './live-tabs.ts'
import { noteFailure } from './note-failure.ts'
import { askAgain, queryClient } from './query.ts'
import { refreshSession } from './session.ts'
import { viewedUser } from './view-as.ts'

const coalesceInMilliseconds = 250

const askForAll = (keys: QueryKey[]) => {
  for (const queryKey of keys) askAgain(queryKey)
}
const note = coalesceKeys(askForAll, coalesceInMilliseconds)
const noteEverything = () => note([[]])

let isReconnecting = false
const listeners = new Set<() => void>()
const status = createLiveStatus({
  tellReconnecting(value) {
    if (isReconnecting === value) return
    isReconnecting = value
    for (const listener of listeners) listener()
  },
  poll: noteEverything,
})

let tabs: ReturnType<typeof joinTabs> | undefined
let ownCustomerId = ''
const followed: string[] = []
const shown = () => followed.at(-1) ?? ownCustomerId
/** The customer of whom this tab hears; null before the first word of the leader, and while the stream is lost. */
let heardOf: string | null = null
let hasHeard = false

function noteConnected(hasGap: boolean): void {
  status.noteConnected()
  if (hasHeard && hasGap) noteEverything()
  heardOf = shown()
  hasHeard = true
}

function hear(message: LeaderMessage): void {
  switch (message.type) {
    case 'event':
      if (message.event.type === 'access.changed') void refreshSession().catch(() => {})
      note(keysOf(message.event))
      return
    case 'hello':
      if (message.customerId === shown()) noteConnected(true)
      return
    case 'streams':
      if (message.open.includes(shown())) {
        noteConnected(heardOf !== shown())
        return
      }
      heardOf = null
      if (message.opening.includes(shown())) status.noteLost()
      else status.notePolling()
  }
}

/** What is kept of a customer that nobody listened to may be old by now. */
function doubtWhatIsKeptOf(customerId: string): void {
  void queryClient.invalidateQueries({ predicate: ({ queryKey, state }) => queryKey[1] === customerId && state.dataUpdatedAt > 0 })
}

let told = ''

function follow(): void {
  if (!tabs || shown() === told) return
  told = shown()
  status.noteLost()
  hasHeard = false
  doubtWhatIsKeptOf(told)
  tabs.show()
}

/** Keeps the screens current from here on, until the returned function is called. One connection serves all tabs of the user. */
export function startLive(user: { email: string; customer_id: string }): () => void {
  ownCustomerId = user.customer_id
  told = shown()
  hasHeard = false
  status.noteLost()
  let isOver = false
  async function join() {
    const { joinTabs } = await import('./live-tabs.ts')
    if (isOver) return
    told = shown()
    tabs = joinTabs({ name: `vakt.live:${viewedUser()?.userId ?? user.email}`, shown, hear }, noteEverything)
  }
  // Until it has joined the page asks by itself, as it does while the connection is lost.
  join().catch((error: unknown) => noteFailure('live', error))
  return () => {
    isOver = true
    tabs?.leave()
    tabs = undefined
    status.noteConnected()
  }
}

/** Follows the customer that the open screen shows instead of the user's own. */
export function useLiveCustomer(customerId: string): void {
  useEffect(() => {
    followed.push(customerId)
    queueMicrotask(follow)
    return () => {
      followed.splice(followed.lastIndexOf(customerId), 1)
      queueMicrotask(follow)
    }
  }, [customerId])
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** True while the connection has been gone for longer than a hiccup. */
export const useIsReconnecting = (): boolean => useSyncExternalStore(subscribe, () => isReconnecting)
