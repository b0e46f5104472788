import type { Language } from '@vakt/contract/session.ts'
import type { TicketStatus } from '@vakt/contract/tickets.ts'
import { formatMoment } from '@vakt/domain/format-moment.ts'
import { ticketUrl } from '#server/features/deliveries/portal-links.ts'
import {
  finishMail,
  linesOf,
  type MailBlock,
  type MailLine,
  type MailReader,
  type RenderedMail,
} from '#server/features/deliveries/render-mail.ts'
import { type TicketMailKind, type TicketMailTexts, ticketMailTexts } from './ticket-mail.texts.ts'

/** What a mail about a ticket is made from; all of it as people wrote it. */
export type MailAbout = {
  kind: TicketMailKind
  customerId: string
  customerName: string
  ticketId: string
  subject: string
  status: string
  priority: number
  private: boolean
  actorName: string
  /** The comment, or what the ticket says; null when there is none to show. */
  body: string | null
  systemText: string | null
  systemTicketId?: string | null
  details: { before?: string; after?: string; target?: string; dueAt?: string }
}

const longestBody = 5000
const statusText = (words: TicketMailTexts, status: string) => words.statuses[status as TicketStatus] ?? status

function factsOf(words: TicketMailTexts, reader: Omit<MailReader, 'origin'>, about: MailAbout): [string, string][] {
  const { before, after, target, dueAt } = about.details
  const promised = target && words.target[target as keyof TicketMailTexts['target']]
  const due = dueAt && formatMoment(dueAt, reader)
  return [
    ...(promised && due ? [[promised, `${words.dueAt} ${due}`] as [string, string]] : []),
    [words.customer, about.customerName],
    [
      words.status,
      before && after ? words.became(statusText(words, before), statusText(words, after)) : statusText(words, after ?? about.status),
    ],
    [words.priority, words.priorities[about.priority - 1] ?? String(about.priority)],
  ]
}

/** All mails of a ticket have the same, so that they stay together. */
export const ticketMailSubject = ({ ticketId, subject }: { ticketId: string; subject: string }) => `[#${ticketId}] ${subject}`

export const severalOpenedSubject = (tickets: number, customerName: string, language: Language) =>
  ticketMailTexts[language].severalSubject(tickets, customerName)

/** The mail about one ticket. */
export function renderTicketMail(about: MailAbout, { language, timeZone, origin, hasAccount = true }: MailReader): RenderedMail {
  const words = ticketMailTexts[language]
  const headline = about.kind === 'created' && !hasAccount ? words.openedForYou : words.headline[about.kind]
  const whole = (about.systemText && words.systemTexts[about.systemText]?.(about.systemTicketId ?? '')) || (about.body?.trim() ?? '')
  const body = whole.length > longestBody ? `${whole.slice(0, longestBody).toWellFormed()}…` : whole
  const blocks: MailBlock[] = [
    { type: 'headline', text: headline(about.actorName), over: words.ticket(about.ticketId) },
    { type: 'title', text: about.subject },
    ...(about.private ? [{ type: 'notice', text: words.internal } as const] : []),
    ...(body ? [{ type: 'written', text: body, sayPicture: (name: string) => words.picture(name) } as const] : []),
    ...(body !== whole && hasAccount ? [{ type: 'text', text: words.cut } as const] : []),
    { type: 'facts', facts: factsOf(words, { language, timeZone }, about) },
    ...(hasAccount ? [{ type: 'button', text: words.open, url: ticketUrl(origin, about) } as const] : []),
  ]
  return finishMail(ticketMailSubject(about), blocks, { language, origin, hasAccount })
}

/** One mail about tickets that monitoring opened together. */
export function renderSeveralOpened(
  tickets: MailLine[],
  { language, origin, customerName }: { language: Language; origin: string; customerName: string },
): RenderedMail {
  const words = ticketMailTexts[language]
  const blocks: MailBlock[] = [
    { type: 'headline', text: words.severalOpened(tickets.length), over: customerName },
    ...linesOf(tickets, { language, origin }),
  ]
  return finishMail(severalOpenedSubject(tickets.length, customerName, language), blocks, { language, origin })
}
