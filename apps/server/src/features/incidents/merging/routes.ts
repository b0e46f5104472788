import * as contract from '@vakt/contract/incidents/incident-merging.ts'
import { serve } from '#server/platform/http/serve.ts'
import { mergeIncident } from './merge-incident.ts'
import { splitIncident } from './split-incident.ts'
import { unmergeIncident } from './unmerge-incident.ts'

export const incidentMergingRoutes = [
  serve(contract.mergeIncident, (context, { params, body }) => mergeIncident(context, params.customerId, params.incidentId, body)),
  serve(contract.unmergeIncident, (context, { params }) => unmergeIncident(context, params.customerId, params.incidentId)),
  serve(contract.splitIncident, (context, { params, body }) => splitIncident(context, params.customerId, params.incidentId, body)),
]
