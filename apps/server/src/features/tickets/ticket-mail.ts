import { notificationKindOf } from '@vakt/domain/ticket-notification.ts'
import type { Recipient } from '#server/features/deliveries/recipients.ts'
import type { TopicMail } from '#server/features/events/event-topic.ts'
import { renderSeveralOpened, renderTicketMail, severalOpenedSubject, ticketMailSubject } from './render-ticket-mail.ts'
import type { TicketEvent } from './ticket-topic.ts'

/** Tickets that monitoring opened together at one customer are one mail. */
export const ticketMailKey = (event: TicketEvent): string =>
  notificationKindOf(event) === 'opened_by_monitoring' ? event.customerId : event.eventId

function bodyOf(event: TicketEvent): string | null {
  if (event.commentId !== null) return event.commentBody
  return ['created', 'mentioned', 'assigned'].includes(event.kind) ? event.description : null
}

export function ticketMailOf([event, ...others]: [TicketEvent, ...TicketEvent[]], recipient: Recipient, origin: string): TopicMail {
  const { language, timeZone, userId } = recipient
  const { ticketId, customerName } = event
  const kind = notificationKindOf(event)
  const tickets = [event, ...others]
  if (others.length > 0)
    return {
      ticketId,
      kind,
      subject: severalOpenedSubject(tickets.length, customerName, language),
      conversation: null,
      render: () => renderSeveralOpened(tickets, { language, origin, customerName }),
    }
  return {
    ticketId,
    kind,
    subject: ticketMailSubject(event),
    conversation: `ticket-${ticketId}`,
    render: () => renderTicketMail({ ...event, kind, body: bodyOf(event) }, { language, timeZone, origin, hasAccount: userId !== null }),
  }
}
