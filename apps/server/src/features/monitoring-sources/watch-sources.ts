import { expiryOf, isSilent } from '@vakt/domain/source-state.ts'
import { recordOwnAlert } from '#server/features/incidents/intake/record-own-alert.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { announce } from '#server/platform/live/announce.ts'
import { expiryAlert, silenceAlert } from './source-alerts.ts'
import {
  deleteOldHoursForAllCustomers,
  hasPendingSignals,
  lockWatchedSource,
  noteWatch,
  readWatchedForAllCustomers,
  restartIntervalsForAllCustomers,
  type WatchedSource,
  writeAlertState,
} from './source-watch-table.ts'

/** Without a worker for so long, silence may be Vakt's own. */
const longestPauseMs = 2 * 60_000
const hoursKeptMs = 2 * 86_400_000

const expiryToTell = (source: WatchedSource, now: Date) => (source.revokedAt ? null : expiryOf(source.expiresAt, now))

const isSettled = (source: WatchedSource, now: Date) =>
  isSilent(source, now) === (source.silentSince !== null) && expiryToTell(source, now) === source.expiryAlert

/** Raises or resolves what the source gives reason to, once: the alerts and the mark of them commit together. */
async function settleSource(context: Context, { customerId, sourceId }: WatchedSource): Promise<void> {
  const { now } = context
  await inTransaction(context, customerId, async (transaction) => {
    const source = await lockWatchedSource(transaction, customerId, sourceId)
    if (!source || isSettled(source, now)) return
    const silentSince = await settleSilence(transaction, context, source)
    const expiry = expiryToTell(source, now)
    const told = expiry ?? source.expiryAlert
    if (told && expiry !== source.expiryAlert)
      await recordOwnAlert(transaction, context, customerId, expiryAlert(source, told), expiry ? 'firing' : 'resolved')
    await writeAlertState(transaction, customerId, { sourceId, silentSince, expiryAlert: expiry })
    announce(transaction, { type: 'monitoring-source.changed', customerId })
  })
}

/** Returns since when the source is silent; null while it is not. */
async function settleSilence(transaction: Transaction, context: Context, source: WatchedSource): Promise<Date | null> {
  const { customerId, sourceId, silentSince } = source
  const isNow = isSilent(source, context.now)
  if (isNow === (silentSince !== null)) return silentSince
  if (isNow && (await hasPendingSignals(transaction, customerId, sourceId))) return null
  await recordOwnAlert(transaction, context, customerId, silenceAlert(source), isNow ? 'firing' : 'resolved')
  return isNow ? context.now : null
}

/**
 * Raises an alert for each source that has become silent or whose token is about to expire, and resolves those whose reason is gone.
 * Any number of workers may do this at once.
 */
export async function watchSources(context: Context): Promise<boolean> {
  const { now } = context
  const watched = await workForAllCustomers(context, async (transaction) => {
    const last = await noteWatch(transaction, now)
    if (last && now.getTime() - last.getTime() > longestPauseMs) await restartIntervalsForAllCustomers(transaction, now)
    await deleteOldHoursForAllCustomers(transaction, new Date(now.getTime() - hoursKeptMs))
    return readWatchedForAllCustomers(transaction)
  })
  for (const source of watched) {
    if (isSettled(source, now)) continue
    // One that fails must not keep the others from being watched.
    await settleSource(context, source).catch((error: unknown) =>
      context.log.error({ err: error, sourceId: source.sourceId }, 'a monitoring source could not be watched'),
    )
  }
  return false
}
