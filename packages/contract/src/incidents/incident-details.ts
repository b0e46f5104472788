import { overviewAccess } from '@vakt/contract/features.ts'
import { ManyOutcome, numericId } from '@vakt/contract/many.ts'
import { operation } from '@vakt/contract/operation.ts'
import { moment, nullable, object, oneOf, type Static, Type } from '@vakt/contract/schema.ts'
import { Severity } from '@vakt/contract/severity.ts'
import { TicketPerson } from '@vakt/contract/tickets/ticket-details.ts'
import { ticketStatuses } from '@vakt/contract/tickets/tickets.ts'
import { Incident, incidentStates } from './incidents.ts'

const longestNote = 10_000

/** One line of what happened: either a step of the trail of one of its alerts, or something that a person did. */
export const IncidentTimelineEntry = object({
  at: moment(),
  /** The alert that it is about; null for what people did. */
  alert: nullable(object({ alertId: Type.String(), name: Type.String() })),
  /** Who did it; null for a step of an alert. */
  author: nullable(Type.String()),
  byStaff: Type.Boolean(),
  /** Only the provider's staff see it. */
  private: Type.Boolean(),
  /** For an alert a word of the catalogue of trails, else of what people do: `acknowledged`, `assigned`, `noted`, `resolved` …;
   * for its ticket `commented`, and `ticket-` with the field that a person changed. */
  step: Type.String(),
  body: Type.String(),
  values: Type.Record(Type.String(), Type.String()),
})
export type IncidentTimelineEntry = Static<typeof IncidentTimelineEntry>

export const IncidentDetails = object({
  ...Incident.properties,
  rule: Type.String(),
  /** Goes up with what people do. */
  version: Type.Integer(),
  acknowledged: nullable(object({ at: moment(), by: Type.String() })),
  /** Who resolved it; null where the condition cleared by itself, and while it is open. */
  resolvedBy: nullable(Type.String()),
  /** Whether people may resolve it now: not while something fires that will say itself when it is over. */
  mayBeResolved: Type.Boolean(),
  ticket: nullable(
    object({ ticketId: Type.String(), subject: Type.String(), status: oneOf(ticketStatuses), assignee: nullable(Type.String()) }),
  ),
  /** The incident that people merged this one into, which goes on. */
  mergedInto: nullable(object({ incidentId: Type.String(), title: Type.String(), finding: Incident.properties.finding })),
  /** The event at several customers that it is part of; the id for staff only. */
  majorIncident: nullable(
    object({ majorIncidentId: nullable(Type.String()), title: Type.String(), since: moment(), endedAt: nullable(moment()) }),
  ),
  /** What its worst alert measured against which limit; null where the source does not say. */
  measurement: nullable(
    object({
      metric: nullable(Type.String()),
      value: Type.String(),
      threshold: nullable(Type.String()),
      operator: nullable(Type.String()),
    }),
  ),
  /** Of its worst alert; http or https only. */
  runbookUrl: nullable(Type.String()),
  /** What a person wrote last that the customer may read. */
  latestUpdate: nullable(object({ at: moment(), author: Type.String(), body: Type.String() })),
  /** Of alerts, people and the ticket, the oldest first; of a long story its latest part. */
  timeline: Type.Array(IncidentTimelineEntry),
})
export type IncidentDetails = Static<typeof IncidentDetails>

export const getIncident = operation({
  summary: 'An incident with its alerts, its ticket and what happened, step by step',
  method: 'GET',
  path: '/customer/:customerId/incident/:incidentId',
  access: overviewAccess,
  openToLimited: true,
  result: IncidentDetails,
})

/** Another incident of the customer. */
export const IncidentNeighbour = object({
  incidentId: Type.String(),
  title: Type.String(),
  finding: Incident.properties.finding,
  severity: Severity,
  state: oneOf(incidentStates),
  entity: nullable(Type.String()),
  ticketId: nullable(Type.String()),
  openedAt: moment(),
  resolvedAt: nullable(moment()),
})
export type IncidentNeighbour = Static<typeof IncidentNeighbour>

