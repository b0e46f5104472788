import type { Transaction } from '#server/platform/database/transaction.ts'
import { announce } from '#server/platform/live/announce.ts'
import { type CountedSignal, countSignals, type SourceOfTokens, writeHeartbeat } from './source-signal-table.ts'
import { wakeWatcher } from './source-watch-table.ts'

/** A signal that is being worked through, with the names of the alerts that fire in it. */
export type NotedSignal = CountedSignal & { firing: readonly string[] }

/** Whether an alert of this name, sent with this token, is a heartbeat. */
export type IsHeartbeat = (tokenId: string, alertName: string) => boolean

function lastHeartbeat({ tokenIds, heartbeatName }: SourceOfTokens, signals: readonly NotedSignal[]): Date | null {
  if (heartbeatName === null) return null
  const moments = signals
    .filter(({ tokenId, firing, isTest }) => !isTest && tokenIds.includes(tokenId) && firing.includes(heartbeatName))
    .map(({ receivedAt }) => receivedAt.getTime())
  return moments.length > 0 ? new Date(Math.max(...moments)) : null
}

/**
 * Counts signals at their sources, in the transaction that works them through, so that each counts once. To be called before any alert of
 * the customer is locked: the job that watches sources locks a source first, then alerts.
 */
export async function noteSourceSignals(
  transaction: Transaction,
  customerId: string,
  signals: readonly NotedSignal[],
): Promise<IsHeartbeat> {
  const sources = await countSignals(transaction, customerId, signals)
  const heartbeats = new Map<string, string>()
  for (const source of sources) {
    const at = lastHeartbeat(source, signals)
    if (at) await writeHeartbeat(transaction, customerId, source.sourceId, at)
    if (source.heartbeatName !== null) for (const tokenId of source.tokenIds) heartbeats.set(tokenId, source.heartbeatName)
    if (source.isSilent) wakeWatcher(transaction)
    if (source.isFirst || source.isSilent) announce(transaction, { type: 'monitoring-source.changed', customerId })
  }
  return (tokenId, alertName) => heartbeats.get(tokenId) === alertName
}
