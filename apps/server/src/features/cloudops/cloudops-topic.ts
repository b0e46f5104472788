import { noChannels } from '@vakt/domain/notification-reader.ts'
import { channelsOf } from '@vakt/domain/ticket-notification.ts'
import type { EventTopic } from '#server/features/events/event-topic.ts'
import { type CloudOpsEvent, cloudOpsMailOf, notifiedKindOf } from './cloudops-mail.ts'
import { readLookingAfterForAllCustomers } from './cloudops-table.ts'

/** What Vakt does to CloudOps services by itself: those who may change them are notified, of the customer and of the provider. */
export const cloudOpsTopic: EventTopic<CloudOpsEvent> = {
  load: async (_transaction, logged) => logged as CloudOpsEvent[],
  findAudience: async (transaction, events) => ({
    userIds: await readLookingAfterForAllCustomers(transaction, [...new Set(events.map(({ customerId }) => customerId))]),
    channelsFor(_event, _person, reader) {
      const looksAfterIt = (reader.isStaff || reader.belongsToCustomer) && reader.features.has('@feature.myenvironment.write')
      return looksAfterIt && !reader.isDisabled ? channelsOf('cloudops_ended', reader) : noChannels
    },
  }),
  notificationOf: (event) => ({
    kind: notifiedKindOf(event),
    subject: event.details.name,
    details: { cloudOpsEntityId: event.subjectId },
    isRolledUp: true,
  }),
  mailKeyOf: ({ customerId, kind }) => `${customerId} ${kind}`,
  mailOf: cloudOpsMailOf,
}
