import type { TicketEventKind } from '@vakt/contract/tickets/ticket-events.ts'
import { noChannels } from '@vakt/domain/notification-reader.ts'
import { isWithinLimit } from '@vakt/domain/resource-limit.ts'
import {
  channelsFor,
  isForRequesterWithoutAccount,
  keepMostImportant,
  type NotifiableTicketEvent,
  notificationKindOf,
  type Part,
} from '@vakt/domain/ticket-notification.ts'
import type { Person, Recipient } from '#server/features/deliveries/recipients.ts'
import type { EventTopic, LoggedEvent, Notified } from '#server/features/events/event-topic.ts'
import type { EventTypes } from '#server/features/events/note-event.ts'
import { findTicketFollowers } from '#server/features/follows/find-followers.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { readCommentersForAllCustomers, readTicketFactsForAllCustomers, type TicketFacts } from './notified-ticket-table.ts'
import { ticketMailKey, ticketMailOf } from './ticket-mail.ts'

export type TicketEvent = LoggedEvent &
  Omit<NotifiableTicketEvent, 'namedUserIds'> &
  TicketFacts & { kind: TicketEventKind; details: Omit<EventTypes['ticket']['details'], 'commentId'> }

async function load(transaction: Transaction, logged: LoggedEvent[]): Promise<TicketEvent[]> {
  const events = logged.map((event) => {
    const { commentId = null, ...details } = event.details as EventTypes['ticket']['details']
    return { ...event, kind: event.kind as TicketEventKind, ticketId: event.subjectId, commentId, details }
  })
  const facts = await readTicketFactsForAllCustomers(transaction, events)
  return events.flatMap((event) => {
    const found = facts.get(event.eventId)
    return found ? [{ ...event, ...found }] : []
  })
}

/** Who is limited to some resources is told of tickets about those, and of those that they asked for. */
const isBeyondLimit = ({ entity, requesterId }: TicketEvent, { resourceLimit, userId }: Person): boolean =>
  resourceLimit !== null && requesterId !== userId && !(entity && isWithinLimit(resourceLimit, entity))

/** Users by the ticket that they commented on, or follow. */
async function findWatchers(transaction: Transaction, events: TicketEvent[]): Promise<Map<string, Set<string>>> {
  const watchers = await readCommentersForAllCustomers(transaction, events)
  for (const [ticketId, followers] of await findTicketFollowers(transaction, events))
    watchers.set(ticketId, new Set([...(watchers.get(ticketId) ?? []), ...followers]))
  return watchers
}

function partsOf(event: TicketEvent, person: Person, isWatcher: boolean): Set<Part> {
  const parts = new Set<Part>()
  const isOwn = person.customerId === event.customerId
  if (event.requesterId === person.userId || (isOwn && event.requesterEmail === person.email.toLowerCase())) parts.add('requester')
  if (event.assigneeUserId === person.userId) parts.add('assignee')
  if (isWatcher) parts.add('watcher')
  if (event.namedUserIds.includes(person.userId)) parts.add('named')
  return parts
}

/** Requesters without an account get the opening and what follows that the customer may read, unless their address gets it already. */
function findRequestersWithoutAccount(events: TicketEvent[], mailed: Notified<TicketEvent>[]): Notified<TicketEvent>[] {
  const keyOf = (event: TicketEvent, { email }: Recipient) => `${event.eventId} ${email?.toLowerCase()}`
  const reached = new Set(mailed.map(({ recipient, event }) => keyOf(event, recipient)))
  return keepMostImportant(events.filter(isForRequesterWithoutAccount)).flatMap((event) => {
    const recipient = event.requesterWithoutAccount
    return recipient && !reached.has(keyOf(event, recipient)) ? [{ recipient, event }] : []
  })
}

/** What happens to tickets. */
export const ticketTopic: EventTopic<TicketEvent> = {
  load,
  async findAudience(transaction, events) {
    const watchers = await findWatchers(transaction, events)
    const involved = events.flatMap(({ namedUserIds, requesterId, assigneeUserId }) => [
      ...namedUserIds,
      requesterId ?? [],
      assigneeUserId ?? [],
    ])
    return {
      chosenKinds: ['created', 'opened_by_monitoring'],
      userIds: [...involved.flat(), ...[...watchers.values()].flatMap((ids) => [...ids])],
      emails: events.flatMap(({ requesterEmail }) => requesterEmail ?? []),
      channelsFor: (event, person, reader) =>
        isBeyondLimit(event, person)
          ? noChannels
          : channelsFor(event, partsOf(event, person, watchers.get(event.ticketId)?.has(person.userId) ?? false), reader),
    }
  },
  select: keepMostImportant,
  findOthers: findRequestersWithoutAccount,
  notificationOf(event) {
    const { ticketId, commentId, subject, details } = event
    const kind = notificationKindOf(event)
    return { kind, subject, ticketId, commentId, details, isRolledUp: kind === 'opened_by_monitoring' }
  },
  mailKeyOf: ticketMailKey,
  mailOf: ticketMailOf,
  webhookMessageOf({ eventId, customerId, customerName, ticketId, kind, actorType, actorName, commentId, commentBody, ...event }) {
    const { at, subject, status, priority, source, details } = event
    return {
      kind,
      ticketId,
      body: {
        type: `ticket.${kind}`,
        timestamp: at.toISOString(),
        data: {
          eventId,
          customer: { customerId, name: customerName },
          ticket: { ticketId, subject, status, priority, source },
          actor: { type: actorType, name: actorName },
          private: event.private,
          comment: commentId === null ? null : { commentId, body: commentBody },
          details,
        },
      },
    }
  },
}
