import type { NotificationKind } from '@vakt/contract/notifications/notifications.ts'
import type { TicketEventKind } from '@vakt/contract/tickets/ticket-events.ts'
import { type Channels, noChannels, type Reader, type Sight } from './notification-reader.ts'

export type NotifiableTicketEvent = {
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

/** What a user is to a ticket. */
export type Part = 'requester' | 'assignee' | 'watcher' | 'named'

/** Kinds that only staff are notified of. */
export const kindsForStaff: readonly NotificationKind[] = ['service_level_warning', 'webhook_switched_off']

/**
 * The channels until a user chooses otherwise. Users are notified of tickets that they take part in, and staff of new ones. Tickets that
 * monitoring opens are shown to staff in the portal, and mailed only to users who chose that.
 */
export function defaultChannels(kind: NotificationKind, { isStaff }: { isStaff: boolean }): Channels {
  if (kind === 'created') return { byMail: isStaff, inPortal: isStaff }
  if (kind === 'opened_by_monitoring') return { byMail: false, inPortal: isStaff }
  return { byMail: true, inPortal: true }
}

export const channelsOf = (kind: NotificationKind, reader: Pick<Reader, 'isStaff' | 'chosen'>): Channels =>
  reader.chosen.get(kind) ?? defaultChannels(kind, reader)

export const notificationKindOf = ({
  kind,
  source,
}: Pick<NotifiableTicketEvent, 'kind' | 'source'>): TicketEventKind | 'opened_by_monitoring' =>
  kind === 'created' && source === 'monitoring' ? 'opened_by_monitoring' : kind

/** Whether a user may see what happened to a ticket. Asked when they are notified and again when a delivery is sent. */
export function maySeeTicketEvent(reader: Sight, about: { private: boolean; requesterId: string | null }): boolean {
  if (reader.isDisabled || (about.private && !reader.isStaff)) return false
  if (!reader.isStaff && !reader.belongsToCustomer) return false
  if (reader.seesOwnTicketsOnly && about.requesterId !== reader.userId) return false
  return reader.features.has('@feature.tickets.read')
}

/** Whether an event concerns a user: they take part in the ticket, are named, or it is a new ticket. */
function concerns(event: NotifiableTicketEvent, parts: ReadonlySet<Part>, reader: Reader): boolean {
  if (event.kind === 'mentioned' || event.kind === 'assigned') return event.namedUserIds.includes(reader.userId)
  if (event.kind === 'service_level_warning') {
    const isUnassigned = event.assigneeUserId === null && event.namedUserIds.length === 0
    return reader.isStaff && (isUnassigned || parts.has('assignee') || event.namedUserIds.includes(reader.userId))
  }
  if (event.kind === 'created') return true
  return parts.size > 0
}

/** The channels on which a user is notified of an event; both false when it does not concern them. */
export function channelsFor(event: NotifiableTicketEvent, parts: ReadonlySet<Part>, reader: Reader): Channels {
  if (event.actorUserId === reader.userId || !maySeeTicketEvent(reader, event) || !concerns(event, parts, reader)) return noChannels
  const kind = notificationKindOf(event)
  // A ticket that was opened for a user is their own.
  if (kind === 'created' && !reader.chosen.has(kind) && (parts.has('requester') || parts.has('assignee')))
    return { byMail: true, inPortal: true }
  return channelsOf(kind, reader)
}

/** Whether a requester without an account gets a mail: of the opening, then of every public reply and change of status. */
export const isForRequesterWithoutAccount = ({ kind, private: isPrivate }: Pick<NotifiableTicketEvent, 'kind' | 'private'>): boolean =>
  !isPrivate && (kind === 'created' || kind === 'commented' || kind === 'status_changed')

const importance: Record<TicketEventKind, number> = {
  mentioned: 5,
  assigned: 4,
  service_level_warning: 3,
  created: 2,
  status_changed: 1,
  commented: 0,
}

/** Of the events of one comment only the most important; events without a comment are all kept. */
export function keepMostImportant<Event extends Pick<NotifiableTicketEvent, 'eventId' | 'kind' | 'commentId'>>(
  events: readonly Event[],
): Event[] {
  const kept = new Map<string, Event>()
  for (const event of events) {
    const key = event.commentId ? `comment ${event.commentId}` : `event ${event.eventId}`
    const other = kept.get(key)
    if (!other || importance[event.kind] > importance[other.kind]) kept.set(key, event)
  }
  return [...kept.values()]
}
