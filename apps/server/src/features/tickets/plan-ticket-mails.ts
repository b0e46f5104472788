import { notificationKindOf } from '@vakt/domain/ticket-notification.ts'
import type { PlannedMail } from '#server/features/deliveries/plan-deliveries.ts'
import type { Notified } from '#server/features/events/event-topic.ts'
import { renderSeveralOpened, renderTicketMail, severalOpenedSubject, ticketMailSubject } from './render-ticket-mail.ts'
import type { TicketEvent } from './ticket-topic.ts'

/** Tickets that monitoring opened together at one customer are one mail for each reader. */
const groupKey = ({ recipient, event }: Notified<TicketEvent>) =>
  `${recipient.userId} ${notificationKindOf(event) === 'opened_by_monitoring' ? event.customerId : event.eventId}`

function bodyOf(event: TicketEvent): string | null {
  if (event.commentId !== null) return event.commentBody
  return ['created', 'mentioned', 'assigned'].includes(event.kind) ? event.description : null
}

function planOne([first, ...others]: Notified<TicketEvent>[], origin: string): PlannedMail | [] {
  if (!first) return []
  const { recipient, event } = first
  const kind = notificationKindOf(event)
  const { language, timeZone } = recipient
  const { customerId, customerName, ticketId, eventId } = event
  const plan = { recipient, customerId, ticketId, eventId, kind, private: event.private }
  const tickets = [event, ...others.map((one) => one.event)]
  if (others.length > 0)
    return {
      ...plan,
      subject: severalOpenedSubject(tickets.length, customerName, language),
      conversation: null,
      render: () => renderSeveralOpened(tickets, { language, origin, customerName }),
    }
  const reader = { language, timeZone, origin, hasAccount: recipient.userId !== null }
  return {
    ...plan,
    subject: ticketMailSubject(event),
    conversation: `ticket-${ticketId}`,
    render: () => renderTicketMail({ ...event, kind, body: bodyOf(event) }, reader),
  }
}

export const planTicketMails = (notified: Notified<TicketEvent>[], origin: string): PlannedMail[] =>
  [...Map.groupBy(notified, groupKey).values()].flatMap((group) => planOne(group, origin))
