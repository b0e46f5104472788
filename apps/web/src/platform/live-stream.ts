import { listenLive } from '@vakt/contract/live.ts'
import type { LiveEvent, LiveSignal } from '@vakt/contract/live-events.ts'
import { withAccessToken } from './api.ts'
import { readEvents } from './event-stream.ts'
import type { StreamEars } from './live-leader.ts'
import { addressOf, headersWith, readError } from './request.ts'
import { noteServerTime } from './server-clock.ts'

/** The server beats every 15 seconds. */
const deadAfterInMilliseconds = 35_000
const doubtfulAfterInMilliseconds = 17_000
const longestPauseInMilliseconds = 30_000

/** Doubles from half a second, with jitter so that browsers do not come back all at once. */
function pauseBeforeAttempt(failures: number, random = Math.random()): number {
  return Math.min(longestPauseInMilliseconds, 500 * 2 ** failures) * (0.5 + random / 2)
}

async function openStream(signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  return withAccessToken(async (accessToken) => {
    const headers = { accept: 'text/event-stream', ...headersWith(accessToken) }
    const response = await fetch(addressOf(listenLive.path, {}), { headers, signal, cache: 'no-store' })
    noteServerTime(response.headers)
    if (!response.ok || !response.body) throw await readError(response)
    return response.body
  })
}

/** Ends when the stream does: by itself, by silence, by the loss of the network, or after a sleep that it may not have survived. */
async function listen(stop: AbortSignal, ears: StreamEars): Promise<void> {
  const end = new AbortController()
  const giveUp = () => end.abort()
  let lastSign = Date.now()
  let timer = setTimeout(giveUp, deadAfterInMilliseconds)
  const noteSign = () => {
    lastSign = Date.now()
    clearTimeout(timer)
    timer = setTimeout(giveUp, deadAfterInMilliseconds)
  }
  const doubt = () => {
    if (Date.now() - lastSign > doubtfulAfterInMilliseconds) giveUp()
  }
  addEventListener('offline', giveUp)
  addEventListener('online', doubt)
  document.addEventListener('visibilitychange', doubt)
  try {
    const stream = await openStream(AbortSignal.any([stop, end.signal]))
    for await (const event of readEvents<LiveEvent | LiveSignal>(stream, noteSign)) {
      if (event.type === 'hello') ears.hello()
      else if (event.type === 'lost') ears.lost()
      else ears.event(event)
    }
  } finally {
    clearTimeout(timer)
    removeEventListener('offline', giveUp)
    removeEventListener('online', doubt)
    document.removeEventListener('visibilitychange', doubt)
  }
}

/** Cut short by what promises success: the network is back, or someone looks at the page again. */
function pause(milliseconds: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      removeEventListener('online', finish)
      document.removeEventListener('visibilitychange', look)
      stop.removeEventListener('abort', finish)
      resolve()
    }
    const timer = setTimeout(finish, milliseconds)
    const look = () => document.visibilityState === 'visible' && finish()
    addEventListener('online', finish)
    document.addEventListener('visibilitychange', look)
    stop.addEventListener('abort', finish)
  })
}

async function stayConnected(stop: AbortSignal, ears: StreamEars): Promise<void> {
  let failures = 0
  const hello = () => {
    failures = 0
    ears.hello()
  }
  while (!stop.aborted) {
    await listen(stop, { ...ears, hello }).catch(() => {})
    if (stop.aborted) return
    ears.lost()
    await pause(pauseBeforeAttempt(failures), stop)
    failures += 1
  }
}

/** Hears what changes, over every interruption, until the returned function is called. */
export function keepStream(ears: StreamEars): () => void {
  const stop = new AbortController()
  void stayConnected(stop.signal, ears)
  return () => stop.abort()
}
