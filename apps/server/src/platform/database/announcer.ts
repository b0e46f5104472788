import { setTimeout as wait } from 'node:timers/promises'
import type { Pool } from 'pg'

export type Announcement = {
  channel: string
  payload: string
  /** What is sent in its place while too many wait: one for all of its kind. Absent: only equal ones are sent once. */
  merged?: string
}

type Announcer = {
  waiting: Map<string, Announcement>
  /** From so many that wait on, those that can be merged are. */
  mergeAt: number
  sending: Promise<void> | undefined
  closing: AbortController
}

/** After one is sent, so long others gather for the next. */
const gatherMilliseconds = 10
/** After one that failed, longer each time. */
const longestPauseMilliseconds = 2000
const firstMergeAt = 1000
/** Of PostgreSQL, in bytes. */
const longestPayload = 7999
/** While the pool is being closed. */
const lastAttempts = 3

const announcers = new WeakMap<Pool, Announcer>()

async function notify(pool: Pool, announcements: Announcement[]): Promise<void> {
  await pool.query({
    name: 'announce',
    text: 'select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) as announced (channel, payload)',
    values: [announcements.map(({ channel }) => channel), announcements.map(({ payload }) => payload)],
  })
}

const keyOf = ({ channel, payload }: Announcement) => `${channel} ${payload}`
const mergedOf = ({ channel, payload, merged = payload }: Announcement): Announcement => ({ channel, payload: merged })

function add(announcer: Announcer, announcements: readonly Announcement[]): void {
  const { waiting } = announcer
  for (const announcement of announcements) {
    const isTooLong = Buffer.byteLength(announcement.payload) > longestPayload
    const kept = isTooLong ? mergedOf(announcement) : announcement
    waiting.set(keyOf(kept), kept)
  }
  if (waiting.size < announcer.mergeAt) return
  const merged = [...waiting.values()].map(mergedOf)
  waiting.clear()
  for (const announcement of merged) waiting.set(keyOf(announcement), announcement)
  announcer.mergeAt = Math.max(firstMergeAt, 2 * waiting.size)
}

async function sendWaiting(pool: Pool, announcer: Announcer): Promise<void> {
  const { waiting, closing } = announcer
  const pause = (milliseconds: number) => wait(milliseconds, undefined, { ref: false, signal: closing.signal }).catch(() => {})
  let failures = 0
  let attemptsWhileClosing = 0
  while (waiting.size > 0 && attemptsWhileClosing < lastAttempts) {
    if (closing.signal.aborted) attemptsWhileClosing += 1
    const taken = [...waiting.values()]
    waiting.clear()
    try {
      await notify(pool, taken)
      failures = 0
      await pause(gatherMilliseconds)
    } catch {
      failures += 1
      // Before those that came meanwhile.
      const since = [...waiting.values()]
      waiting.clear()
      add(announcer, [...taken, ...since])
      await pause(Math.min(longestPauseMilliseconds, gatherMilliseconds * 2 ** failures))
    }
  }
  announcer.sending = undefined
}

/**
 * Sends what a transaction announces, once it is committed; equal ones that wait are sent once. NOTIFY within transactions would make each
 * commit wait until the one before is on the disk. What cannot be sent waits until it can: `pool` should be one that work does not use. Lost is
 * only what waits when the process dies.
 */
export function sendAnnouncements(pool: Pool, announcements: Announcement[]): void {
  if (announcements.length === 0) return
  const announcer = announcers.get(pool) ?? {
    waiting: new Map(),
    mergeAt: firstMergeAt,
    sending: undefined,
    closing: new AbortController(),
  }
  announcers.set(pool, announcer)
  add(announcer, announcements)
  announcer.sending ??= sendWaiting(pool, announcer)
}

/** To be awaited before the pool is closed: what cannot be sent at the third attempt is lost. */
export async function finishAnnouncements(pool: Pool): Promise<void> {
  const announcer = announcers.get(pool)
  if (!announcer) return
  announcer.closing.abort()
  await announcer.sending
}
