import type { IntegrationKind } from '#server/features/integrations/integration-kind.ts'
import { findOpenedAtForAllCustomers } from '#server/features/reports/report-openings.ts'
import { readEmbeddedHealthForAllCustomers } from './embedded-report-table.ts'

/** Without settings no report can be opened. Power BI is asked when one is: what it answered then is not kept. */
export const embeddedReportIntegrations = (isConfigured: boolean): IntegrationKind => ({
  kind: 'power-bi',
  capabilities: ['reports'],
  listAt: ({ customerId }) => (customerId === null ? null : `/reports/${encodeURIComponent(customerId)}`),
  isShownTo: ({ caller }) => caller?.features.has('@feature.report.read') ?? false,
  find: async (transaction, { customerId }) => {
    const reports = await readEmbeddedHealthForAllCustomers(transaction, customerId)
    const ids = reports.map(({ embeddedReportId }) => embeddedReportId)
    const opened = await findOpenedAtForAllCustomers(transaction, ids)
    return reports.map(({ embeddedReportId, customer, name, createdAt }) => {
      const lastSignalAt = opened.get(embeddedReportId) ?? null
      const judged = lastSignalAt ? { state: 'working' as const, since: null } : { state: 'never' as const, since: createdAt }
      const off = { state: 'off' as const, since: null, reason: 'not_configured' }
      return { integrationId: embeddedReportId, customer, name, lastSignalAt, ...(isConfigured ? judged : off) }
    })
  },
})
