import type { MonitoringSource } from '@vakt/contract/monitoring-sources/monitoring-sources.ts'
import { stateOf } from '@vakt/domain/source-state.ts'
import type { SourceRow } from './source-table.ts'

const iso = (moment: Date | string | null) => (moment === null ? null : new Date(moment).toISOString())

/** A source as the API shows it. Tokens that have expired are left out, save the newest. */
export function presentSource(row: SourceRow, now: Date): MonitoringSource {
  const { watchedSince: _, expiresAt: __, tokens, ...source } = row
  const works = ({ expiresAt }: { expiresAt: string | null }) => expiresAt === null || new Date(expiresAt) > now
  return {
    ...source,
    state: stateOf(row, now),
    firstSignalAt: iso(row.firstSignalAt),
    lastSignalAt: iso(row.lastSignalAt),
    lastHeartbeatAt: iso(row.lastHeartbeatAt),
    silentSince: iso(row.silentSince),
    createdAt: row.createdAt.toISOString(),
    revokedAt: iso(row.revokedAt),
    tokens: tokens
      .filter((token, index) => index === 0 || works(token))
      .map((token) => ({
        ...token,
        createdAt: new Date(token.createdAt).toISOString(),
        expiresAt: iso(token.expiresAt),
        lastSignalAt: iso(token.lastSignalAt),
      })),
  }
}
