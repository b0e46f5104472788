import { Alert, alertFilter, FiringCounts } from '@vakt/contract/alerts/alerts.ts'
import { Incident, incidentFilter } from '@vakt/contract/incidents/incidents.ts'
import { operation } from '@vakt/contract/operation.ts'
import { object, pageLimit, type Static } from '@vakt/contract/schema.ts'
import { customer, ofCustomers } from './of-customers.ts'

/** An incident among those of all customers. */
export const IncidentOfCustomer = object({ ...Incident.properties, customer })
export type IncidentOfCustomer = Static<typeof IncidentOfCustomer>

export const listIncidentsOfAllCustomers = operation({
  summary: 'The incidents of all customers, as for one; for the provider',
  method: 'GET',
  path: '/incident',
  access: { staff: ['@feature.overview.read'] },
  query: object({ ...pageLimit, ...incidentFilter, customer: ofCustomers }),
  listOf: IncidentOfCustomer,
})

/** An alert among those of all customers. */
export const AlertOfCustomer = object({ ...Alert.properties, customer })
export type AlertOfCustomer = Static<typeof AlertOfCustomer>

export const listAlertsOfAllCustomers = operation({
  summary: 'The alerts of all customers, as for one; for the provider',
  method: 'GET',
  path: '/alert',
  access: { staff: ['@feature.overview.read'] },
  query: object({ ...pageLimit, ...alertFilter, customer: ofCustomers }),
  listOf: AlertOfCustomer,
})

export const countAlertsOfAllCustomers = operation({
  summary: 'How many alerts fire now over all customers, by severity, and how many service windows hold; for the provider',
  method: 'GET',
  path: '/alert/count',
  access: { staff: ['@feature.overview.read'] },
  result: FiringCounts,
})
