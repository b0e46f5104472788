import { serviceWindowAccess } from '@vakt/contract/features.ts'
import { operation } from '@vakt/contract/operation.ts'
import { moment, nullable, object, oneOf, pageLimit, type Static, several, Type } from '@vakt/contract/schema.ts'
import { Severity } from '@vakt/contract/severity.ts'
import { Recurrence } from './recurrence.ts'
import { ofCustomer, one } from './service-window-paths.ts'
import { DescribedSchedule, durationInSeconds, uuid, WindowOccurrence, windowLimits, windowRepeats } from './service-windows.ts'

const texts = Type.Array(Type.String({ maxLength: 2048 }), { maxItems: windowLimits.scope })
/** As `WindowScope`; what is left out is empty. */
const PreviewScope = object({
  everything: Type.Optional(Type.Boolean()),
  entityIds: Type.Optional(Type.Array(uuid(), { maxItems: windowLimits.scope })),
  resourceGroups: Type.Optional(texts),
  tags: Type.Optional(Type.Array(Type.String({ minLength: 2, maxLength: 2048, pattern: '=' }), { maxItems: 100 })),
  metrics: Type.Optional(texts),
})

export const WindowPreview = object({
  repeats: oneOf(windowRepeats),
  cronExpression: nullable(Type.String()),
  cronDescription: DescribedSchedule,
  /** The next ten; `offsetMinutes` is the offset of the time zone of the schedule from UTC at the start. */
  starts: Type.Array(object({ startsAt: moment(), endsAt: moment(), offsetMinutes: Type.Integer() })),
  /** What it would cover now: how many, the first by name, and those of them with an open incident. */
  entities: Type.Integer(),
  covered: Type.Array(object({ entityId: Type.String(), name: Type.String(), type: Type.String() })),
  openIncidents: Type.Integer(),
  withOpenIncidents: Type.Array(object({ entityId: Type.String(), name: Type.String(), incidentId: Type.String() })),
})
export type WindowPreview = Static<typeof WindowPreview>

export const previewServiceWindow = operation({
  summary: 'What a schedule and a scope mean: the next ten starts and what they would cover now; nothing is saved',
  method: 'POST',
  path: `${ofCustomer}-preview`,
  access: serviceWindowAccess,
  announcesNothing: 'It asks, and changes nothing.',
  recordsNothing: 'It only asks, and changes nothing.',
  noIdempotencyKey: 'It is a question and changes nothing.',
  body: object({ schedule: Recurrence, durationInSeconds, scope: nullable(PreviewScope) }),
  result: WindowPreview,
})

const timelineQuery = {
  from: Type.Optional(Type.Unsafe<string>({ ...moment(), description: 'Absent: now' })),
  to: Type.Optional(Type.Unsafe<string>({ ...moment(), description: 'Absent: 31 days after `from`' })),
  entityId: Type.Optional(uuid()),
}

export const getWindowTimeline = operation({
  summary: 'The occurrences of all service windows between two moments, by their starts',
  method: 'GET',
  path: `${ofCustomer}-timeline`,
  access: serviceWindowAccess,
  query: object(timelineQuery),
  result: object({
    occurrences: Type.Array(WindowOccurrence),
    /** There are more than fit; the last ones are missing. */
    isCut: Type.Boolean(),
  }),
})

export const listWindowOccurrences = operation({
  summary: 'The occurrences of a service window that have begun, the latest first',
  method: 'GET',
  path: `${one}/occurrence`,
  access: serviceWindowAccess,
  query: object(pageLimit),
  listOf: WindowOccurrence,
})

export const getWindowOccurrence = operation({
  summary: 'One occurrence of a service window',
  method: 'GET',
  path: `${one}/occurrence/:occurrenceId`,
  access: serviceWindowAccess,
  result: WindowOccurrence,
})

/** What happened to a held alert: held still, recovered by itself, raised, held on by another window, or gone with its entity. */
export const heldOutcomes = ['held', 'recovered', 'raised', 'held-on', 'gone'] as const
export const HeldAlert = object({
  alertId: Type.String(),
  name: Type.String(),
  severity: Severity,
  entity: nullable(object({ entityId: Type.String(), name: Type.String() })),
  heldAt: moment(),
  outcome: oneOf(heldOutcomes),
  outcomeAt: nullable(moment()),
  /** Where it was raised. */
  incidentId: nullable(Type.String()),
})
export type HeldAlert = Static<typeof HeldAlert>

export const listHeldAlerts = operation({
  summary: 'The alerts that an occurrence of a service window held, and what happened to each',
  method: 'GET',
  path: `${one}/occurrence/:occurrenceId/held`,
  access: serviceWindowAccess,
  query: object(pageLimit),
  listOf: HeldAlert,
})

const periodQuery = {
  ...pageLimit,
  from: Type.Optional(moment()),
  /** Not included itself, so that periods can follow on each other. */
  to: Type.Optional(moment()),
  /** Values of the customer's tag keys in their order, an empty one for resources without the tag: only what covers resources of that group. */
  group: several(Type.String({ maxLength: 256 })),
}

export const listStartedOccurrences = operation({
  summary: 'The occurrences of all service windows that started to hold in a period, as reports count them; the latest first',
  method: 'GET',
  path: `${ofCustomer}-started`,
  access: serviceWindowAccess,
  query: object(periodQuery),
  listOf: WindowOccurrence,
})

/** An alert that an occurrence held; one that two of them held is there for each. */
export const AlertHeldByWindow = object({
  ...HeldAlert.properties,
  occurrenceId: Type.String(),
  serviceWindowId: Type.String(),
  reason: Type.String(),
})
export type AlertHeldByWindow = Static<typeof AlertHeldByWindow>

export const listAlertsHeldByWindows = operation({
  summary: 'The alerts that occurrences which started in a period held, as reports count them; those of the latest occurrence first',
  method: 'GET',
  path: `${ofCustomer}-held`,
  access: serviceWindowAccess,
  query: object(periodQuery),
  listOf: AlertHeldByWindow,
})
