import { randomUUID } from 'node:crypto'
import { type MonitoringSource, type NewMonitoringSource, sourceLimits } from '@vakt/contract/monitoring-sources/monitoring-sources.ts'
import { tidyLine } from '@vakt/domain/tidy-line.ts'
import { type Context, nameOfActor } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { Conflict, Invalid, NotFound } from '#server/platform/errors.ts'
import { readUuid } from '#server/platform/ids.ts'
import { announce } from '#server/platform/live/announce.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { createIngestSecret } from './ingest-secret.ts'
import { presentSource } from './present-source.ts'
import { countSources, insertSource, lockSource, readSource, type SourceRow, updateSource, writeRevoked } from './source-table.ts'
import { insertSourceToken, restoreSourceTokens, revokeSourceTokens, updateSourceTokens } from './source-token-table.ts'
import { wakeWatcher } from './source-watch-table.ts'

/** Throws Invalid for a moment that has passed. */
export function readExpiry(expiresAt: string | null, now: Date): Date | null {
  if (expiresAt === null) return null
  const moment = new Date(expiresAt)
  if (moment <= now) throw Invalid.field('expiresAt', 'This moment has passed. Choose one to come.', 'monitoring_source.expiry_past')
  return moment
}

function readWanted({ name, expectedMinutes, heartbeatName, formats }: NewMonitoringSource) {
  if (heartbeatName !== null && expectedMinutes === null)
    throw Invalid.field(
      'expectedMinutes',
      'Say how often the heartbeat comes: without that its absence is not noticed.',
      'monitoring_source.heartbeat_needs_interval',
    )
  const tidied = tidyLine(name)
  if (tidied === '') throw Invalid.field('name', 'The name cannot be empty.', 'monitoring_source.name_empty')
  return { name: tidied, expectedMinutes, heartbeatName: heartbeatName && tidyLine(heartbeatName), formats }
}

async function findSource(transaction: Transaction, customerId: string, sourceId: string, now: Date): Promise<SourceRow> {
  const source = await readSource(transaction, customerId, sourceId, now)
  if (!source) throw new NotFound()
  return source
}

/** The source as it is now, told to everyone who watches. */
export async function presentChanged(transaction: Transaction, customerId: string, sourceId: string, now: Date): Promise<MonitoringSource> {
  announce(transaction, { type: 'monitoring-source.changed', customerId })
  wakeWatcher(transaction)
  return presentSource(await findSource(transaction, customerId, sourceId, now), now)
}

/** Locks the source and runs `change` on it as it is. Throws NotFound, and Conflict for one that is revoked. */
export async function changeLocked<T>(
  context: Context,
  customerId: string,
  id: string,
  change: (transaction: Transaction, source: SourceRow) => Promise<T>,
): Promise<T> {
  const sourceId = readUuid(id)
  return inTransaction(context, customerId, async (transaction) => {
    await lockSource(transaction, customerId, sourceId)
    const source = await findSource(transaction, customerId, sourceId, context.now)
    if (source.revokedAt)
      throw Conflict.field('', 'The source is revoked. Create a new one, or take the revocation back.', 'monitoring_source.is_revoked')
    return change(transaction, source)
  })
}

/** The secret is in this answer only. */
export async function createSource(
  context: Context,
  customerId: string,
  wanted: NewMonitoringSource,
): Promise<MonitoringSource & { secret: string }> {
  const { now } = context
  const source = readWanted(wanted)
  const expiresAt = readExpiry(wanted.expiresAt, now)
  const sourceId = randomUUID()
  const { secret, hash, ending } = createIngestSecret()
  return inTransaction(context, customerId, async (transaction) => {
    if ((await countSources(transaction, customerId)) >= sourceLimits.perCustomer)
      throw Conflict.field(
        '',
        `There are ${sourceLimits.perCustomer} monitoring sources already. Revoke one that is not used any more.`,
        'monitoring_source.too_many',
      )
    await insertSource(transaction, customerId, { ...source, sourceId, createdBy: nameOfActor(context.actor), now })
    const { customer } = await findSource(transaction, customerId, sourceId, now)
    const token = { ...source, sourceId, isProvider: customer.isProvider, hash, ending, expiresAt, now }
    await insertSourceToken(transaction, customerId, token)
    const details = { ...source, expiresAt }
    await recordAction(transaction, context, customerId, { action: 'monitoring-source.create', target: sourceId, details })
    return { ...(await presentChanged(transaction, customerId, sourceId, now)), secret }
  })
}

export async function changeSource(
  context: Context,
  customerId: string,
  id: string,
  { version, ...wanted }: NewMonitoringSource & { version: number },
): Promise<MonitoringSource> {
  const { now } = context
  const source = readWanted(wanted)
  return changeLocked(context, customerId, id, async (transaction, before) => {
    const { sourceId } = before
    if (before.version !== version)
      throw Conflict.field('', 'Someone else has changed this source in the meantime.', 'monitoring_source.changed_meanwhile')
    // What has expired may stay so while something else is changed.
    const isSame = before.expiresAt !== null && wanted.expiresAt !== null && before.expiresAt.getTime() === Date.parse(wanted.expiresAt)
    const expiresAt = isSame ? before.expiresAt : readExpiry(wanted.expiresAt, now)
    await updateSource(transaction, customerId, { ...source, sourceId, now })
    await updateSourceTokens(transaction, customerId, { sourceId, formats: source.formats, expiresAt })
    const { name, expectedMinutes, heartbeatName, formats } = before
    await recordAction(transaction, context, customerId, {
      action: 'monitoring-source.change',
      target: sourceId,
      details: {
        name: source.name,
        before: { name, expectedMinutes, heartbeatName, formats, expiresAt: before.expiresAt },
        after: { ...source, expiresAt },
      },
    })
    return presentChanged(transaction, customerId, sourceId, now)
  })
}

/** Its tokens are refused as soon as no process remembers them, within seconds. */
export async function revokeSource(context: Context, customerId: string, id: string): Promise<MonitoringSource> {
  const { now } = context
  return changeLocked(context, customerId, id, async (transaction, { sourceId }) => {
    await revokeSourceTokens(transaction, customerId, sourceId, now)
    await writeRevoked(transaction, customerId, { sourceId, revokedAt: now, now })
    return presentChanged(transaction, customerId, sourceId, now)
  })
}

/** Takes a revocation back, soon after it: the tokens that worked until then work again. */
export async function restoreSource(context: Context, customerId: string, id: string): Promise<MonitoringSource> {
  const { now } = context
  const sourceId = readUuid(id)
  return inTransaction(context, customerId, async (transaction) => {
    await lockSource(transaction, customerId, sourceId)
    const { revokedAt } = await findSource(transaction, customerId, sourceId, now)
    if (!revokedAt) throw Conflict.field('', 'The source is not revoked.', 'monitoring_source.not_revoked')
    if (now.getTime() - revokedAt.getTime() > sourceLimits.undoRevokeMinutes * 60_000)
      throw Conflict.field('', 'The source was revoked too long ago. Create a new one.', 'monitoring_source.revoked_for_good')
    await restoreSourceTokens(transaction, customerId, sourceId, revokedAt)
    await writeRevoked(transaction, customerId, { sourceId, revokedAt: null, now })
    return presentChanged(transaction, customerId, sourceId, now)
  })
}
