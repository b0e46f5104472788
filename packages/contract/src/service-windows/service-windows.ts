import { ofCustomers } from '@vakt/contract/customers/of-customers.ts'
import { serviceWindowAccess } from '@vakt/contract/features.ts'
import { operation } from '@vakt/contract/operation.ts'
import { moment, nullable, object, oneLine, oneOf, pageLimit, type Static, several, Type } from '@vakt/contract/schema.ts'
import { Recurrence } from './recurrence.ts'

import { ofCustomer, one } from './service-window-paths.ts'
import { windowStates } from './window-states.ts'

const writing = ['@feature.servicewindow.write'] as const

/** How a window repeats, by the distance of its starts. */
export const windowRepeats = ['never', 'hourly', 'daily', 'weekly', 'monthly', 'custom'] as const
export type WindowRepeats = (typeof windowRepeats)[number]

export const windowLimits = {
  perCustomer: 2000,
  reason: 500,
  minDurationInSeconds: 60,
  maxDurationInSeconds: 30 * 86_400,
  /** The shortest time between two starts. */
  minPeriodInSeconds: 300,
  scope: 500,
  recipients: 100,
  noticeMinutes: 20_160,
  /** The longest span of a timeline, and the most occurrences in it. */
  timelineDays: 400,
  timelineOccurrences: 5000,
  upcomingStarts: 10,
} as const

export const uuid = () => Type.String({ format: 'uuid' })
const person = nullable(object({ userId: nullable(Type.String()), name: Type.String() }))

/**
 * What a window holds: alerts on any of these. Entities that appear later are covered by group, tag or `everything`. Groups and tags are compared
 * without regard to case. With metrics only alerts that name one of them are held.
 */
export const WindowScope = object({
  everything: Type.Boolean({ default: false, description: 'All resources of the customer' }),
  entityIds: Type.Array(uuid(), { maxItems: windowLimits.scope, uniqueItems: true, default: [] }),
  resourceGroups: Type.Array(Type.String({ minLength: 1, maxLength: 1024 }), { maxItems: 100, uniqueItems: true, default: [] }),
  tags: Type.Array(
    Type.String({ minLength: 2, maxLength: 2048, pattern: '=', description: '`key=value`, where = and % of the key are %3D and %25' }),
    { maxItems: 100, uniqueItems: true, default: [] },
  ),
  metrics: Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { maxItems: 100, uniqueItems: true, default: [] }),
})
export type WindowScope = Static<typeof WindowScope>

/** Who is sent the notices: users by id, and everyone of the customer who has one of these roles. */
export const WindowNotices = object({
  userIds: Type.Array(uuid(), { maxItems: windowLimits.recipients, uniqueItems: true, default: [] }),
  roles: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 50, uniqueItems: true, default: [] }),
  minutesBefore: Type.Union([Type.Integer({ minimum: 5, maximum: windowLimits.noticeMinutes }), Type.Null()], {
    default: null,
    description: 'How long before the start; null: no notice before',
  }),
  atStart: Type.Boolean({ default: true }),
  atEnd: Type.Boolean({ default: true }),
})
export type WindowNotices = Static<typeof WindowNotices>
export const WindowRecipient = object({ userId: Type.String(), name: Type.String() })
export type WindowRecipient = Static<typeof WindowRecipient>

const noticesDefault = { userIds: [], roles: [], minutesBefore: null, atStart: true, atEnd: true }

const reason = oneLine({
  pattern: '\\S',
  maxLength: windowLimits.reason,
  messages: { pattern: 'service_window.reason_empty', maxLength: 'service_window.reason_long' },
})
export const durationInSeconds = Type.Integer({
  minimum: windowLimits.minDurationInSeconds,
  maximum: windowLimits.maxDurationInSeconds,
  messages: {
    type: 'service_window.duration_empty',
    minimum: 'service_window.duration_short',
    maximum: 'service_window.duration_long',
  },
})
const ticketId = Type.String({ pattern: '^[1-9][0-9]{0,17}$' })

export const NewServiceWindow = object({
  reason,
  /** Time zone `UTC` unless the user wants the same local time in summer and winter. */
  schedule: Recurrence,
  durationInSeconds,
  scope: WindowScope,
  relatedTicketId: Type.Union([ticketId, Type.Null()], { default: null }),
  createTicket: Type.Boolean({ default: false, description: 'Open a change ticket and relate it; only without `relatedTicketId`' }),
  needsApproval: Type.Boolean({
    default: false,
    description: 'It holds nothing until a user of the customer approves it. For the provider’s staff',
  }),
  notices: Type.Unsafe<WindowNotices>({ ...WindowNotices, default: noticesDefault }),
})
export type NewServiceWindow = Static<typeof NewServiceWindow>

