import { writeSignalNote } from '@vakt/domain/signal-note.ts'
import type { Pool } from 'pg'
import type { IngestToken } from '#server/features/signals/find-ingest-token.ts'
import { createSignalWriter } from '#server/features/signals/write-signals.ts'

/** A sender that is set up wrongly sends the same again and again. */
const intervalMilliseconds = 3_600_000
const maxRemembered = 10_000

type UnreadableBody = { format: string; contentType: string | null; beginning: Buffer; reason: string }
type NoteUnreadable = (token: IngestToken, body: UnreadableBody) => Promise<void>

/** Lists at its source the beginning of a body of which nothing could be read, once an hour for each reason. */
export function createUnreadableNotes(pool: Pool, now = Date.now): NoteUnreadable {
  const writeSignal = createSignalWriter(pool)
  const notedAt = new Map<string, number>()
  return async ({ tokenId, customerId }, { format, contentType, beginning, reason }) => {
    const key = `${tokenId} ${format} ${reason}`
    if (now() - (notedAt.get(key) ?? Number.NEGATIVE_INFINITY) < intervalMilliseconds) return
    if (notedAt.size >= maxRemembered) notedAt.clear()
    notedAt.set(key, now())
    const note = writeSignalNote('metrics-unreadable', { error: reason.slice(0, 300) })
    await writeSignal(customerId, { tokenId, format, contentType, body: beginning, state: 'unreadable', note }).catch((error) => {
      notedAt.delete(key)
      throw error
    })
  }
}
