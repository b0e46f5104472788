import { randomUUID } from 'node:crypto'
import { sendAnnouncements } from '#server/platform/database/announcer.ts'
import type { Database } from '#server/platform/database/database.ts'
import { liveChannel } from '#server/platform/live/announce.ts'

/** Hears what is announced to open screens. `take` gives the types of what was announced since it was asked last, once all of it has come. */
export async function listenForAnnouncements(database: Database) {
  const client = await database.connect()
  let heard: string[] = []
  const marks = new Map<string, () => void>()
  client.on('notification', ({ payload = '{}' }) => {
    const { type, mark } = JSON.parse(payload) as { type: string; mark?: string }
    if (mark) marks.get(mark)?.()
    else heard.push(type)
  })
  await client.query(`listen ${liveChannel}`)

  async function take(): Promise<string[]> {
    const mark = randomUUID()
    const passed = new Promise<void>((resolve) => marks.set(mark, resolve))
    // Sent behind what waits to be sent.
    sendAnnouncements(database.reserved, [{ channel: liveChannel, payload: JSON.stringify({ type: 'mark', mark }) }])
    await passed
    marks.delete(mark)
    const taken = heard
    heard = []
    return taken
  }

  return { take, close: () => client.end() }
}
