import { placeFilter } from '@vakt/contract/entities/entity-list.ts'
import { overviewAccess } from '@vakt/contract/features.ts'
import { incidentStates } from '@vakt/contract/incidents/incidents.ts'
import { RuleFinding } from '@vakt/contract/incidents/rule-finding.ts'
import { operation } from '@vakt/contract/operation.ts'
import { moment, nullable, object, oneOf, pageLimit, type Static, several, Type } from '@vakt/contract/schema.ts'
import { Severity, SeverityCounts } from '@vakt/contract/severity.ts'

export const alertStates = ['firing', 'resolved'] as const
export type AlertState = (typeof alertStates)[number]

/** One condition on one entity, as one source reports it. */
export const Alert = object({
  alertId: Type.String(),
  name: Type.String(),
  description: Type.String(),
  /** What an alert rule of Vakt found: in English the description begins with it. Null for another source. */
  finding: nullable(RuleFinding),
  severity: Severity,
  state: oneOf(alertStates),
  source: Type.String(),
  metricName: nullable(Type.String()),
  entity: nullable(object({ entityId: Type.String(), name: Type.String(), type: Type.String() })),
  /** What the signal called its target, when no entity matched it. */
  targetName: nullable(Type.String()),
  incidentId: nullable(Type.String()),
  ticketId: nullable(Type.String()),
  /** How its incident is handled; `version` is to be sent with a change. */
  handling: nullable(
    object({
      state: oneOf(incidentStates),
      acknowledgedBy: nullable(Type.String()),
      /** Once there is a ticket, the assignee of that. */
      assignee: nullable(Type.String()),
      version: Type.Integer(),
    }),
  ),
  /** The service window that holds it: no incident opens for it until then. Null where none does. */
  heldBy: nullable(
    object({
      serviceWindowId: Type.String(),
      occurrenceId: Type.String(),
      reason: Type.String(),
      until: moment(),
      /** The window has ended, and every attempt to raise what it held failed. */
      hasFailed: Type.Boolean(),
    }),
  ),
  startedAt: moment(),
  endedAt: nullable(moment()),
  lastSeenAt: moment(),
  /** How many signals spoke of it. */
  count: Type.Integer(),
})
export type Alert = Static<typeof Alert>

/** One step of *why, or why not*: what was decided about this alert, when, and for which reason. */
export const AlertTrailEntry = object({
  at: moment(),
  /** What was decided, a word of the catalogue `alerts.trail.*`. */
  step: Type.String(),
  /** The values that the sentence needs: ids, names, severities. */
  values: Type.Record(Type.String(), Type.String()),
  /** The raw signal behind it, where the caller may read that. */
  signalId: Type.Optional(Type.String()),
})
export type AlertTrailEntry = Static<typeof AlertTrailEntry>

export const AlertDetails = object({
  ...Alert.properties,
  labels: Type.Record(Type.String(), Type.String()),
  /** The source's own page about it: http or https, or null. */
  sourceUrl: nullable(Type.String()),
  trail: Type.Array(AlertTrailEntry),
})
export type AlertDetails = Static<typeof AlertDetails>

export const alertSorts = ['changed', 'started', 'severity'] as const
export type AlertSort = (typeof alertSorts)[number]

/** What lists of one customer and of all are filtered and ordered by. */
export const alertFilter = {
  state: Type.Optional(oneOf(alertStates)),
  severity: several(Severity),
  held: Type.Optional(
    Type.Boolean({ description: 'Only those that a service window holds, or only others. Held ones are in no count of firing alerts' }),
  ),
  entityId: Type.Optional(Type.String({ format: 'uuid' })),
  incidentId: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,17}$' })),
  q: Type.Optional(Type.String({ maxLength: 200, description: 'Part of the name of the alert or of its entity' })),
  ...placeFilter,
  startedFrom: Type.Optional(moment()),
  /** Not included itself, so that days can follow on each other. */
  startedTo: Type.Optional(moment()),
  sort: Type.Optional(oneOf(alertSorts, { description: 'The latest, and the worst, first; by change unless asked for' })),
}

export const listAlerts = operation({
  summary: 'Alerts, the latest changed first unless another order is asked for',
  method: 'GET',
  path: '/customer/:customerId/alert',
  access: overviewAccess,
  openToLimited: true,
  query: object({ ...pageLimit, ...alertFilter }),
  listOf: Alert,
})

/** Those that fire and are raised, by severity, and those that a service window holds, which are in none of these numbers. */
export const FiringCounts = object({ firing: SeverityCounts, held: Type.Integer() })
export type FiringCounts = Static<typeof FiringCounts>

export const countAlerts = operation({
  summary: 'How many alerts fire now, by severity, how many service windows hold, and how many are over',
  method: 'GET',
  path: '/customer/:customerId/alert/count',
  access: overviewAccess,
  openToLimited: true,
  result: object({ ...FiringCounts.properties, resolved: Type.Integer() }),
})

export const getAlert = operation({
  summary: 'An alert with its labels and the trail of what was done about it',
  method: 'GET',
  path: '/customer/:customerId/alert/:alertId',
  access: overviewAccess,
  openToLimited: true,
  result: AlertDetails,
})

export const getAlertSignal = operation({
  summary: 'The raw signal behind a step of the trail, as text: at most its first 64 kB. Signals are kept 30 days',
  method: 'GET',
  path: '/customer/:customerId/alert/:alertId/signal/:signalId',
  access: overviewAccess,
  result: object({ contentType: nullable(Type.String()), receivedAt: moment(), body: Type.String() }),
})
