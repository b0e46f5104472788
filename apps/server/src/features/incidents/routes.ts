import * as contract from '@vakt/contract/incidents.ts'
import { serve } from '#server/platform/http/serve.ts'
import { getIncidentOverview, getIncidentTrend } from './get-overview.ts'
import { listIncidents } from './list-incidents.ts'

export const incidentRoutes = [
  serve(contract.getIncidentOverview, (context, { params }) => getIncidentOverview(context, params.customerId)),
  serve(contract.getIncidentTrend, (context, { params, query }) => getIncidentTrend(context, params.customerId, query.timeZone)),
  serve(contract.listIncidents, (context, { params, query, after }) => listIncidents(context, params.customerId, query, after)),
]
