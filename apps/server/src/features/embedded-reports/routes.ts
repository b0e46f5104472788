import * as contract from '@vakt/contract/reports/embedded-reports.ts'
import { serve } from '#server/platform/http/serve.ts'
import { createEmbeddedReport, deleteEmbeddedReport, listEmbeddedReports, openEmbeddedReport } from './manage-embedded-reports.ts'
import type { PowerBiSettings } from './power-bi.ts'

export const embeddedReportRoutes = (settings: PowerBiSettings | null) => [
  serve(contract.listEmbeddedReports, (context, { params }) => listEmbeddedReports(context, params.customerId, settings)),
  serve(contract.createEmbeddedReport, (context, { params, body }) => createEmbeddedReport(context, params.customerId, body)),
  serve(contract.deleteEmbeddedReport, (context, { params }) => deleteEmbeddedReport(context, params.customerId, params.embeddedReportId)),
  serve(contract.openEmbeddedReport, (context, { params }) =>
    openEmbeddedReport(context, params.customerId, params.embeddedReportId, settings),
  ),
]
