import * as contract from '@vakt/contract/alerts/alerts.ts'
import * as ofAll from '@vakt/contract/customers/all-customers.ts'
import { serve } from '#server/platform/http/serve.ts'
import { countAlerts, countAlertsOfAllCustomers, getAlert, listAlerts, listAlertsOfAllCustomers } from './list-alerts.ts'

export const alertRoutes = [
  serve(contract.listAlerts, (context, { params, query, after }) => listAlerts(context, params.customerId, query, after)),
  serve(ofAll.listAlertsOfAllCustomers, (context, { query, after }) => listAlertsOfAllCustomers(context, query, after)),
  serve(ofAll.countAlertsOfAllCustomers, (context) => countAlertsOfAllCustomers(context)),
  serve(contract.countAlerts, (context, { params }) => countAlerts(context, params.customerId)),
  serve(contract.getAlert, (context, { params }) => getAlert(context, params.customerId, params.alertId)),
]