const Approval = object({
  state: oneOf(['waiting', 'approved', 'refused']),
  by: nullable(Type.String()),
  at: nullable(moment()),
  reason: nullable(Type.String()),
})

/** One start of a window and its end. Those far ahead have no id yet. */
export const occurrenceStates = ['planned', 'awaiting-approval', 'ongoing', 'ended', 'cancelled'] as const
export const WindowOccurrence = object({
  occurrenceId: nullable(Type.String()),
  serviceWindowId: Type.String(),
  reason: Type.String(),
  state: oneOf(occurrenceStates),
  startsAt: moment(),
  /** When it ends or ended; earlier or later than planned where someone ended or extended it. */
  endsAt: moment(),
  plannedEndsAt: moment(),
  /** It is to be extended until then, which waits for an approval. Null: no extension waits. */
  askedUntil: nullable(moment()),
  /** How many alerts it held, how many of them were raised afterwards, and how many are held still. */
  held: Type.Integer(),
  raised: Type.Integer(),
  stillHeld: Type.Integer(),
})
export type WindowOccurrence = Static<typeof WindowOccurrence>

const span = object({
  occurrenceId: nullable(Type.String()),
  startsAt: moment(),
  endsAt: moment(),
  /** It holds until then: that it lasts until `endsAt` waits for an approval. Null: no extension waits. */
  approvedUntil: nullable(moment()),
})
/** The text of a schedule in both languages. */
export const DescribedSchedule = object({ en: Type.String(), sv: Type.String() })

export const ServiceWindow = object({
  serviceWindowId: Type.String(),
  customer_id: Type.String(),
  customerName: Type.String(),
  reason: Type.String(),
  schedule: Recurrence,
  durationInSeconds: Type.Integer(),
  scope: WindowScope,
  /** The names of the entities in the scope, in their order; those that are gone are left out. */
  entities: Type.Array(object({ entityId: Type.String(), name: Type.String() })),
  notices: WindowNotices,
  /** The people of the notices by name; those who are gone are left out. */
  recipients: Type.Array(WindowRecipient),
  state: oneOf(windowStates),
  repeats: oneOf(windowRepeats),
  /** Five fields, in the time zone of the schedule; null when it does not repeat. */
  cronExpression: nullable(Type.String()),
  cronDescription: DescribedSchedule,
  enabled: Type.Boolean(),
  /** Null where no approval is needed. */
  approval: nullable(Approval),
  /** While it waits for an approval: who at the customer may answer, by name. Of one window alone, not in lists. */
  approvers: Type.Optional(Type.Array(Type.String())),
  /** The ongoing occurrence, and the one after it. */
  ongoing: nullable(span),
  next: nullable(span),
  /**
   * An occurrence has ended, and what it held could not be raised yet: since then, whether every attempt failed, and how many alerts are held longer
   * than planned by it. Null: all that ended is settled.
   */
  unsettled: nullable(object({ since: moment(), hasFailed: Type.Boolean(), heldAlerts: Type.Integer() })),
  /** The first start, and the last end where there is one. */
  startsAt: moment(),
  endsAt: nullable(moment()),
  relatedTicketId: nullable(Type.String()),
  /** Created by the provider for several customers at once: only the provider edits it. */
  providerWindowId: nullable(Type.String()),
  createdBy: person,
  createdAt: moment(),
  modifiedBy: nullable(Type.String()),
  modifiedAt: moment(),
  version: Type.Integer(),
})
export type ServiceWindow = Static<typeof ServiceWindow>

const seen = { version: Type.Integer({ description: 'The version that the user saw; if it has changed since, the call answers 409' }) }

const filter = {
  q: Type.Optional(Type.String({ maxLength: 200, description: 'Part of the reason' })),
  creator: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 254 }), { maxItems: 50, description: 'Ids or names of users, or `me`' }),
  ),
  active: Type.Optional(Type.Boolean({ description: 'Only those that are ongoing or still to come' })),
  state: several(oneOf(windowStates)),
  entityId: Type.Optional(Type.Unsafe<string>({ ...uuid(), description: 'Only windows that cover this entity' })),
}

export const listServiceWindows = operation({
  summary: 'Service windows: the ongoing first, then the next to start, then those that are over',
  method: 'GET',
  path: ofCustomer,
  access: serviceWindowAccess,
  query: object({ ...pageLimit, ...filter }),
  listOf: ServiceWindow,
})

