import { expiryOf } from '@vakt/domain/source-state.ts'
import { adminScreen, type FoundIntegration, type IntegrationKind } from '#server/features/integrations/integration-kind.ts'
import { mayAdminister } from './manage-service-tokens.ts'
import { readTokenHealthForAllCustomers, type TokenHealthRow } from './service-token-table.ts'

type Judged = Pick<FoundIntegration, 'state' | 'since' | 'reason'>

function judge({ expiresAt, lastUsedAt, createdAt }: TokenHealthRow, now: Date): Judged {
  const expiry = expiryOf(expiresAt, now)
  if (expiry === 'expired') return { state: 'failing', since: expiresAt, reason: 'expired' }
  if (expiry === 'soon') return { state: 'expiring', since: null }
  return lastUsedAt ? { state: 'working', since: null } : { state: 'never', since: createdAt }
}

export const serviceTokenIntegrations: IntegrationKind = {
  kind: 'service-token',
  capabilities: ['api'],
  listAt: (place) => (place.audience === 'staff' ? adminScreen('/admin/service-tokens')(place) : '/settings/service-tokens'),
  opens: 'token',
  canConnect: true,
  isShownTo: mayAdminister,
  find: async (transaction, { customerId, now }) =>
    (await readTokenHealthForAllCustomers(transaction, customerId)).map((row) => ({
      integrationId: row.tokenId,
      customer: row.customer,
      name: row.name,
      ...judge(row, now),
      lastSignalAt: row.lastUsedAt,
      expiresAt: row.expiresAt,
    })),
}
