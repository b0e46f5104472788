import { operation } from '@vakt/contract/operation.ts'
import { moment, nullable, object, oneLine, oneOf, pageLimit, type Static, several, Type } from '@vakt/contract/schema.ts'
import { Severity } from '@vakt/contract/severity.ts'
import type { TSchema } from 'typebox'
import { Incident, incidentStates } from './incidents.ts'

const id = Type.String({ pattern: '^[0-9]{1,18}$' })
const IncidentOfCustomer = object({ customerId: Type.String({ minLength: 1, maxLength: 64 }), incidentId: id })
const incidents = Type.Array(IncidentOfCustomer, { minItems: 1, maxItems: 200 })
/** In one language or both. A customer whose language is left out gets the other one. */
const inBoth = <const Schema extends TSchema>(text: Schema) => object({ en: Type.Optional(text), sv: Type.Optional(text) })

export const majorIncidentStates = ['open', 'resolved'] as const

/** What was written to every affected customer. */
const MajorIncidentUpdate = object({ at: moment(), author: Type.String(), en: nullable(Type.String()), sv: nullable(Type.String()) })
export type MajorIncidentUpdate = Static<typeof MajorIncidentUpdate>

export const MajorIncident = object({
  majorIncidentId: Type.String(),
  title: object({ en: Type.String(), sv: Type.String() }),
  state: oneOf(majorIncidentStates),
  openedAt: moment(),
  openedBy: Type.String(),
  /** Who leads the work: the one who opened it, until someone else takes the lead. */
  lead: Type.String(),
  endedAt: nullable(moment()),
  customers: Type.Integer(),
  incidents: Type.Integer(),
  /** Of its incidents, those that are not resolved. */
  openIncidents: Type.Integer(),
  latestUpdate: nullable(MajorIncidentUpdate),
})
export type MajorIncident = Static<typeof MajorIncident>

/** An incident of a customer in it. */
const MajorIncidentPart = object({
  /** `language` is the one in which the customer reads the updates. */
  customer: object({ customerId: Type.String(), name: Type.String(), language: oneOf(['en', 'sv']) }),
  incidentId: Type.String(),
  title: Type.String(),
  finding: Incident.properties.finding,
  severity: Severity,
  state: oneOf(incidentStates),
  resource: nullable(Type.String()),
  assignee: nullable(Type.String()),
  ticketId: nullable(Type.String()),
  openedAt: moment(),
})
export type MajorIncidentPart = Static<typeof MajorIncidentPart>

export const MajorIncidentDetails = object({
  ...MajorIncident.properties,
  parts: Type.Array(MajorIncidentPart),
  /** The latest first. */
  updates: Type.Array(MajorIncidentUpdate),
})
export type MajorIncidentDetails = Static<typeof MajorIncidentDetails>

const path = '/major-incident/:majorIncidentId'

/** Staff who are limited to some customers see and change those that are about their customers alone: an update reaches all that it is about. */
const reading = { staff: ['@feature.overview.read'] } as const
const writing = { staff: ['@feature.tickets.write'] } as const

export const listMajorIncidents = operation({
  summary: 'Major incidents, the open ones first, then the latest opened',
  method: 'GET',
  path: '/major-incident',
  access: reading,
  query: object({
    ...pageLimit,
    state: several(oneOf(majorIncidentStates)),
    q: Type.Optional(Type.String({ maxLength: 200, description: 'Part of the title in either language, or of the name of who leads' })),
  }),
  listOf: MajorIncident,
})

export const getMajorIncident = operation({
  summary: 'A major incident with the incidents of all affected customers and its updates',
  method: 'GET',
  path,
  access: reading,
  result: MajorIncidentDetails,
})

export const openMajorIncident = operation({
  summary: 'Group open incidents of several customers under one major incident',
  method: 'POST',
  path: '/major-incident',
  access: writing,
  recordsItself: ['major-incident.open', 'major-incident.add'],
  body: object({ title: inBoth(oneLine({ maxLength: 200 })), incidents }),
  result: object({ majorIncidentId: Type.String() }),
})

export const changeMajorIncident = operation({
  summary: 'Add incidents to a major incident, take them out of it, or take the lead',
  method: 'PUT',
  path,
  access: writing,
  recordsItself: ['major-incident.add', 'major-incident.remove', 'major-incident.lead'],
  body: object({
    add: Type.Optional(incidents),
    remove: Type.Optional(incidents),
    takeLead: Type.Optional(Type.Boolean({ description: 'The caller leads it from now on' })),
  }),
})

export const updateMajorIncident = operation({
  summary: 'Write one update to every affected customer, in its language: public, on its incident or the ticket of that',
  method: 'POST',
  path: `${path}/update`,
  access: writing,
  recordsItself: ['major-incident.update', 'ticket.comment', 'major-incident.end', 'ticket.status'],
  limitSeconds: 60,
  body: object({
    text: inBoth(Type.String({ maxLength: 10_000 })),
    ends: Type.Optional(Type.Boolean({ description: 'It is the last one: the major incident is over' })),
  }),
})

export const reopenMajorIncident = operation({
  summary: 'Take back that a major incident is over',
  method: 'POST',
  path: `${path}/reopen`,
  access: writing,
  recordsItself: ['major-incident.reopen'],
})
