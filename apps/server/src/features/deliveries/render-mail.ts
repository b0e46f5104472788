import type { Language } from '@vakt/contract/session.ts'
import { formatMoment } from '@vakt/domain/format-moment.ts'
import { mailTexts } from './mail.texts.ts'
import { layOutMail, type MailBlock } from './mail-layout.ts'
import { incidentUrl, preferencesUrl, ticketUrl } from './portal-links.ts'

export type { MailBlock }

/** A ticket, or an incident, in a list of several. */
export type MailLine = { customerId: string; subject: string; ticketId: string | null; incidentId?: string | null }
export type RenderedMail = { subject: string; text: string; html: string }

/** Of tickets or incidents in one mail. */
export const maxLines = 25

/** Someone without an account gets no links into the portal. */
export type MailReader = { language: Language; timeZone: string; origin: string; hasAccount?: boolean }

const linkOf = (origin: string, { customerId, ticketId, incidentId, subject }: MailLine) =>
  ticketId
    ? { text: `#${ticketId} ${subject}`, url: ticketUrl(origin, { customerId, ticketId }) }
    : { text: subject, url: incidentUrl(origin, { customerId, incidentId: incidentId ?? '' }) }

/** Says how many more there are, if any. */
export const moreBlock = (rest: number, language: Language): MailBlock[] =>
  rest > 0 ? [{ type: 'text', text: mailTexts[language].more(rest) }] : []

/** The links to them, or only their subjects for someone without an account. */
export function linesOf(lines: MailLine[], { language, origin, hasAccount = true }: Omit<MailReader, 'timeZone'>): MailBlock[] {
  const links = lines.slice(0, maxLines).map((line) => linkOf(origin, line))
  const shown: MailBlock[] = hasAccount ? [{ type: 'links', links }] : links.map(({ text }) => ({ type: 'text', text }))
  return [...shown, ...moreBlock(lines.length - links.length, language)]
}

/** One mail about all that the hourly limit held back, `since` the first of them. */
export function renderSummary(
  lines: MailLine[],
  { count, since }: { count: number; since: string },
  { language, timeZone, origin, hasAccount = true }: MailReader,
): RenderedMail {
  const words = mailTexts[language]
  const blocks: MailBlock[] = [
    { type: 'headline', text: words.summaryHeadline(count), over: 'Vakt' },
    { type: 'text', text: words.summaryText(formatMoment(since, { language, timeZone })) },
    ...linesOf(lines, { language, origin, hasAccount }),
  ]
  return finishMail(words.summarySubject(count), blocks, { language, origin, hasAccount })
}

/** The whole mail; `isAnswerable` tells the reader to answer in the ticket. */
export function finishMail(
  subject: string,
  blocks: MailBlock[],
  { language, origin, isAnswerable = true, hasAccount = true }: Omit<MailReader, 'timeZone'> & { isAnswerable?: boolean },
): RenderedMail {
  const words = mailTexts[language]
  const footer = hasAccount
    ? { text: isAnswerable ? words.footer : words.footerAlone, link: { text: words.choose, url: preferencesUrl(origin) } }
    : { text: words.footerWithoutAccount, link: null }
  return { subject, ...layOutMail({ language, title: subject, blocks, footer }) }
}
