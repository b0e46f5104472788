import * as contract from '@vakt/contract/incidents/major-incidents.ts'
import { serve } from '#server/platform/http/serve.ts'
import { changeMajorIncident, openMajorIncident, reopenMajorIncident, updateMajorIncident } from './change-major-incident.ts'
import { getMajorIncident, listMajorIncidents } from './read-major-incidents.ts'

export const majorIncidentRoutes = [
  serve(contract.listMajorIncidents, (context, { query, after }) => listMajorIncidents(context, query, after)),
  serve(contract.openMajorIncident, (context, { body }) => openMajorIncident(context, body)),
  serve(contract.getMajorIncident, (context, { params }) => getMajorIncident(context, params.majorIncidentId)),
  serve(contract.changeMajorIncident, (context, { params, body }) => changeMajorIncident(context, params.majorIncidentId, body)),
  serve(contract.updateMajorIncident, (context, { params, body }) => updateMajorIncident(context, params.majorIncidentId, body)),
  serve(contract.reopenMajorIncident, (context, { params }) => reopenMajorIncident(context, params.majorIncidentId)),
]
