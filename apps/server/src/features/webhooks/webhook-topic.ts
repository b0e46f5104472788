import { noChannels } from '@vakt/domain/notification-reader.ts'
import { channelsOf } from '@vakt/domain/ticket-notification.ts'
import type { EventTopic, LoggedEvent } from '#server/features/events/event-topic.ts'
import { webhookMailTexts } from './webhook-mail.texts.ts'
import { readNamedWebhooksForAllCustomers } from './webhook-table.ts'

type WebhookNotice = LoggedEvent & { name: string; host: string }

const kind = 'webhook_switched_off'

/** What happens to webhooks: staff are notified of those that were switched off for failing. */
export const webhookTopic: EventTopic<WebhookNotice> = {
  async load(transaction, logged) {
    const webhooks = await readNamedWebhooksForAllCustomers(transaction, logged)
    return logged.flatMap((event) => {
      const found = webhooks.get(event.subjectId)
      return found ? [{ ...event, ...found }] : []
    })
  },
  findAudience: async () => ({
    userIds: [],
    channelsFor: (_event, _person, reader) => (reader.isStaff ? channelsOf(kind, reader) : noChannels),
  }),
  notificationOf: ({ name }) => ({ kind, subject: name }),
  mailOf([{ name, host, customerId, customerName }], { language, origin }) {
    const words = webhookMailTexts[language]
    return {
      kind,
      subject: words.subject(name, customerName),
      isAnswerable: false,
      blocks: () => [
        { type: 'headline', text: words.headline, over: customerName },
        { type: 'title', text: name },
        { type: 'text', text: words.text },
        {
          type: 'facts',
          facts: [
            [words.customer, customerName],
            [words.receiver, host],
          ],
        },
        { type: 'button', text: words.open, url: `${origin}/admin/webhooks?customer=${encodeURIComponent(customerId)}` },
      ],
    }
  },
}