export const IncidentContext = object({
  /** On the resource, in the 30 days before the incident opened and since; the latest first. */
  changes: Type.Array(
    object({
      at: moment(),
      kind: oneOf(['added', 'changed', 'gone', 'returned']),
      field: nullable(Type.String()),
      before: nullable(Type.String()),
      after: nullable(Type.String()),
      /** In the 24 hours before the incident opened. */
      isShortlyBefore: Type.Boolean(),
    }),
  ),
  /** Of the same rule on the same resource, before this one; the latest first. */
  earlier: Type.Array(IncidentNeighbour),
  /** Opened within half an hour of this one, or open in the same resource group. */
  related: Type.Array(IncidentNeighbour),
})
export type IncidentContext = Static<typeof IncidentContext>

export const getIncidentContext = operation({
  summary: 'What helps to find the cause of an incident: changes on its resource, earlier and related incidents',
  method: 'GET',
  path: '/customer/:customerId/incident/:incidentId/context',
  access: overviewAccess,
  openToLimited: true,
  result: IncidentContext,
})

const IncidentChange = object({
  /** The version that the change was made from; another one answers 409. */
  version: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
  state: Type.Optional(oneOf(incidentStates)),
  /** Null gives it back. */
  assigneeId: Type.Optional(nullable(Type.String({ format: 'uuid' }))),
  note: Type.Optional(Type.String({ maxLength: longestNote, description: 'Needed to resolve it' })),
})
export type IncidentChange = Static<typeof IncidentChange>

export const changeIncident = operation({
  summary: 'Acknowledge an incident, assign it, or resolve what never ends by itself',
  method: 'PUT',
  path: '/customer/:customerId/incident/:incidentId',
  access: ['@feature.tickets.write'],
  openToLimited: true,
  recordsItself: ['incident.handle'],
  body: IncidentChange,
  result: object({ version: Type.Integer() }),
})

export const ManyIncidents = object({
  incidents: Type.Array(numericId(), { minItems: 1, maxItems: 100 }),
  what: oneOf(['acknowledge', 'assign']),
  /** Who works on them, for `assign`; null gives them back. */
  assigneeId: Type.Optional(nullable(Type.String({ format: 'uuid' }))),
})
export type ManyIncidents = Static<typeof ManyIncidents>

export const changeManyIncidents = operation({
  summary: 'Acknowledge or assign many incidents at once, each by the rules of a single change; what is refused keeps none of the others',
  method: 'PUT',
  path: '/customer/:customerId/incident/bulk',
  access: ['@feature.tickets.write'],
  recordsItself: ['incident.handle'],
  takesIdempotencyKey: true,
  body: ManyIncidents,
  result: ManyOutcome,
})

const NewIncidentNote = object({
  note: Type.String({ minLength: 1, maxLength: longestNote }),
  private: Type.Optional(
    Type.Boolean({ description: 'Seen by the provider’s staff only, who alone may write it. Left out: true for staff, else false' }),
  ),
})
export type NewIncidentNote = Static<typeof NewIncidentNote>

export const addIncidentNote = operation({
  summary: 'Write a note on an incident: a comment of its ticket, if it has one',
  method: 'POST',
  path: '/customer/:customerId/incident/:incidentId/note',
  access: ['@feature.tickets.write'],
  openToLimited: true,
  recordsItself: ['ticket.comment', 'incident.note'],
  body: NewIncidentNote,
})

export const findIncidentPeople = operation({
  summary: 'Those whom an incident can be given to',
  method: 'GET',
  path: '/customer/:customerId/incident/:incidentId/person',
  access: ['@feature.tickets.write'],
  openToLimited: true,
  query: object({ q: Type.Optional(Type.String({ maxLength: 200 })) }),
  result: object({ people: Type.Array(TicketPerson, { maxItems: 20 }) }),
})
