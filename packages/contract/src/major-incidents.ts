import type { TSchema } from 'typebox'
import { incidentStates } from './incidents.ts'
import { operation } from './operation.ts'
import { moment, nullable, object, oneLine, oneOf, type Static, Type } from './schema.ts'
import { Severity } from './severity.ts'

const id = Type.String({ pattern: '^[0-9]{1,18}$' })
const IncidentOfCustomer = object({ customerId: Type.String({ minLength: 1, maxLength: 64 }), incidentId: id })
const incidents = Type.Array(IncidentOfCustomer, { minItems: 1, maxItems: 200 })
/** In one language or both. A customer whose language is left out gets the other one. */
const inBoth = <const Schema extends TSchema>(text: Schema) => object({ en: Type.Optional(text), sv: Type.Optional(text) })

export const MajorIncident = object({
  majorIncidentId: Type.String(),
  title: object({ en: Type.String(), sv: Type.String() }),
  openedAt: moment(),
  openedBy: Type.String(),
  endedAt: nullable(moment()),
  customers: Type.Integer(),
  incidents: Type.Integer(),
})
export type MajorIncident = Static<typeof MajorIncident>

export const MajorIncidentDetails = object({
  ...MajorIncident.properties,
  parts: Type.Array(
    object({
      customer: object({ customerId: Type.String(), name: Type.String() }),
      incidentId: Type.String(),
      title: Type.String(),
      severity: Severity,
      state: oneOf(incidentStates),
      ticketId: nullable(Type.String()),
    }),
  ),
  /** The latest first. */
  updates: Type.Array(object({ at: moment(), author: Type.String(), en: nullable(Type.String()), sv: nullable(Type.String()) })),
})
export type MajorIncidentDetails = Static<typeof MajorIncidentDetails>

const path = '/major-incident/:majorIncidentId'

export const listMajorIncidents = operation({
  summary: 'Major incidents, those that go on first, then the latest; at most 100',
  method: 'GET',
  path: '/major-incident',
  access: 'global-admin',
  result: object({ majorIncidents: Type.Array(MajorIncident) }),
})

export const getMajorIncident = operation({
  summary: 'A major incident with the incidents of all affected customers and its updates',
  method: 'GET',
  path,
  access: 'global-admin',
  result: MajorIncidentDetails,
})

export const openMajorIncident = operation({
  summary: 'Group open incidents of several customers under one major incident',
  method: 'POST',
  path: '/major-incident',
  access: 'global-admin',
  body: object({ title: inBoth(oneLine({ maxLength: 200 })), incidents }),
  result: object({ majorIncidentId: Type.String() }),
})

export const changeMajorIncident = operation({
  summary: 'Add incidents to a major incident, or take them out of it',
  method: 'PUT',
  path,
  access: 'global-admin',
  body: object({ add: Type.Optional(incidents), remove: Type.Optional(incidents) }),
})

export const updateMajorIncident = operation({
  summary: 'Write one update to every affected customer, in its language: public, on its incident or the ticket of that',
  method: 'POST',
  path: `${path}/update`,
  access: 'global-admin',
  body: object({
    text: inBoth(Type.String({ maxLength: 10_000 })),
    ends: Type.Optional(Type.Boolean({ description: 'It is the last one: the major incident is over' })),
  }),
})
