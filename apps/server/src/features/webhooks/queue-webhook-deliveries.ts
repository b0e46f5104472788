import { randomUUID } from 'node:crypto'
import type { TicketEventKind } from '@vakt/contract/ticket-events.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { insertWebhookDeliveries, readListeningWebhooksForAllCustomers } from './webhook-table.ts'

/** What happened to a ticket, with what the ticket says now. */
export type WebhookEvent = {
  eventId: string
  customerId: string
  customerName: string
  ticketId: string
  kind: TicketEventKind
  at: Date
  private: boolean
  actorType: 'user' | 'system'
  actorName: string
  details: object
  subject: string
  status: string
  priority: number
  source: string
  commentId: string | null
  commentBody: string | null
}

const bodyOf = (event: WebhookEvent): string =>
  JSON.stringify({
    type: `ticket.${event.kind}`,
    timestamp: event.at.toISOString(),
    data: {
      eventId: event.eventId,
      customer: { customerId: event.customerId, name: event.customerName },
      ticket: {
        ticketId: event.ticketId,
        subject: event.subject,
        status: event.status,
        priority: event.priority,
        source: event.source,
      },
      actor: { type: event.actorType, name: event.actorName },
      private: event.private,
      comment: event.commentId === null ? null : { commentId: event.commentId, body: event.commentBody },
      details: event.details,
    },
  })

/** Writes what each webhook that listens is to be sent. What is private goes to those only for which staff chose it. */
export async function queueWebhookDeliveries(transaction: Transaction, events: WebhookEvent[], now: Date): Promise<void> {
  const webhooks = await readListeningWebhooksForAllCustomers(transaction, [...new Set(events.map(({ customerId }) => customerId))])
  const deliveries = webhooks.flatMap(({ customerId, webhookId, kinds, withPrivate }) =>
    events
      .filter((event) => event.customerId === customerId && kinds.includes(event.kind) && (withPrivate || !event.private))
      .map((event) => ({
        customerId,
        webhookId,
        messageId: randomUUID(),
        eventId: event.eventId,
        ticketId: event.ticketId,
        kind: event.kind,
        body: bodyOf(event),
      })),
  )
  if (deliveries.length > 0) await insertWebhookDeliveries(transaction, null, deliveries, now)
}
