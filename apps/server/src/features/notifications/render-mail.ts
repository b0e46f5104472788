import type { TicketNotificationKind } from '@vakt/contract/notifications.ts'
import type { Language } from '@vakt/contract/session.ts'
import type { TicketStatus } from '@vakt/contract/tickets.ts'
import { formatMoment } from '@vakt/domain/format-moment.ts'
import { type MailTexts, mailTexts } from './mail.texts.ts'
import { layOutMail, type MailBlock } from './mail-layout.ts'

/** What a mail about a ticket is made from; all of it as people wrote it. */
export type MailAbout = {
  kind: TicketNotificationKind
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

/** A ticket, or an incident, in a list of several. */
export type MailLine = { customerId: string; subject: string; ticketId: string | null; incidentId?: string | null }
export type RenderedMail = { subject: string; text: string; html: string }

const longestBody = 5000
/** So many are listed in a mail about several. */
export const maxLines = 25

export const preferencesUrl = (origin: string) => `${origin}/settings/notifications`
const ticketUrl = (origin: string, { customerId, ticketId }: { customerId: string; ticketId: string }) =>
  `${origin}/tickets/${encodeURIComponent(customerId)}/${ticketId}/details`

const statusText = (words: MailTexts, status: string) => words.statuses[status as TicketStatus] ?? status

/** Someone without an account gets no links into the portal. */
type Reader = { language: Language; timeZone: string; hasAccount?: boolean }

function factsOf(words: MailTexts, reader: Reader, about: MailAbout): [string, string][] {
  const { before, after, target, dueAt } = about.details
  const promised = target && words.target[target as keyof MailTexts['target']]
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
  mailTexts[language].severalSubject(tickets, customerName)

/** The mail about one ticket. */
export function renderTicketMail(
  about: MailAbout,
  { language, timeZone, origin, hasAccount = true }: Reader & { origin: string },
): RenderedMail {
  const words = mailTexts[language]
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

export const incidentUrl = (origin: string, { customerId, incidentId }: { customerId: string; incidentId: string }) =>
  `${origin}/incidents/${encodeURIComponent(customerId)}/${incidentId}`

const linkOf = (origin: string, { customerId, ticketId, incidentId, subject }: MailLine) =>
  ticketId
    ? { text: `#${ticketId} ${subject}`, url: ticketUrl(origin, { customerId, ticketId }) }
    : { text: subject, url: incidentUrl(origin, { customerId, incidentId: incidentId ?? '' }) }

/** Says how many more there are, if any. */
export const moreBlock = (rest: number, language: Language): MailBlock[] =>
  rest > 0 ? [{ type: 'text', text: mailTexts[language].more(rest) }] : []

function linesOf(lines: MailLine[], { language, origin, hasAccount = true }: Omit<Reader, 'timeZone'> & { origin: string }): MailBlock[] {
  const links = lines.slice(0, maxLines).map((line) => linkOf(origin, line))
  const shown: MailBlock[] = hasAccount ? [{ type: 'links', links }] : links.map(({ text }) => ({ type: 'text', text }))
  return [...shown, ...moreBlock(lines.length - links.length, language)]
}

/** One mail about tickets that monitoring opened together. */
export function renderSeveralOpened(
  tickets: MailLine[],
  { language, origin, customerName }: { language: Language; origin: string; customerName: string },
): RenderedMail {
  const words = mailTexts[language]
  const blocks: MailBlock[] = [
    { type: 'headline', text: words.severalOpened(tickets.length), over: customerName },
    ...linesOf(tickets, { language, origin }),
  ]
  return finishMail(severalOpenedSubject(tickets.length, customerName, language), blocks, { language, origin })
}

/** One mail about all that the hourly limit held back, `since` the first of them. */
export function renderSummary(
  lines: MailLine[],
  { count, since }: { count: number; since: string },
  { language, timeZone, origin, hasAccount = true }: Reader & { origin: string },
): RenderedMail {
  const words = mailTexts[language]
  const blocks: MailBlock[] = [
    { type: 'headline', text: words.summaryHeadline(count), over: 'Vakt' },
    { type: 'text', text: words.summaryText(formatMoment(since, { language, timeZone })) },
    ...linesOf(lines, { language, origin, hasAccount }),
  ]
  return finishMail(words.summarySubject(count), blocks, { language, origin, hasAccount })
}

/** That another system hears nothing any more, and where to look. */
export function renderWebhookMail(
  webhook: { customerId: string; customerName: string; name: string; host: string },
  { language, origin }: { language: Language; origin: string },
): RenderedMail {
  const words = mailTexts[language]
  const { name, host, customerId, customerName } = webhook
  const blocks: MailBlock[] = [
    { type: 'headline', text: words.headline.webhook_switched_off(), over: customerName },
    { type: 'title', text: name },
    { type: 'text', text: words.webhookText },
    {
      type: 'facts',
      facts: [
        [words.customer, customerName],
        [words.receiver, host],
      ],
    },
    { type: 'button', text: words.openWebhooks, url: `${origin}/admin/webhooks?customer=${encodeURIComponent(customerId)}` },
  ]
  return finishMail(words.webhookSubject(name, customerName), blocks, { language, origin, isAnswerable: false })
}

/** The whole mail; `isAnswerable`: an answer belongs in the ticket. */
export function finishMail(
  subject: string,
  blocks: MailBlock[],
  {
    language,
    origin,
    isAnswerable = true,
    hasAccount = true,
  }: { language: Language; origin: string; isAnswerable?: boolean; hasAccount?: boolean },
): RenderedMail {
  const words = mailTexts[language]
  const footer = hasAccount
    ? { text: isAnswerable ? words.footer : words.footerAlone, link: { text: words.choose, url: preferencesUrl(origin) } }
    : { text: words.footerWithoutAccount, link: null }
  return { subject, ...layOutMail({ language, title: subject, blocks, footer }) }
}
