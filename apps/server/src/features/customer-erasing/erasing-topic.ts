import { isGlobalAdmin } from '@vakt/domain/access.ts'
import { formatMoment } from '@vakt/domain/format-moment.ts'
import { noChannels } from '@vakt/domain/notification-reader.ts'
import { leavingCustomerUrl } from '#server/features/deliveries/portal-links.ts'
import type { EventTopic, LoggedEvent } from '#server/features/events/event-topic.ts'
import type { EventTypes } from '#server/features/events/note-event.ts'
import { erasingMailTexts } from './erasing-mail.texts.ts'

type ErasingEvent = LoggedEvent & { details: EventTypes['customer']['details'] }

/** That a closed customer is erased soon goes to administrators of the provider: by mail and in the portal. */
export const erasingTopic: EventTopic<ErasingEvent> = {
  load: async (_transaction, logged) => logged.map((event) => ({ ...event, details: event.details as ErasingEvent['details'] })),
  findAudience: async () => ({
    userIds: [],
    channelsFor: (_event, person, reader) => (!reader.isDisabled && isGlobalAdmin(person) ? { byMail: true, inPortal: true } : noChannels),
  }),
  notificationOf: ({ subjectId, details }) => ({
    kind: 'customer_erasing',
    subject: details.name,
    details: { leavingCustomerId: subjectId },
  }),
  mailOf([{ subjectId, details }], { language, timeZone, origin }) {
    const words = erasingMailTexts[language]
    const subject = words.subject(details.name, details.days)
    return {
      kind: 'customer_erasing',
      subject,
      isAnswerable: false,
      conversation: `customer-erasing-${subjectId}`,
      blocks: () => [
        { type: 'headline', text: subject, over: details.name },
        { type: 'text', text: words.text(details.name, formatMoment(details.erasesAt, { language, timeZone })) },
        { type: 'text', text: words.next },
        { type: 'button', text: words.open, url: leavingCustomerUrl(origin, subjectId) },
      ],
    }
  },
}
