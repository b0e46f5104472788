import { useSyncExternalStore } from 'react'
import { noteFailure } from './note-failure.ts'

/** Keeps the screens of a user current until the returned function is called. */
type OpenLive = (user: { email: string; customer_id: string }, tellReconnecting: (isReconnecting: boolean) => void) => () => void

let isReconnecting = false
const listeners = new Set<() => void>()

function tellReconnecting(value: boolean): void {
  if (isReconnecting === value) return
  isReconnecting = value
  for (const listener of listeners) listener()
}

/** Keeps the screens current from here on, until the returned function is called. What that takes is loaded after the first view. */
export function startLive(user: { email: string; customer_id: string }, load: () => Promise<{ openLive: OpenLive }>): () => void {
  let isOver = false
  let close = () => {}
  load().then(
    ({ openLive }) => {
      if (!isOver) close = openLive(user, tellReconnecting)
    },
    (error: unknown) => {
      noteFailure('live', error)
      tellReconnecting(true)
    },
  )
  return () => {
    isOver = true
    close()
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** True while the connection has been gone for longer than a hiccup. */
export const useIsReconnecting = (): boolean => useSyncExternalStore(subscribe, () => isReconnecting)
