import { randomUUID } from 'node:crypto'
import type { WebhookEvent } from '#server/features/events/event-topic.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { insertWebhookDeliveries, readListeningWebhooksForAllCustomers } from './webhook-table.ts'

/** Writes what each webhook that listens is to be sent. Private events go only to webhooks for which staff chose that. */
export async function queueWebhookDeliveries(transaction: Transaction, events: WebhookEvent[], now: Date): Promise<void> {
  const webhooks = await readListeningWebhooksForAllCustomers(transaction, [...new Set(events.map(({ customerId }) => customerId))])
  const deliveries = webhooks.flatMap(({ customerId, webhookId, kinds, withPrivate }) =>
    events
      .filter((event) => event.customerId === customerId && kinds.includes(event.kind) && (withPrivate || !event.private))
      .map(({ eventId, ticketId, kind, body }) => ({
        customerId,
        webhookId,
        messageId: randomUUID(),
        eventId,
        ticketId,
        kind,
        body: JSON.stringify(body),
      })),
  )
  if (deliveries.length > 0) await insertWebhookDeliveries(transaction, null, deliveries, now)
}
