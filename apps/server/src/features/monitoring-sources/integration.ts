import { lastHeardOf, stateOf } from '@vakt/domain/source-state.ts'
import { adminScreen, type FoundIntegration, type IntegrationKind } from '#server/features/integrations/integration-kind.ts'
import { readSourceHealthForAllCustomers, type SourceHealthRow } from './source-table.ts'

type Judged = Pick<FoundIntegration, 'state' | 'since' | 'reason'>

function judge(row: SourceHealthRow, now: Date): Judged {
  const state = stateOf(row, now)
  if (state === 'revoked') return { state: 'off', since: row.revokedAt }
  if (state === 'expired') return { state: 'failing', since: row.expiresAt, reason: 'expired' }
  if (state === 'silent') return { state: 'silent', since: row.silentSince, reason: row.heartbeatName === null ? 'silent' : 'no_heartbeat' }
  if (state === 'waiting') return { state: 'never', since: row.createdAt }
  return { state: state === 'expiring' ? 'expiring' : 'working', since: null }
}

export const sourceIntegrations: IntegrationKind = {
  kind: 'monitoring-source',
  capabilities: ['signals-in', 'metrics-in'],
  listAt: adminScreen('/admin/sources'),
  opens: 'source',
  canConnect: true,
  isShownTo: ({ caller }) => caller?.features.has('@feature.myenvironment.read') ?? false,
  find: async (transaction, { customerId, now }) =>
    (await readSourceHealthForAllCustomers(transaction, customerId)).map((row) => ({
      integrationId: row.sourceId,
      customer: row.customer,
      name: row.name,
      ...judge(row, now),
      lastSignalAt: lastHeardOf(row),
      expiresAt: row.expiresAt,
    })),
}
