import { operation } from './operation.ts'
import { moment, nullable, object, oneOf, pageLimit, type Static, several, Type } from './schema.ts'
import { Severity } from './severity.ts'

/** What happens to an incident and users are notified of. */
export const incidentEventKinds = ['opened', 'escalated', 'resolved'] as const
export type IncidentEventKind = (typeof incidentEventKinds)[number]

/** Those that are chosen from a severity on. */
export const incidentKindsBySeverity = ['incident_opened', 'incident_escalated', 'incident_resolved'] as const

/**
 * What somebody can choose to be told of. Tickets that monitoring opens are their own kind: there may be hundreds at once. `incident_followed`
 * is a choice only: what is told of a followed incident has the kind of what happened.
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
] as const
export type NotificationKind = (typeof notificationKinds)[number]
/** What users are notified of: what they can choose, and that an incident which they had muted is still open. */
export const notifiedKinds = [...notificationKinds, 'incident_reminded'] as const
export type NotifiedKind = (typeof notifiedKinds)[number]
/** Those about tickets, and about the provider's own affairs. */
export type TicketNotificationKind = Exclude<NotificationKind, `incident_${string}`>

export const Notification = object({
  notificationId: Type.String(),
  kind: oneOf(notifiedKinds),
  customerId: Type.String(),
  customerName: Type.String(),
  /** Null where it is about no ticket; the subject is then what it is about. */
  ticketId: nullable(Type.String()),
  /** Null where it is about no incident; the subject is then its title. */
  incidentId: nullable(Type.String()),
  /** Of the incident at that time. */
  severity: nullable(Severity),
  subject: Type.String(),
  /** More than one when several were opened soon after each other; `ticketId` or `incidentId` is then the first. */
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
  summary: 'What the user was told in the portal, the newest first',
  method: 'GET',
  path: '/notification',
  access: 'signed-in',
  query: object({ ...pageLimit, onlyUnread: Type.Optional(Type.Boolean()) }),
  listOf: Notification,
})

export const countUnreadNotifications = operation({
  summary: 'How many notifications the user has not read; counting stops at 100',
  method: 'GET',
  path: '/notification/unread',
  access: 'signed-in',
  result: object({ unread: Type.Integer() }),
})

const notificationId = () => Type.String({ pattern: '^[1-9]\\d{0,17}$' })

export const markNotificationsRead = operation({
  summary: 'Mark notifications as read: those named, or all up to one, so that what came since stays unread',
  method: 'PUT',
  path: '/notification/read',
  access: 'signed-in',
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
  /** Each kind that the user can be told of, in the order to show them. */
  choices: Type.Array(Choice),
})
export type NotificationPreferences = Static<typeof Preferences>

export const getNotificationPreferences = operation({
  summary: 'What the user wants to be told of, by mail and in the portal',
  method: 'GET',
  path: '/notification/preference',
  access: 'signed-in',
  result: Preferences,
})

export const saveNotificationPreferences = operation({
  summary: 'Choose what to be told of; kinds that are left out stay as they are',
  method: 'PUT',
  path: '/notification/preference',
  access: 'signed-in',
  body: object({ choices: Type.Array(NewChoice, { minItems: 1, maxItems: notificationKinds.length }) }),
  result: Preferences,
})

/**
 * waiting: to be sent, or tried again; sending: under way; sent: the mail server took it; unknown: the connection or Vakt broke off after
 * the mail was handed over, so it may have arrived; failed: given up; kept: no mail server is configured; held: over the cap of an
 * hour; summarised: told in a summary instead.
 */
export const deliveryStates = ['waiting', 'sending', 'sent', 'unknown', 'failed', 'kept', 'held', 'summarised'] as const
export type DeliveryState = (typeof deliveryStates)[number]

const delivery = {
  deliveryId: Type.String(),
  kind: oneOf([...notifiedKinds, 'summary']),
  recipient: object({ name: Type.String(), address: Type.String() }),
  private: Type.Boolean(),
  state: oneOf(deliveryStates),
  attempts: Type.Integer(),
  /** When it is tried next; null when it is not tried by itself. */
  nextAt: nullable(moment()),
  /** Why it waits or was given up: a word, see `outbox.reason.*`. */
  reason: nullable(Type.String()),
  /** What the mail server said last. */
  answer: nullable(Type.String()),
  createdAt: moment(),
  finishedAt: nullable(moment()),
}

export const TicketDelivery = object(delivery)
export type TicketDelivery = Static<typeof TicketDelivery>

export const listTicketDeliveries = operation({
  summary: 'The mails about a ticket and what became of each, the newest first',
  method: 'GET',
  path: '/customer/:customerId/ticket/:ticketId/delivery',
  access: 'global-admin',
  query: object(pageLimit),
  listOf: TicketDelivery,
})

export const OutboxMessage = object({
  ...delivery,
  customerId: Type.String(),
  customerName: Type.String(),
  ticketId: nullable(Type.String()),
  subject: Type.String(),
})
export type OutboxMessage = Static<typeof OutboxMessage>

export const listOutbox = operation({
  summary: 'Every mail and what became of it, the newest first',
  method: 'GET',
  path: '/admin/outbox',
  access: 'global-admin',
  query: object({
    ...pageLimit,
    state: several(oneOf(deliveryStates)),
    q: Type.Optional(Type.String({ maxLength: 200, description: 'Part of the address or of the subject' })),
  }),
  listOf: OutboxMessage,
})

export const getOutboxMessage = operation({
  summary: 'One mail as it is sent',
  method: 'GET',
  path: '/admin/outbox/:mailId',
  access: 'global-admin',
  result: object({
    ...OutboxMessage.properties,
    headers: Type.Array(object({ name: Type.String(), value: Type.String() })),
    text: Type.String(),
    /** Where a frame shows it as it looks, for a few minutes. */
    previewPath: Type.String(),
  }),
})

export const getOutboxState = operation({
  summary: 'Whether mail is sent, and how many mails are in each state',
  method: 'GET',
  path: '/admin/outbox-state',
  access: 'global-admin',
  result: object({
    /** The host that mails are handed to; null without one: mails are kept. */
    mailServer: nullable(Type.String()),
    counts: Type.Array(object({ state: oneOf(deliveryStates), count: Type.Integer() })),
  }),
})

export const retryOutboxMessage = operation({
  summary: 'Send a mail now that was given up, is kept or waits; one whose outcome is unknown may then arrive twice',
  method: 'POST',
  path: '/admin/outbox/:mailId/retry',
  access: 'global-admin',
})
