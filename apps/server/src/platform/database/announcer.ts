import { setTimeout as wait } from 'node:timers/promises'
import type { Pool } from 'pg'

export type Announcement = { channel: string; payload: string }

type Announcer = { waiting: Map<string, Announcement>; sending: Promise<void> | undefined; isClosing: boolean }

/** After one is sent, so long others gather for the next. */
const gatherMilliseconds = 10
/** Each waits a while for a connection of the pool. */
const attempts = 3

const announcers = new WeakMap<Pool, Announcer>()

async function notify(pool: Pool, announcements: Announcement[]): Promise<void> {
  await pool.query({
    name: 'announce',
    text: 'select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) as announced (channel, payload)',
    values: [announcements.map(({ channel }) => channel), announcements.map(({ payload }) => payload)],
  })
}

async function sendWaiting(pool: Pool, announcer: Announcer): Promise<void> {
  while (announcer.waiting.size > 0) {
    const taken = [...announcer.waiting.values()]
    announcer.waiting.clear()
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      // Without a database no one hears it either, and anyone who listens asks again once they are connected again.
      const isSent = await notify(pool, taken).then(
        () => true,
        () => false,
      )
      if (isSent) break
    }
    if (!announcer.isClosing) await wait(gatherMilliseconds, undefined, { ref: false })
  }
  announcer.sending = undefined
}

/**
 * Sends what a transaction of this pool announces, once it is committed; equal ones that wait are sent once. NOTIFY within transactions would
 * make each commit wait until the one before is on the disk. An announcement is a hint: anyone who hears it looks at the rows, and does so from
 * time to time anyway, so one that is lost because the process dies between the commit and this costs that time only.
 */
export function sendAnnouncements(pool: Pool, announcements: Announcement[]): void {
  if (announcements.length === 0) return
  const announcer = announcers.get(pool) ?? { waiting: new Map(), sending: undefined, isClosing: false }
  announcers.set(pool, announcer)
  for (const announcement of announcements) announcer.waiting.set(`${announcement.channel} ${announcement.payload}`, announcement)
  announcer.sending ??= sendWaiting(pool, announcer)
}

/** To be awaited before the pool is closed. */
export async function finishAnnouncements(pool: Pool): Promise<void> {
  const announcer = announcers.get(pool)
  if (!announcer) return
  announcer.isClosing = true
  await announcer.sending
}
