import { setTimeout as wait } from 'node:timers/promises'
import type { Pool } from 'pg'

export type Announcement = { channel: string; payload: string }

/** After one is sent, so long others gather for the next. */
const gatherMilliseconds = 10

/**
 * Sends what committed transactions announce. NOTIFY within them would make each commit wait until the one before is on the disk. What is
 * announced is a hint: whoever hears it looks at the rows, and looks by itself from time to time, so one that is lost when the process dies
 * between the commit and this costs that time only.
 */
function createAnnouncer(pool: Pool): (announcements: Announcement[]) => void {
  const waiting = new Map<string, Announcement>()
  let isSending = false
  const send = async () => {
    isSending = true
    while (waiting.size > 0) {
      const taken = [...waiting.values()]
      waiting.clear()
      const sent = pool.query({
        name: 'announce',
        text: 'select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) as announced (channel, payload)',
        values: [taken.map(({ channel }) => channel), taken.map(({ payload }) => payload)],
      })
      // Without a database nobody hears it either, and whoever listens asks anew when they are connected again.
      await sent.catch(() => {})
      await wait(gatherMilliseconds, undefined, { ref: false })
    }
    isSending = false
  }
  return (announcements) => {
    for (const announcement of announcements) waiting.set(`${announcement.channel} ${announcement.payload}`, announcement)
    if (!isSending && waiting.size > 0) void send()
  }
}

const announcers = new WeakMap<Pool, ReturnType<typeof createAnnouncer>>()

/** To be called once the transaction is committed; equal ones that wait are sent once. */
export function sendAnnouncements(pool: Pool, announcements: Announcement[]): void {
  if (announcements.length === 0) return
  const announcer = announcers.get(pool) ?? createAnnouncer(pool)
  announcers.set(pool, announcer)
  announcer(announcements)
}
