import type { FeatureKey } from '@vakt/contract/features.ts'
import type { NotificationKind, TicketNotificationKind } from '@vakt/contract/notifications.ts'
import type { TicketEventKind } from '@vakt/contract/ticket-events.ts'

export type TellableEvent = {
  eventId: string
  customerId: string
  ticketId: string
  kind: TicketEventKind
  commentId: string | null
  private: boolean
  /** Null when Vakt itself did it. */
  actorUserId: string | null
  namedUserIds: readonly string[]
  assigneeUserId: string | null
  requesterId: string | null
  /** Whether a person or the monitoring opened the ticket. */
  source: 'person' | 'monitoring'
}

/** What somebody is to a ticket. */
export type Part = 'requester' | 'assignee' | 'watcher' | 'named'

export type Channels = { byMail: boolean; inPortal: boolean }

/** Somebody as they stand towards the customer whose ticket it is. */
export type Reader = {
  userId: string
  isStaff: boolean
  isDisabled: boolean
  belongsToCustomer: boolean
  /** Sees of their customer's tickets only those that they are the requester of. */
  seesOwnTicketsOnly: boolean
  /** Theirs at the customer of the ticket. */
  features: ReadonlySet<FeatureKey>
  chosen: ReadonlyMap<NotificationKind, Channels>
}

/** Kinds that only staff can be told of. */
export const kindsForStaff: readonly NotificationKind[] = ['service_level_warning', 'webhook_switched_off']

/**
 * What holds until somebody chooses otherwise. Everybody follows what they take part in; new tickets are news to those who work on them;
 * what monitoring opens is shown in the portal to staff, and is mailed to nobody who did not ask for it.
 */
export function defaultChannels(kind: NotificationKind, { isStaff }: { isStaff: boolean }): Channels {
  if (kind === 'created') return { byMail: isStaff, inPortal: isStaff }
  if (kind === 'opened_by_monitoring') return { byMail: false, inPortal: isStaff }
  return { byMail: true, inPortal: true }
}

export const channelsOf = (kind: NotificationKind, reader: Pick<Reader, 'isStaff' | 'chosen'>): Channels =>
  reader.chosen.get(kind) ?? defaultChannels(kind, reader)

export const notificationKindOf = ({ kind, source }: Pick<TellableEvent, 'kind' | 'source'>): TicketNotificationKind =>
  kind === 'created' && source === 'monitoring' ? 'opened_by_monitoring' : kind

/** Whether somebody may learn of something on a ticket at all. Asked when it is told and again when it is sent. */
export function mayLearn(reader: Omit<Reader, 'chosen'>, about: { private: boolean; requesterId: string | null }): boolean {
  if (reader.isDisabled || (about.private && !reader.isStaff)) return false
  if (!reader.isStaff && !reader.belongsToCustomer) return false
  if (reader.seesOwnTicketsOnly && about.requesterId !== reader.userId) return false
  return reader.features.has('@feature.tickets.read')
}

/** Whether it concerns somebody: they take part in the ticket, are named, or it is news to everybody who wants such news. */
function concerns(event: TellableEvent, parts: ReadonlySet<Part>, reader: Reader): boolean {
  if (event.kind === 'mentioned' || event.kind === 'assigned') return event.namedUserIds.includes(reader.userId)
  if (event.kind === 'service_level_warning') {
    const isNobodys = event.assigneeUserId === null && event.namedUserIds.length === 0
    return reader.isStaff && (isNobodys || parts.has('assignee') || event.namedUserIds.includes(reader.userId))
  }
  if (event.kind === 'created') return true
  return parts.size > 0
}

/** The channels on which somebody is told of an event; both false when it is none of theirs. */
export function channelsFor(event: TellableEvent, parts: ReadonlySet<Part>, reader: Reader): Channels {
  const nothing = { byMail: false, inPortal: false }
  if (event.actorUserId === reader.userId || !mayLearn(reader, event) || !concerns(event, parts, reader)) return nothing
  const kind = notificationKindOf(event)
  // Somebody for whom a ticket was opened is told as if they had asked: it is their own.
  if (kind === 'created' && !reader.chosen.has(kind) && (parts.has('requester') || parts.has('assignee')))
    return { byMail: true, inPortal: true }
  return channelsOf(kind, reader)
}

/** Whether a requester without an account is written to: the opening is the confirmation, then every public reply and change of status. */
export const isForRequesterWithoutAccount = ({ kind, private: isPrivate }: Pick<TellableEvent, 'kind' | 'private'>): boolean =>
  !isPrivate && (kind === 'created' || kind === 'commented' || kind === 'status_changed')

const weight: Record<TicketEventKind, number> = {
  mentioned: 5,
  assigned: 4,
  service_level_warning: 3,
  created: 2,
  status_changed: 1,
  commented: 0,
}

/** Of what one comment brought about only the weightiest is told; what has no comment stands for itself. */
export function keepWeightiest<Event extends Pick<TellableEvent, 'eventId' | 'kind' | 'commentId'>>(events: readonly Event[]): Event[] {
  const kept = new Map<string, Event>()
  for (const event of events) {
    const key = event.commentId ? `comment ${event.commentId}` : `event ${event.eventId}`
    const other = kept.get(key)
    if (!other || weight[event.kind] > weight[other.kind]) kept.set(key, event)
  }
  return [...kept.values()]
}

/** When something that failed is tried again: twice as long each time up to an hour, with jitter (0 to 1) so that not all come back at once. */
export function retryDelayInSeconds(attempts: number, jitter: number): number {
  return Math.round(Math.min(3600, 15 * 2 ** Math.max(0, attempts - 1)) * (0.75 + jitter / 2))
}
