import type { ConnectorKind } from '@vakt/contract/connectors.ts'
import type { IntegrationKindName } from '@vakt/contract/integrations/integration-states.ts'
import { adminScreen, type FoundIntegration, type IntegrationKind } from '#server/features/integrations/integration-kind.ts'
import { type ConnectorHealthRow, readConnectorHealthForAllCustomers } from './connector-health-table.ts'

type Judged = Pick<FoundIntegration, 'state' | 'since' | 'reason' | 'detail'>

function judge(row: ConnectorHealthRow): Judged {
  const { reason, reasonDetail: detail } = row
  if (!row.isEnabled) return { state: 'off', since: null }
  if (row.secretUnreadableSince) return { state: 'failing', since: row.secretUnreadableSince, reason: 'secret_unreadable' }
  if (row.failedSince) return { state: 'failing', since: row.failedSince, reason: reason ?? 'failed', detail }
  if (row.lateSince) return { state: 'late', since: row.lateSince, reason: 'late' }
  if (row.metricsFailedSince)
    return { state: 'failing', since: row.metricsFailedSince, reason: `metrics:${row.metricsFailure}`, detail: row.metricsFailureDetail }
  return row.completedAt ? { state: 'working', since: null } : { state: 'never', since: row.createdAt }
}

const kindOf = (kind: ConnectorKind, name: IntegrationKindName, more: Partial<IntegrationKind> = {}): IntegrationKind => ({
  kind: name,
  capabilities: ['inventory'],
  listAt: adminScreen('/admin/connectors'),
  opens: 'connector',
  find: async (transaction, { customerId }) =>
    (await readConnectorHealthForAllCustomers(transaction, customerId, kind)).map((row) => ({
      integrationId: row.connectorId,
      customer: row.customer,
      name: row.name,
      ...judge(row),
      lastSignalAt: row.completedAt,
    })),
  ...more,
})

/** Azure is asked for resources and their metrics; the other two are there once someone uploads or sends resources. */
export const connectorIntegrations: readonly IntegrationKind[] = [
  kindOf('azure', 'azure', { capabilities: ['inventory', 'metrics-in'], canConnect: true }),
  kindOf('upload', 'entity-upload'),
  kindOf('api', 'entity-api'),
]
