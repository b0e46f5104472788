import { adminScreen, type FoundIntegration, type IntegrationKind } from '#server/features/integrations/integration-kind.ts'
import { readWebhookHealthForAllCustomers, type WebhookHealthRow } from './webhook-health-table.ts'

type Judged = Pick<FoundIntegration, 'state' | 'since' | 'reason' | 'detail'>

function judge(row: WebhookHealthRow): Judged {
  const why = { reason: row.reason, detail: row.responseStatus === null ? null : `HTTP ${row.responseStatus}` }
  if (row.disabledBecause === 'failing') return { state: 'failing', since: row.failingSince ?? row.disabledAt, ...why, reason: 'given_up' }
  if (row.disabledAt) return { state: 'off', since: row.disabledAt }
  if (row.secretUnreadableSince) return { state: 'failing', since: row.secretUnreadableSince, reason: 'secret_unreadable' }
  if (row.failingSince) return { state: 'failing', since: row.failingSince, ...why }
  return row.deliveredAt ? { state: 'working', since: null } : { state: 'never', since: row.createdAt }
}

export const webhookIntegrations: IntegrationKind = {
  kind: 'webhook',
  capabilities: ['events-out'],
  listAt: adminScreen('/admin/webhooks'),
  opens: 'webhook',
  canConnect: true,
  find: async (transaction, { customerId }) =>
    (await readWebhookHealthForAllCustomers(transaction, customerId)).map((row) => ({
      integrationId: row.webhookId,
      customer: row.customer,
      name: row.name,
      ...judge(row),
      lastSignalAt: row.deliveredAt,
    })),
}
