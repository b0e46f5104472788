import type { IncidentEventKind } from '@vakt/contract/notifications/notifications.ts'
import { channelsForIncident, channelsForReminder, incidentKindOf } from '@vakt/domain/incident-notification.ts'
import { noChannels, type Reader } from '@vakt/domain/notification-reader.ts'
import { isWithinLimit } from '@vakt/domain/resource-limit.ts'
import { isAtLeast } from '@vakt/domain/severity.ts'
import type { EventTopic, LoggedEvent } from '#server/features/events/event-topic.ts'
import type { EventTypes } from '#server/features/events/note-event.ts'
import { findIncidentFollowers } from '#server/features/follows/find-followers.ts'
import { type ContactBook, readContactBook, type ToldOfIncident } from '#server/features/incident-contacts/contact-book.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { incidentMailOf } from './incident-mail.ts'
import { readMuting } from './muted-incidents.ts'
import { type IncidentFacts, readIncidentFactsForAllCustomers } from './notified-incident-table.ts'

type Details = EventTypes['incident']['details']

export type IncidentEvent = LoggedEvent &
  IncidentFacts & {
    kind: IncidentEventKind | 'reminded'
    /** The service window that held it until now; all incidents of the event are one notice. */
    window: NonNullable<Details['window']> | null
    /** The contacts for incidents: of all events, and who is told of this one. */
    book: ContactBook
    told: ToldOfIncident
  }

const isOutdated = ({ kind, isResolved, isMerged }: IncidentFacts & Pick<IncidentEvent, 'kind'>) =>
  isMerged || (kind === 'reminded' && isResolved)

type Part = { event: LoggedEvent; incidentId: string; kind: IncidentEvent['kind'] }

/** What the end of a service window raised is one event about several incidents. */
function partsOf(event: LoggedEvent): Part[] {
  const { opened = [], escalated = [] } = event.details as Details
  if (event.kind !== 'raised') return [{ event, incidentId: event.subjectId, kind: event.kind as IncidentEvent['kind'] }]
  const parts = (incidentIds: string[], kind: 'opened' | 'escalated') => incidentIds.map((incidentId) => ({ event, incidentId, kind }))
  return [...parts(opened, 'opened'), ...parts(escalated, 'escalated')]
}

const bySeverity = (a: IncidentEvent, b: IncidentEvent) =>
  Number(isAtLeast(b.severity, a.severity)) - Number(isAtLeast(a.severity, b.severity))

async function load(transaction: Transaction, logged: LoggedEvent[]): Promise<IncidentEvent[]> {
  const parts = logged.flatMap(partsOf)
  const subjects = parts.map(({ event: { customerId }, incidentId }) => ({ customerId, subjectId: incidentId }))
  const facts = await readIncidentFactsForAllCustomers(transaction, subjects)
  const book = await readContactBook(
    transaction,
    logged.map(({ customerId }) => customerId),
  )
  const loaded = parts.flatMap(({ event, incidentId, kind }) => {
    const found = facts.get(incidentId)
    if (!found) return []
    const { severity = found.severity, window = null } = event.details as Details
    if (isOutdated({ ...found, kind })) return []
    // Who was told that it opened is told that it is resolved, whatever the hour.
    const at = kind === 'resolved' ? found.openedAt : event.at
    const told = book.toldOf(event.customerId, { severity, at: at.getTime() })
    return [{ ...event, ...found, severity, kind, window, book, told }]
  })
  // The worst of a notice first: it stands for the others.
  const notices = Map.groupBy(loaded, ({ eventId }) => eventId)
  return [...notices.values()].flatMap((events) => events.toSorted(bySeverity))
}

/** The notice of the end of the window, which names how many were raised, is sent to them. */
const isInformed = ({ window }: IncidentEvent, reader: Reader) =>
  (window?.informedUserIds.includes(reader.userId) ?? false) && reader.features.has('@feature.servicewindow.read')

/** What happens to incidents. */
export const incidentTopic: EventTopic<IncidentEvent> = {
  load,
  async findAudience(transaction, events) {
    const followers = await findIncidentFollowers(transaction, events)
    const muting = await readMuting(transaction, events)
    const named = events.flatMap(({ namedUserIds }) => namedUserIds)
    return {
      chosenKinds: ['incident_opened', 'incident_escalated', 'incident_resolved'],
      choosesIncidentMail: true,
      userIds: [...named, ...muting.userIds, ...(events[0]?.book.userIds ?? []), ...[...followers.values()].flatMap((ids) => [...ids])],
      channelsFor(event, { userId, resourceLimit }, reader) {
        const { kind } = event
        if (resourceLimit && !isWithinLimit(resourceLimit, { resourceGroup: event.entityResourceGroup, tags: event.entityTags }))
          return noChannels
        if (kind === 'reminded') return event.namedUserIds.includes(userId) ? channelsForReminder(reader) : noChannels
        if (isInformed(event, reader)) return noChannels
        const mute = muting.muteOf(userId, event)
        if (mute === 'muted') return noChannels
        const isFollower = mute === 'ends' || (followers.get(event.incidentId)?.has(userId) ?? false)
        return channelsForIncident({ ...event, kind }, reader, { isFollower, isContact: event.told.isContact(reader) })
      },
    }
  },
  // A reminder is for the user who asked for it.
  findOthers: (events) =>
    events.flatMap((event) => (event.kind === 'reminded' ? [] : event.told.others.map((recipient) => ({ recipient, event })))),
  isUrgent: ({ severity, kind }) => severity === 'critical' && kind !== 'resolved',
  notificationOf: ({ incidentId, kind, title, finding, severity, window }) => ({
    kind: window ? 'incidents_raised' : incidentKindOf(kind),
    subject: title,
    incidentId,
    details: { severity, ...(finding ? { finding } : {}) },
    isRolledUp: !window,
  }),
  chatKindOf: ({ kind }) => incidentKindOf(kind),
  // What happened to several incidents of a customer at once, or was raised by a window, is one mail.
  mailKeyOf: ({ eventId, customerId, kind, window }) => (window ? `raised ${eventId}` : `${customerId} ${kind}`),
  mailOf: incidentMailOf,
}
