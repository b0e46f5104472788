import { listenLive } from '@vakt/contract/live/live.ts'
import { type LiveEvent, type LiveSignal, remembersLiveMs } from '@vakt/contract/live/live-events.ts'
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

/** A moment by both clocks of the browser: one is put right now and then, the other stands still while the machine sleeps. */
const now = () => ({ date: Date.now(), tick: performance.now() })
type Moment = ReturnType<typeof now>

/** All that is shown was read after this. */
const pageBegan: Moment = { date: performance.timeOrigin, tick: 0 }

function addressSince(moment: Moment): string {
  const address = addressOf(listenLive.path, {})
  const { date, tick } = now()
  const sinceMs = Math.ceil(Math.max(date - moment.date, tick - moment.tick))
  return sinceMs > remembersLiveMs ? address : `${address}?since_ms=${sinceMs}`
}

async function openStream(since: Moment, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  return withAccessToken(async (accessToken) => {
    const headers = { accept: 'text/event-stream', ...headersWith(accessToken) }
    const response = await fetch(addressSince(since), { headers, signal, cache: 'no-store' })
    noteServerTime(response.headers)
    if (!response.ok || !response.body) throw await readError(response)
    return response.body
  })
}

/**
 * Ends when the stream does: by itself, by silence, by the loss of the network, or after a sleep that it may not have survived. `heard` is told each
 * sign of it, and the next stream begins with what changed since the last one.
 */
async function listen(since: Moment, stop: AbortSignal, ears: StreamEars & { heard(): void }): Promise<void> {
  const end = new AbortController()
  const giveUp = () => end.abort()
  let lastSign = Date.now()
  let timer = setTimeout(giveUp, deadAfterInMilliseconds)
  const noteSign = () => {
    lastSign = Date.now()
    ears.heard()
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
    const stream = await openStream(since, AbortSignal.any([stop, end.signal]))
    for await (const event of readEvents<LiveEvent | LiveSignal>(stream, noteSign)) {
      if (event.type === 'hello') ears.hello(event.repeats ? since.date : undefined)
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
  let since = pageBegan
  const hello = (repeatsSince?: number) => {
    failures = 0
    ears.hello(repeatsSince)
  }
  const heard = () => {
    since = now()
  }
  while (!stop.aborted) {
    await listen(since, stop, { ...ears, hello, heard }).catch(() => {})
    if (stop.aborted) return
    ears.lost(since.date)
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
