import * as contract from '@vakt/contract/reports/custom-dashboards.ts'
import { serve } from '#server/platform/http/serve.ts'
import * as verbs from './keep-custom-dashboards.ts'

export const customDashboardRoutes = [
  serve(contract.listCustomDashboards, (context, { params }) => verbs.listDashboards(context, params.customerId)),
  serve(contract.createCustomDashboard, (context, { params, body }) => verbs.createDashboard(context, params.customerId, body)),
  serve(contract.saveCustomDashboard, (context, { params, body }) =>
    verbs.saveDashboard(context, params.customerId, params.dashboardId, body),
  ),
  serve(contract.removeCustomDashboard, (context, { params }) => verbs.removeDashboard(context, params.customerId, params.dashboardId)),
]
