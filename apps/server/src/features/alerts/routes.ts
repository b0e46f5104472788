import * as contract from '@vakt/contract/alerts.ts'
import { serve } from '#server/platform/http/serve.ts'
import { countAlerts, getAlert, listAlerts } from './list-alerts.ts'

export const alertRoutes = [
  serve(contract.listAlerts, (context, { params, query, after }) => listAlerts(context, params.customerId, query, after)),
  serve(contract.countAlerts, (context, { params }) => countAlerts(context, params.customerId)),
  serve(contract.getAlert, (context, { params }) => getAlert(context, params.customerId, params.alertId)),
]
