import * as ofAll from '@vakt/contract/customers/all-customers.ts'
import { listCustomerStates as customerStates } from '@vakt/contract/customers/customer-states.ts'
import * as details from '@vakt/contract/incidents/incident-details.ts'
import * as contract from '@vakt/contract/incidents/incidents.ts'
import * as openNow from '@vakt/contract/open-now.ts'
import * as changes from '@vakt/contract/reports/dashboard-changes.ts'
import { serve } from '#server/platform/http/serve.ts'
import { addIncidentNote } from './add-incident-note.ts'
import { getDashboardChanges, getDashboardChangesOfAllCustomers, noteDashboardVisit } from './dashboard-changes.ts'
import { findIncidentPeople } from './find-incident-people.ts'
import { getIncident } from './get-incident.ts'
import { getIncidentContext } from './get-incident-context.ts'
import { getOpenNow, getOpenNowOfAllCustomers } from './get-open-now.ts'
import { getIncidentOverview, getIncidentTrend } from './get-overview.ts'
import { changeIncident } from './handle-incident.ts'
import { changeManyIncidents } from './handle-many-incidents.ts'
import { listCustomerStates } from './list-customer-states.ts'
import { listIncidents, listIncidentsOfAllCustomers } from './list-incidents.ts'

export const incidentRoutes = [
  serve(contract.getIncidentOverview, (context, { params, query }) => getIncidentOverview(context, params.customerId, query)),
  serve(contract.getIncidentTrend, (context, { params, query }) => getIncidentTrend(context, params.customerId, query.timeZone)),
  serve(openNow.getOpenNow, (context, { params, query }) => getOpenNow(context, params.customerId, query)),
  serve(openNow.getOpenNowOfAllCustomers, (context, { query }) => getOpenNowOfAllCustomers(context, query)),
  serve(changes.getDashboardChanges, (context, { params }) => getDashboardChanges(context, params.customerId)),
  serve(changes.getDashboardChangesOfAllCustomers, (context) => getDashboardChangesOfAllCustomers(context)),
  serve(changes.noteDashboardVisit, (context, { params }) => noteDashboardVisit(context, params.customerId)),
  serve(customerStates, (context) => listCustomerStates(context)),
  serve(contract.listIncidents, (context, { params, query, after }) => listIncidents(context, params.customerId, query, after)),
  serve(ofAll.listIncidentsOfAllCustomers, (context, { query, after }) => listIncidentsOfAllCustomers(context, query, after)),
  serve(details.getIncident, (context, { params }) => getIncident(context, params.customerId, params.incidentId)),
  serve(details.getIncidentContext, (context, { params }) => getIncidentContext(context, params.customerId, params.incidentId)),
  serve(details.changeIncident, (context, { params, body }) => changeIncident(context, params.customerId, params.incidentId, body)),
  serve(details.changeManyIncidents, (context, { params, body }) => changeManyIncidents(context, params.customerId, body)),
  serve(details.addIncidentNote, (context, { params, body }) => addIncidentNote(context, params.customerId, params.incidentId, body)),
  serve(details.findIncidentPeople, (context, { params, query }) =>
    findIncidentPeople(context, params.customerId, params.incidentId, query),
  ),
]
