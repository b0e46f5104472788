import { noChannels } from '@vakt/domain/notification-reader.ts'
import type { EventTopic, LoggedEvent } from '#server/features/events/event-topic.ts'
import type { EventTypes } from '#server/features/events/note-event.ts'
import { onCallMailOf } from './on-call-mail.ts'

export type OnCallEvent = LoggedEvent & { kind: EventTypes['on_call']['kind']; details: EventTypes['on_call']['details'] }

/** Swaps of shifts go to the two people, gaps to all staff: by mail and in the portal. */
export const onCallTopic: EventTopic<OnCallEvent> = {
  load: async (_transaction, logged) =>
    logged.map((event) => ({ ...event, kind: event.kind as OnCallEvent['kind'], details: event.details as OnCallEvent['details'] })),
  findAudience: async (_transaction, events) => ({
    userIds: events.flatMap(({ namedUserIds }) => namedUserIds),
    channelsFor({ kind, namedUserIds, actorUserId }, { userId }, reader) {
      const isConcerned = kind === 'gap' || namedUserIds.includes(userId)
      if (reader.isDisabled || !reader.isStaff || actorUserId === userId || !isConcerned) return noChannels
      return { byMail: true, inPortal: true }
    },
  }),
  notificationOf: ({ kind, details }) => ({ kind: 'on_call', subject: details.schedule, details: { onCall: kind } }),
  mailOf: ([event], reader) => onCallMailOf(event, reader),
}
