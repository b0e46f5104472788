import type { TicketStatus } from '@vakt/contract/tickets/tickets.ts'
import { formatMoment } from '@vakt/domain/format-moment.ts'
import { notificationKindOf } from '@vakt/domain/ticket-notification.ts'
import type { Block } from '#server/features/deliveries/message.ts'
import { ticketUrl } from '#server/features/deliveries/portal-links.ts'
import { linesOf, type MailReader } from '#server/features/deliveries/render-mail.ts'
import type { TopicMail } from '#server/features/events/event-topic.ts'
import { type TicketMailTexts, ticketMailTexts } from './ticket-mail.texts.ts'
import type { TicketEvent } from './ticket-topic.ts'

const longestBody = 5000
const statusText = (words: TicketMailTexts, status: string) => words.statuses[status as TicketStatus] ?? status

/** Of a target of the service level: whether its time was up when it was noted. */
const isMissed = ({ details: { dueAt }, at }: TicketEvent): boolean => dueAt !== undefined && Date.parse(dueAt) <= at.getTime()

function factsOf(event: TicketEvent, reader: MailReader): [string, string][] {
  const words = ticketMailTexts[reader.language]
  const { details, customerName, status, priority } = event
  const { before, after, target, dueAt } = details
  const due = isMissed(event) ? words.missedSince : words.dueAt
  return [
    ...(target && dueAt ? [[words.target[target], `${due} ${formatMoment(dueAt, reader)}`] as [string, string]] : []),
    [words.customer, customerName],
    [
      words.status,
      before && after ? words.became(statusText(words, before), statusText(words, after)) : statusText(words, after ?? status),
    ],
    [words.priority, words.priorities[priority - 1] ?? String(priority)],
  ]
}

/** The comment, or what the ticket says. */
function bodyOf(event: TicketEvent, words: TicketMailTexts): string {
  const bySystem = event.systemText && words.systemTexts[event.systemText]?.(event.systemTicketId ?? '')
  const isAboutTicket = event.commentId === null && ['created', 'mentioned', 'assigned'].includes(event.kind)
  return bySystem || (isAboutTicket ? event.description : (event.commentBody ?? '')).trim()
}

function blocksOf(event: TicketEvent, reader: MailReader): Block[] {
  const words = ticketMailTexts[reader.language]
  const { origin, hasAccount } = reader
  const kind = notificationKindOf(event)
  const headline =
    kind === 'created' && !hasAccount
      ? words.openedForYou
      : words.headline[kind === 'service_level_warning' && isMissed(event) ? 'service_level_missed' : kind]
  const whole = bodyOf(event, words)
  const body = whole.length > longestBody ? `${whole.slice(0, longestBody).toWellFormed()}…` : whole
  return [
    { type: 'headline', text: headline(event.actorName), over: words.ticket(event.ticketId) },
    { type: 'title', text: event.subject },
    ...(event.private ? [{ type: 'notice', text: words.internal } as const] : []),
    ...(body ? [{ type: 'written', text: body, sayPicture: (name: string) => words.picture(name) } as const] : []),
    ...(body !== whole && hasAccount ? [{ type: 'text', text: words.cut } as const] : []),
    { type: 'facts', facts: factsOf(event, reader) },
    ...(hasAccount ? [{ type: 'button', text: words.open, url: ticketUrl(origin, event) } as const] : []),
  ]
}

/** Tickets that monitoring opened together at one customer are one mail. */
export const ticketMailKey = (event: TicketEvent): string =>
  notificationKindOf(event) === 'opened_by_monitoring' ? event.customerId : event.eventId

export function ticketMailOf([event, ...others]: [TicketEvent, ...TicketEvent[]], reader: MailReader): TopicMail {
  const words = ticketMailTexts[reader.language]
  const { ticketId, subject, customerName } = event
  const kind = notificationKindOf(event)
  const tickets = [event, ...others]
  if (others.length > 0)
    return {
      ticketId,
      kind,
      subject: words.severalSubject(tickets.length, customerName),
      blocks: () => [{ type: 'headline', text: words.severalOpened(tickets.length), over: customerName }, ...linesOf(tickets, reader)],
    }
  // All mails of a ticket have the same subject, so that they stay together.
  return { ticketId, kind, subject: `[#${ticketId}] ${subject}`, conversation: `ticket-${ticketId}`, blocks: () => blocksOf(event, reader) }
}
