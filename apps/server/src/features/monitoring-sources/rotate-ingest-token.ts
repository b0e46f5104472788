import type { MonitoringSource } from '@vakt/contract/monitoring-sources/monitoring-sources.ts'
import type { Context } from '#server/platform/context.ts'
import { Conflict } from '#server/platform/errors.ts'
import { createIngestSecret } from './ingest-secret.ts'
import { changeLocked, presentChanged, readExpiry } from './manage-sources.ts'
import { endTokensAt, insertSourceToken, revokeReplacedTokens } from './source-token-table.ts'

const hourMilliseconds = 3_600_000

/** A new token for the source. The one in use works for `overlapHours` more, one that was replaced before ends now. */
export async function rotateIngestToken(
  context: Context,
  customerId: string,
  id: string,
  wanted: { overlapHours: number; expiresAt: string | null },
): Promise<MonitoringSource & { secret: string }> {
  const { now } = context
  const { overlapHours } = wanted
  const expiresAt = readExpiry(wanted.expiresAt, now)
  const { secret, hash, ending } = createIngestSecret()
  const until = new Date(now.getTime() + overlapHours * hourMilliseconds)
  return changeLocked(context, customerId, id, async (transaction, { sourceId, name, formats, customer }) => {
    await endTokensAt(transaction, customerId, { sourceId, until, now })
    const token = { sourceId, name, isProvider: customer.isProvider, hash, ending, formats, expiresAt, now }
    await insertSourceToken(transaction, customerId, token)
    return { ...(await presentChanged(transaction, customerId, sourceId, now)), secret }
  })
}

/** Ends the replaced token before its overlap is over. */
export async function endReplacedToken(context: Context, customerId: string, id: string): Promise<MonitoringSource> {
  const { now } = context
  return changeLocked(context, customerId, id, async (transaction, { sourceId }) => {
    if ((await revokeReplacedTokens(transaction, customerId, sourceId, now)) === 0)
      throw Conflict.field('', 'No replaced token works any more.', 'monitoring_source.nothing_replaced')
    return presentChanged(transaction, customerId, sourceId, now)
  })
}
