import { placeFilter } from '@vakt/contract/entities/entity-list.ts'
import { overviewAccess } from '@vakt/contract/features.ts'
import { RuleFinding } from '@vakt/contract/incidents/rule-finding.ts'
import { operation } from '@vakt/contract/operation.ts'
import { moment, nullable, object, oneOf, pageLimit, type Static, several, Type } from '@vakt/contract/schema.ts'
import { Severity, SeverityCounts } from '@vakt/contract/severity.ts'

export const incidentStates = ['open', 'acknowledged', 'resolved'] as const

export const Incident = object({
  incidentId: Type.String(),
  /** By its newest signal, in English or in the words of its source. */
  title: Type.String(),
  /** What the title says where an alert rule of Vakt found it; null for the title of another source. */
  finding: nullable(RuleFinding),
  severity: Severity,
  state: oneOf(incidentStates),
  entity: nullable(object({ entityId: Type.String(), name: Type.String(), type: Type.String() })),
  ticketId: nullable(Type.String()),
  /** Who works on it: once it has a ticket, the assignee of that. Without an id: someone who is no user here. */
  assignee: nullable(object({ userId: nullable(Type.String()), name: Type.String() })),
  /** Alerts that are firing now, and all that ever joined. */
  firingAlerts: Type.Integer(),
  alerts: Type.Integer(),
  /** The service window that holds alerts on its resource now; null for a resolved one. */
  heldBy: nullable(object({ serviceWindowId: Type.String(), occurrenceId: Type.String(), reason: Type.String(), until: moment() })),
  /** The service window that held its alerts at first: it was raised when that ended. */
  raisedBy: nullable(object({ serviceWindowId: Type.String(), occurrenceId: Type.String(), reason: Type.String() })),
  openedAt: moment(),
  changedAt: moment(),
  resolvedAt: nullable(moment()),
})
export type Incident = Static<typeof Incident>

/** A group of entities that share a tag's value; `value` is null for those without the tag. */
const groupFields = {
  value: nullable(Type.String()),
  entities: Type.Integer(),
  /** Open incidents by severity; all zero is *all good*. */
  counts: SeverityCounts,
}
export const TagGroup = object({ ...groupFields, children: Type.Array(object(groupFields)) })
export type TagGroup = Static<typeof TagGroup>

export const IncidentOverview = object({
  /** When the server looked. */
  checkedAt: moment(),
  tagKeys: Type.Array(Type.String()),
  entities: Type.Integer(),
  counts: SeverityCounts,
  /** Open incidents whose signal matched no entity; they are in no group. */
  unmatched: SeverityCounts,
  groups: Type.Array(TagGroup),
})
export type IncidentOverview = Static<typeof IncidentOverview>

/** Only what is about entities like these. */
export const ofEntities = {
  ...placeFilter,
  q: Type.Optional(Type.String({ maxLength: 200, description: 'Words of the entity: its name, its id and its tags' })),
}

export const incidentSorts = ['changed', 'severity', 'opened'] as const
export type IncidentSort = (typeof incidentSorts)[number]

export const getIncidentOverview = operation({
  summary: 'Open incidents by tag group and severity',
  method: 'GET',
  path: '/customer/:customerId/incident/overview',
  access: overviewAccess,
  openToLimited: true,
  query: object(ofEntities),
  result: IncidentOverview,
})

/** One day in the asked-for time zone: how many incidents opened. */
export const IncidentTrendDay = object({ date: Type.String({ format: 'date' }), counts: SeverityCounts })
export type IncidentTrendDay = Static<typeof IncidentTrendDay>

const medianMinutes = object({
  /** In the past 30 days; null where there was none. */
  now: nullable(Type.Number()),
  /** In the 30 days before. */
  before: nullable(Type.Number()),
})

export const IncidentTrend = object({
  days: Type.Array(IncidentTrendDay),
  /** Incidents opened in the 30 days before the first of the days. */
  openedBefore: Type.Integer(),
  /** Median minutes from the opening of an incident to its first acknowledgement in the period. */
  minutesToAcknowledge: medianMinutes,
  /** Median minutes from the opening of an incident to its end, of those that ended in the period. */
  minutesToResolve: medianMinutes,
})
export type IncidentTrend = Static<typeof IncidentTrend>

export const getIncidentTrend = operation({
  summary: 'Incidents opened on each of the past 30 days, today last, compared with the 30 days before',
  method: 'GET',
  path: '/customer/:customerId/incident/trend',
  access: overviewAccess,
  openToLimited: true,
  query: object({ timeZone: Type.Optional(Type.String({ maxLength: 64, description: 'An IANA time zone; UTC if absent' })) }),
  result: IncidentTrend,
})

/** What lists of one customer and of all are filtered and ordered by. */
export const incidentFilter = {
  state: several(oneOf(incidentStates)),
  severity: several(Severity),
  entityId: Type.Optional(Type.String({ format: 'uuid' })),
  unmatched: Type.Optional(Type.Boolean()),
  ...ofEntities,
  q: Type.Optional(Type.String({ maxLength: 200, description: 'Part of the title, or of the name of the entity' })),
  assignee: Type.Optional(oneOf(['me', 'nobody'])),
  openedFrom: Type.Optional(moment()),
  /** Not included itself, so that days can follow on each other. */
  openedTo: Type.Optional(moment()),
  /** Those that were first acknowledged in this period, and those that ended in it; its end is not included. */
  acknowledgedFrom: Type.Optional(moment()),
  acknowledgedTo: Type.Optional(moment()),
  resolvedFrom: Type.Optional(moment()),
  resolvedTo: Type.Optional(moment()),
  /** Those that were open at some time of this period. */
  ongoingFrom: Type.Optional(moment()),
  ongoingTo: Type.Optional(moment()),
  withinMinutes: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Those that were over less than so many minutes after they opened' }),
  ),
  rule: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 1000 }), { maxItems: 50, description: 'Of one of these rules' })),
  sort: Type.Optional(oneOf(incidentSorts, { description: 'The latest, and the worst, first' })),
}

export const listIncidents = operation({
  summary: 'Incidents, the latest changed first unless another order is asked for',
  method: 'GET',
  path: '/customer/:customerId/incident',
  access: overviewAccess,
  openToLimited: true,
  query: object({
    ...pageLimit,
    ...incidentFilter,
    /** Values of the customer's tag keys in their order; an empty value means entities without the tag. */
    group: several(Type.String({ maxLength: 256 })),
  }),
  listOf: Incident,
})
