import { noChannels } from '@vakt/domain/notification-reader.ts'
import type { EventTopic, LoggedEvent } from '#server/features/events/event-topic.ts'
import type { EventTypes } from '#server/features/events/note-event.ts'
import { readWindowReasonsForAllCustomers } from './notice-table.ts'
import { windowMailOf } from './window-mail.ts'

export type WindowNotice = LoggedEvent & {
  kind: EventTypes['service_window']['kind']
  reason: string
  details: EventTypes['service_window']['details']
}

/** What happens to service windows: the people who were chosen are notified by mail and in the portal, as long as they may see the window. */
export const windowTopic: EventTopic<WindowNotice> = {
  async load(transaction, logged) {
    const reasons = await readWindowReasonsForAllCustomers(transaction, logged)
    return logged.flatMap((event) => {
      const reason = reasons.get(event.subjectId)
      return reason === undefined
        ? []
        : [{ ...event, kind: event.kind as WindowNotice['kind'], details: event.details as WindowNotice['details'], reason }]
    })
  },
  findAudience: async (_transaction, events) => ({
    userIds: events.flatMap(({ namedUserIds }) => namedUserIds),
    channelsFor({ namedUserIds, actorUserId }, { userId }, reader) {
      const maySee = (reader.isStaff || reader.belongsToCustomer) && reader.features.has('@feature.servicewindow.read')
      if (reader.isDisabled || !maySee || actorUserId === userId || !namedUserIds.includes(userId)) return noChannels
      return { byMail: true, inPortal: true }
    },
  }),
  notificationOf: ({ reason, kind, subjectId }) => ({
    kind: 'service_window',
    subject: reason,
    details: { serviceWindow: { serviceWindowId: subjectId, what: kind } },
  }),
  mailOf: ([event], reader) => windowMailOf(event, reader),
}
