import { noChannels } from '@vakt/domain/notification-reader.ts'
import { channelsOf } from '@vakt/domain/ticket-notification.ts'
import type { EventTopic, LoggedEvent } from '#server/features/events/event-topic.ts'
import { renderWebhookMail } from './render-webhook-mail.ts'
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
  mailOf([webhook], { language }, origin) {
    const mail = renderWebhookMail(webhook, { language, origin })
    return { kind, subject: mail.subject, conversation: null, render: () => mail }
  },
}