export const listServiceWindowsOfAllCustomers = operation({
  summary: 'The service windows of all customers, for the provider',
  method: 'GET',
  path: '/service-window',
  access: { staff: ['@feature.servicewindow.read', '@feature.servicewindow.write'] },
  query: object({ ...pageLimit, ...filter, customer: ofCustomers }),
  listOf: ServiceWindow,
})

export const listWindowCreators = operation({
  summary: 'Who created the service windows of a customer, for the filter of the list',
  method: 'GET',
  path: `${ofCustomer}-creator`,
  access: serviceWindowAccess,
  result: object({ creators: Type.Array(object({ userId: Type.String(), name: Type.String() })) }),
})

export const findWindowRecipients = operation({
  summary: 'Whom the notices of a service window can go to: people of the customer, and its roles',
  method: 'GET',
  path: `${ofCustomer}-recipient`,
  access: writing,
  query: object({ q: Type.Optional(Type.String({ maxLength: 200, description: 'Part of the name or the address' })) }),
  result: object({ people: Type.Array(WindowRecipient, { maxItems: 20 }), roles: Type.Array(Type.String()) }),
})

export const getServiceWindow = operation({
  summary: 'One service window',
  method: 'GET',
  path: one,
  access: serviceWindowAccess,
  result: ServiceWindow,
})

export const createServiceWindow = operation({
  summary: 'Create a service window',
  method: 'POST',
  path: ofCustomer,
  access: writing,
  recordsItself: ['service-window.created'],
  body: NewServiceWindow,
  result: ServiceWindow,
})

export const startServiceWindow = operation({
  summary: 'Start a service window now, for a deployment: it ends when it is ended, and by itself at its limit',
  method: 'POST',
  path: `${ofCustomer}/start`,
  access: writing,
  recordsItself: ['service-window.created'],
  body: object({ reason, scope: WindowScope, limitInSeconds: Type.Unsafe<number>({ ...durationInSeconds, default: 3600 }) }),
  result: ServiceWindow,
})

export const changeServiceWindow = operation({
  summary: 'Change a service window. An ongoing occurrence goes on with the new scope and duration',
  method: 'PUT',
  path: one,
  access: writing,
  recordsItself: ['service-window.changed'],
  body: object({ ...NewServiceWindow.properties, ...seen }),
  result: ServiceWindow,
})

/** What happens to the alerts that still fire when someone ends an occurrence: raised now, or at the end that was planned. */
const raiseNow = Type.Boolean({ description: 'Raise what still fires now; false: at the end that was planned' })

export const disableServiceWindow = operation({
  summary: 'Disable a service window; an ongoing occurrence ends',
  method: 'POST',
  path: `${one}/disable`,
  access: writing,
  recordsItself: ['service-window.disabled'],
  body: object({ raiseNow }),
  result: ServiceWindow,
})

export const enableServiceWindow = operation({
  summary: 'Enable a service window again; an occurrence that was to be ongoing now goes on',
  method: 'POST',
  path: `${one}/enable`,
  access: writing,
  recordsItself: ['service-window.enabled'],
  result: ServiceWindow,
})

export const endServiceWindow = operation({
  summary: 'End the ongoing occurrence of a service window; later ones stay',
  method: 'POST',
  path: `${one}/end`,
  access: writing,
  recordsItself: ['service-window.ended'],
  body: object({ raiseNow: Type.Unsafe<boolean>({ ...raiseNow, default: true }) }),
  result: ServiceWindow,
})

export const extendServiceWindow = operation({
  summary: 'Move the end of the ongoing occurrence of a service window; later ones stay as they are',
  method: 'POST',
  path: `${one}/extend`,
  access: writing,
  recordsItself: ['service-window.extended'],
  body: object({ endsAt: moment() }),
  result: ServiceWindow,
})

export const approveServiceWindow = operation({
  summary: 'Approve a service window, as a user of the customer',
  method: 'POST',
  path: `${one}/approve`,
  access: writing,
  recordsItself: ['service-window.approved'],
  tokenAccess: null,
  ownUsersOnly: true,
  body: object({ reason: Type.String({ maxLength: 2000, default: '' }), ...seen }),
  result: ServiceWindow,
})

export const refuseServiceWindow = operation({
  summary: 'Refuse a service window, as a user of the customer; it then holds nothing',
  method: 'POST',
  path: `${one}/refuse`,
  access: writing,
  recordsItself: ['service-window.refused'],
  tokenAccess: null,
  ownUsersOnly: true,
  body: object({
    reason: Type.String({ pattern: '\\S', maxLength: 2000, messages: { pattern: 'service_window.refusal_reason_empty' } }),
    ...seen,
  }),
  result: ServiceWindow,
})
