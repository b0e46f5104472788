import type { Pool } from 'pg'
import { noteSourceSignals } from '#server/features/monitoring-sources/note-source-signals.ts'
import type { IngestToken } from '#server/features/signals/find-ingest-token.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'

const intervalMilliseconds = 60_000
const maxRemembered = 10_000

/** Notes at its monitoring source that a token sent points, at most once a minute: of points come many. */
export function createSourceNotes(pool: Pool, now = Date.now): (token: IngestToken) => Promise<void> {
  const notedAt = new Map<string, number>()
  return async ({ tokenId, customerId }) => {
    const at = now()
    if (at - (notedAt.get(tokenId) ?? 0) < intervalMilliseconds) return
    if (notedAt.size >= maxRemembered) notedAt.clear()
    notedAt.set(tokenId, at)
    const signals = [{ signalId: null, isTest: false, tokenId, receivedAt: new Date(at), firing: [] }]
    await inTransaction({ pool }, customerId, (transaction) => noteSourceSignals(transaction, customerId, signals)).catch((error) => {
      notedAt.delete(tokenId)
      throw error
    })
  }
}
