import {
  type Branding,
  noBranding,
  readBrandingForAllCustomers,
  readPictureForAllCustomers,
} from '#server/platform/branding/branding-table.ts'
import { logoId } from '#server/platform/branding/mail-brand.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { MailAttachment } from '#server/platform/mail/compose-mail.ts'

const source = `src="cid:${logoId}"`

/** The logo that a mail shows, as a part of it; empty where it shows none. */
export async function logoFor(transaction: Transaction, html: string): Promise<MailAttachment[]> {
  if (!html.includes(source)) return []
  const logo = await readPictureForAllCustomers(transaction, 'logo')
  return logo ? [{ name: 'logo.png', contentType: 'image/png', content: logo.content, cid: logoId }] : []
}

/** How the sender signs a mail, and the logo in it. Other channels have neither. */
export async function signingOf(
  transaction: Transaction,
  { html }: { html: string },
  isMail: boolean,
): Promise<{ branding: Branding; logo: MailAttachment[] }> {
  if (!isMail) return { branding: noBranding, logo: [] }
  return { branding: await readBrandingForAllCustomers(transaction), logo: await logoFor(transaction, html) }
}

/** The mail with its logo in it, for a page that may fetch nothing. */
export async function withLogoInside(transaction: Transaction, html: string): Promise<string> {
  const [logo] = await logoFor(transaction, html)
  return logo ? html.replaceAll(source, () => `src="data:image/png;base64,${logo.content.toString('base64')}"`) : html
}
