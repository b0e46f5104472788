import type { Language } from '@vakt/contract/users/session.ts'
import { type Branding, noBranding } from '#server/platform/branding/branding-table.ts'
import { mailBrandOf } from '#server/platform/branding/mail-brand.ts'
import { mailTexts } from './mail.texts.ts'
import { layOutMail } from './mail-layout.ts'
import type { Block, Message } from './message.ts'
import { incidentUrl, preferencesUrl, ticketUrl } from './portal-links.ts'
import type { Recipient } from './recipients.ts'
import { stopUrl } from './stop-link.ts'

/** Someone without an account gets no links into the portal. */
export type MailReader = {
  language: Language
  timeZone: string
  origin: string
  hasAccount: boolean
  /** Where a contact without an account stops the mails. */
  stopUrl?: string | null
}

export const mailReaderOf = ({ language, timeZone, userId, contact }: Recipient, origin: string): MailReader => ({
  language,
  timeZone,
  origin,
  hasAccount: userId !== null,
  stopUrl: contact ? stopUrl(origin, contact) : null,
})

/** A ticket, or an incident, in a list of several. */
export type MailLine = { customerId: string; subject: string; ticketId: string | null; incidentId?: string | null }

/** Of tickets or incidents in one mail. */
export const maxLines = 25

const linkOf = (origin: string, { customerId, ticketId, incidentId, subject }: MailLine) =>
  ticketId
    ? { text: `#${ticketId} ${subject}`, url: ticketUrl(origin, { customerId, ticketId }) }
    : { text: subject, url: incidentUrl(origin, { customerId, incidentId: incidentId ?? '' }) }

/** Says how many more there are, if any. */
export const moreBlock = (rest: number, language: Language): Block[] =>
  rest > 0 ? [{ type: 'text', text: mailTexts[language].more(rest) }] : []

/** The links to them, or only their subjects for someone without an account. */
export function linesOf(lines: MailLine[], { language, origin, hasAccount }: MailReader): Block[] {
  const links = lines.slice(0, maxLines).map((line) => linkOf(origin, line))
  const shown: Block[] = hasAccount ? [{ type: 'links', links }] : links.map(({ text }) => ({ type: 'text', text }))
  return [...shown, ...moreBlock(lines.length - links.length, language)]
}

export function renderMail(
  { subject, blocks, isAnswerable = true }: Message,
  { language, origin, hasAccount, stopUrl }: MailReader,
  branding: Branding = noBranding,
): { text: string; html: string } {
  const words = mailTexts[language]
  const brand = mailBrandOf(branding)
  const below = hasAccount
    ? { text: isAnswerable ? words.footer : words.footerAlone, link: { text: words.choose, url: preferencesUrl(origin) } }
    : {
        text: isAnswerable && !stopUrl ? words.footerWithoutAccount : words.footerAlone,
        link: stopUrl ? { text: words.stop, url: stopUrl } : null,
      }
  const links = brand.links.map(({ kind, text, url }) => {
    const isSupport = kind === 'support'
    return { text: isSupport ? words.support(text) : text, plain: isSupport ? words.support(text) : url, url }
  })
  const footer = { ...below, links, poweredBy: brand.showsVakt ? words.poweredBy : null }
  return layOutMail({ language, title: subject, blocks: blocks(), footer, brand })
}
