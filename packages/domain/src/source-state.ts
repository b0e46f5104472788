import type { SourceState } from '@vakt/contract/monitoring-sources/monitoring-sources.ts'

const minute = 60_000
const day = 24 * 60 * minute
const warnMilliseconds = 7 * day

/** What is known of a source when its state is asked for. `expiresAt` is that of its newest token. */
export type SourceFacts = {
  expectedMinutes: number | null
  heartbeatName: string | null
  watchedSince: Date
  lastSignalAt: Date | null
  lastHeartbeatAt: Date | null
  silentSince: Date | null
  expiresAt: Date | null
  revokedAt: Date | null
}

/** Whether a token that expires then has expired, does so within seven days, or neither. */
export function expiryOf(expiresAt: Date | null, now: Date): 'expired' | 'soon' | null {
  if (!expiresAt) return null
  if (expiresAt <= now) return 'expired'
  return expiresAt.getTime() - now.getTime() <= warnMilliseconds ? 'soon' : null
}

/** When a source last reported: by its heartbeat where it has one, else by any signal. */
export const lastHeardOf = ({ heartbeatName, lastHeartbeatAt, lastSignalAt }: SourceFacts): Date | null =>
  heartbeatName === null ? lastSignalAt : lastHeartbeatAt

/** From when on the source is silent unless it reports; null where silence is nothing unusual, or nothing can come any more. */
export function silentFrom(source: SourceFacts, now: Date): Date | null {
  const { expectedMinutes, watchedSince, revokedAt, expiresAt } = source
  if (expectedMinutes === null || revokedAt || expiryOf(expiresAt, now) === 'expired') return null
  const heard = lastHeardOf(source)
  const from = heard && heard > watchedSince ? heard : watchedSince
  return new Date(from.getTime() + expectedMinutes * minute)
}

export function isSilent(source: SourceFacts, now: Date): boolean {
  const from = silentFrom(source, now)
  return from !== null && from <= now
}

/** The worst that is true of a source. */
export function stateOf(source: SourceFacts, now: Date): SourceState {
  if (source.revokedAt) return 'revoked'
  const expiry = expiryOf(source.expiresAt, now)
  if (expiry === 'expired') return 'expired'
  if (source.silentSince) return 'silent'
  if (source.lastSignalAt === null) return 'waiting'
  return expiry === 'soon' ? 'expiring' : 'active'
}
