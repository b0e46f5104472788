import { RuleFinding } from '@vakt/contract/incidents/rule-finding.ts'
import { operation } from '@vakt/contract/operation.ts'
import { moment, nullable, object, oneOf, pageLimit, type Static, Type } from '@vakt/contract/schema.ts'
import { Severity } from '@vakt/contract/severity.ts'
import { serviceClocks } from '@vakt/contract/tickets/service-levels.ts'

/** What happens to an incident and users are notified of. */
export const incidentEventKinds = ['opened', 'escalated', 'resolved'] as const
export type IncidentEventKind = (typeof incidentEventKinds)[number]

/** Those that are chosen from a severity on. */
export const incidentKindsBySeverity = ['incident_opened', 'incident_escalated', 'incident_resolved'] as const

/**
 * What a user can choose to be notified of. Tickets that monitoring opens are their own kind: there may be hundreds at once. `incident_followed`
 * is a choice only: a notification about a followed incident has the kind of what happened.
 */
export const notificationKinds = [
  ...incidentKindsBySeverity,
  'incident_followed',
  'mentioned',
  'assigned',
  'commented',
  'status_changed',
  'service_level_warning',
  'created',
  'opened_by_monitoring',
  'webhook_switched_off',
  'cloudops_ended',
] as const
export type NotificationKind = (typeof notificationKinds)[number]
/**
 * What users are notified of: what they can choose, that an incident which they had muted is still open, what the end of a service window raised, of
 * service windows whose notices they were chosen for, of shifts and gaps of on-call, that a closed customer is erased soon, and that a CloudOps service
 * resumed or could not: those who chose to know that it ended.
 */
export const notifiedKinds = [
  ...notificationKinds,
  'incident_reminded',
  'incidents_raised',
  'service_window',
  'on_call',
  'customer_erasing',
  'cloudops_resumed',
  'cloudops_unpriced',
] as const
export type NotifiedKind = (typeof notifiedKinds)[number]

/** What happens to a service window and users are notified of. */
export const windowNoticeKinds = ['soon', 'started', 'ended', 'cancelled', 'to_approve'] as const
export type WindowNoticeKind = (typeof windowNoticeKinds)[number]

/** What happens to shifts and users are notified of. */
export const onCallNoticeKinds = ['swap_asked', 'swap_accepted', 'swap_refused', 'swap_withdrawn', 'gap'] as const
export type OnCallNoticeKind = (typeof onCallNoticeKinds)[number]

export const Notification = object({
  notificationId: Type.String(),
  kind: oneOf(notifiedKinds),
  customerId: Type.String(),
  customerName: Type.String(),
  /** Null where it is about no ticket; the subject is then what it is about. */
  ticketId: nullable(Type.String()),
  /** Null where it is about no incident; the subject is then its title. */
  incidentId: nullable(Type.String()),
  /** Null where it is about no service window; the subject is then its reason. */
  serviceWindow: nullable(object({ serviceWindowId: Type.String(), what: oneOf(windowNoticeKinds) })),
  /** Null where it is about no shift; the subject is then its schedule. */
  onCall: nullable(oneOf(onCallNoticeKinds)),
  /** The closed customer that is erased soon; the subject is then its name. */
  leavingCustomerId: nullable(Type.String()),
  /** The resource whose CloudOps service ended or resumed by itself; the subject is then its name. */
  cloudOpsEntityId: nullable(Type.String()),
  /** Null where it is about no service-level target that is due soon or was missed. */
  target: nullable(object({ clock: oneOf(serviceClocks), dueAt: moment() })),
  /** Of the incident at that time. */
  severity: nullable(Severity),
  subject: Type.String(),
  /** What an alert rule found, where the subject says that of an incident. */
  finding: nullable(RuleFinding),
  /** More than one when several were opened soon after each other, or by the end of one service window; `ticketId` or `incidentId` is then the first. */
  tickets: Type.Integer(),
  actor: Type.String(),
  /** True when Vakt itself did it. */
  bySystem: Type.Boolean(),
  /** About something that only the provider's staff see. */
  private: Type.Boolean(),
  /** The new status, where it is about one. */
  status: nullable(Type.String()),
  createdAt: moment(),
  isRead: Type.Boolean(),
})
export type Notification = Static<typeof Notification>

export const listNotifications = operation({
  summary: 'The notifications of the user in the portal, the newest first',
  method: 'GET',
  path: '/notification',
  access: 'signed-in',
  query: object({ ...pageLimit, onlyUnread: Type.Optional(Type.Boolean()) }),
  listOf: Notification,
})

const notificationId = () => Type.String({ pattern: '^[1-9]\\d{0,17}$' })

export const markNotificationsRead = operation({
  summary: 'Mark notifications as read: those named, or all up to one, so that what came since stays unread',
  method: 'PUT',
  path: '/notification/read',
  access: 'signed-in',
  announces: { content: ['notifications'], to: 'user' },
  recordsNothing: 'What a user has read concerns no one else.',
  body: object({
    notificationIds: Type.Optional(Type.Array(notificationId(), { maxItems: 100 })),
    upTo: Type.Optional(notificationId()),
  }),
})

const channels = { byMail: Type.Boolean(), inPortal: Type.Boolean() }
const Choice = object({
  kind: oneOf(notificationKinds),
  ...channels,
  /** Of the kinds that are chosen from a severity on; null for others. */
  fromSeverity: nullable(Severity),
})
export type NotificationChoice = Static<typeof Choice>
const NewChoice = object({
  kind: oneOf(notificationKinds),
  ...channels,
  fromSeverity: Type.Optional(nullable(Severity)),
})
export type NewNotificationChoice = Static<typeof NewChoice>

const Preferences = object({
  /** Where mails go. */
  address: Type.String(),
  /** Each kind that the user can be notified of, in the order to show them. */
  choices: Type.Array(Choice),
})
export type NotificationPreferences = Static<typeof Preferences>

export const getNotificationPreferences = operation({
  summary: 'What the user is notified of, by mail and in the portal',
  method: 'GET',
  path: '/notification/preference',
  access: 'signed-in',
  result: Preferences,
})

export const saveNotificationPreferences = operation({
  summary: 'Choose what to be notified of; kinds that are left out stay as they are',
  method: 'PUT',
  path: '/notification/preference',
  access: 'signed-in',
  announces: { content: ['notifications'], to: 'user' },
  recordsItself: ['notification-preference.save'],
  body: object({ choices: Type.Array(NewChoice, { minItems: 1, maxItems: notificationKinds.length }) }),
  result: Preferences,
})
