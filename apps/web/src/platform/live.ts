import type { QueryKey } from '@tanstack/react-query'
import { listenLive } from '@vakt/contract/live.ts'
import type { LiveEvent, LiveHello } from '@vakt/contract/live-events.ts'
import { useEffect, useSyncExternalStore } from 'react'
import { withAccessToken } from './api.ts'
import { readEvents } from './event-stream.ts'
import { coalesceKeys, keysOf } from './live-keys.ts'
import { queryClient } from './query.ts'
import { ApiError, addressOf } from './request.ts'
import { refreshSession } from './session.ts'

const coalesceInMilliseconds = 250
const deadAfterInMilliseconds = 35_000
const worthTellingAfterInMilliseconds = 5_000
const pollEveryInMilliseconds = 30_000
const longestPauseInMilliseconds = 30_000

/** Doubles from half a second, with jitter so that browsers do not come back all at once. */
function pauseBeforeAttempt(failures: number, random = Math.random()): number {
  return Math.min(longestPauseInMilliseconds, 500 * 2 ** failures) * (0.5 + random / 2)
}

const invalidate = (keys: QueryKey[]) => {
  for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey })
}
const note = coalesceKeys(invalidate, coalesceInMilliseconds)

let isReconnecting = false
const listeners = new Set<() => void>()

function tellReconnecting(value: boolean): void {
  if (isReconnecting === value) return
  isReconnecting = value
  for (const listener of listeners) listener()
}

let tellTimer: ReturnType<typeof setTimeout> | undefined
let pollTimer: ReturnType<typeof setInterval> | undefined

function noteDisconnected(): void {
  tellTimer ??= setTimeout(() => tellReconnecting(true), worthTellingAfterInMilliseconds)
  pollTimer ??= setInterval(() => note([[]]), pollEveryInMilliseconds)
}

function noteConnected(): void {
  clearTimeout(tellTimer)
  clearInterval(pollTimer)
  tellTimer = undefined
  pollTimer = undefined
  tellReconnecting(false)
}

async function openStream(customerId: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  return withAccessToken(async (accessToken) => {
    const headers = { accept: 'text/event-stream', authorization: `Bearer ${accessToken}` }
    const response = await fetch(addressOf(listenLive.path, { params: { customerId } }), { headers, signal, cache: 'no-store' })
    if (!response.ok || !response.body) throw new ApiError(response.status, { errors: [], requestId: '' })
    return response.body
  })
}

async function listen(customerId: string, stop: AbortSignal, onHello: () => void): Promise<void> {
  const silence = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const noteSign = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), deadAfterInMilliseconds)
  }
  noteSign()
  try {
    const stream = await openStream(customerId, AbortSignal.any([stop, silence.signal]))
    for await (const event of readEvents<LiveEvent | LiveHello>(stream, noteSign)) {
      if (event.type === 'hello') {
        onHello()
        continue
      }
      if (event.type === 'access.changed') void refreshSession().catch(() => {})
      note(keysOf(event))
    }
  } finally {
    clearTimeout(timer)
  }
}

function pause(milliseconds: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      removeEventListener('online', finish)
      stop.removeEventListener('abort', finish)
      resolve()
    }
    const timer = setTimeout(finish, milliseconds)
    addEventListener('online', finish)
    stop.addEventListener('abort', finish)
  })
}

async function stayConnected(customerId: string, stop: AbortSignal): Promise<void> {
  let failures = 0
  let hellos = 0
  while (!stop.aborted) {
    noteDisconnected()
    await listen(customerId, stop, () => {
      failures = 0
      hellos += 1
      noteConnected()
      if (hellos > 1) note([[]])
    }).catch(() => {})
    if (stop.aborted) return
    noteDisconnected()
    await pause(pauseBeforeAttempt(failures), stop)
    failures += 1
  }
}

let current: { customerId: string; stop: AbortController } | undefined
let ownCustomerId: string | undefined
const followed: string[] = []

function connect(): void {
  const customerId = followed.at(-1) ?? ownCustomerId
  if (customerId === current?.customerId) return
  const before = current
  before?.stop.abort()
  current = undefined
  if (!customerId) {
    noteConnected()
    return
  }
  current = { customerId, stop: new AbortController() }
  void stayConnected(customerId, current.stop.signal)
  if (before) note([[]])
}

/** Keeps the screens current from here on; until the returned function is called. */
export function startLive(customerId: string): () => void {
  ownCustomerId = customerId
  connect()
  return () => {
    ownCustomerId = undefined
    followed.length = 0
    connect()
  }
}

/** Follows the customer that the open screen shows instead of the user's own. */
export function useLiveCustomer(customerId: string): void {
  useEffect(() => {
    followed.push(customerId)
    connect()
    return () => {
      const index = followed.lastIndexOf(customerId)
      if (index >= 0) followed.splice(index, 1)
      queueMicrotask(connect)
    }
  }, [customerId])
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** True while the connection has been gone for longer than a hiccup. */
export const useIsReconnecting = (): boolean => useSyncExternalStore(subscribe, () => isReconnecting)
