import { channelsForIncident, channelsForReminder, incidentKindOf } from '@vakt/domain/incident-notification.ts'
import { noChannels } from '@vakt/domain/notification-reader.ts'
import type { EventTopic, LoggedEvent } from '#server/features/events/event-topic.ts'
import type { EventTypes } from '#server/features/events/note-event.ts'
import { findIncidentFollowers } from '#server/features/follows/find-followers.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { incidentMailOf } from './incident-mail.ts'
import { readMuting } from './muted-incidents.ts'
import { type IncidentFacts, readIncidentFactsForAllCustomers } from './notified-incident-table.ts'

export type IncidentEvent = LoggedEvent & IncidentFacts & { kind: EventTypes['incident']['kind'] }

const isOutdated = ({ kind, isResolved }: IncidentEvent) => kind === 'reminded' && isResolved

async function load(transaction: Transaction, logged: LoggedEvent[]): Promise<IncidentEvent[]> {
  const facts = await readIncidentFactsForAllCustomers(transaction, logged)
  return logged.flatMap((event) => {
    const found = facts.get(event.subjectId)
    if (!found) return []
    const { severity = found.severity } = event.details as EventTypes['incident']['details']
    const loaded = { ...event, ...found, severity, kind: event.kind as IncidentEvent['kind'] }
    return isOutdated(loaded) ? [] : [loaded]
  })
}

/** What happens to incidents. */
export const incidentTopic: EventTopic<IncidentEvent> = {
  load,
  async findAudience(transaction, events) {
    const followers = await findIncidentFollowers(transaction, events)
    const muting = await readMuting(transaction, events)
    const named = events.flatMap(({ namedUserIds }) => namedUserIds)
    return {
      userIds: [...named, ...muting.userIds, ...[...followers.values()].flatMap((ids) => [...ids])],
      channelsFor(event, { userId }, reader) {
        const { kind } = event
        if (kind === 'reminded') return event.namedUserIds.includes(userId) ? channelsForReminder(reader) : noChannels
        const mute = muting.muteOf(userId, event)
        if (mute === 'muted') return noChannels
        const isFollower = mute === 'ends' || (followers.get(event.incidentId)?.has(userId) ?? false)
        return channelsForIncident({ ...event, kind }, reader, isFollower)
      },
    }
  },
  notificationOf: ({ incidentId, kind, title, severity }) => ({
    kind: incidentKindOf(kind),
    subject: title,
    incidentId,
    details: { severity },
    isRolledUp: true,
  }),
  // What happened to several incidents of a customer at once is one mail.
  mailKeyOf: ({ customerId, kind }) => `${customerId} ${kind}`,
  mailOf: incidentMailOf,
}
