import { type AccentTones, accentTones } from '@vakt/domain/branding/accent-tones.ts'
import type { MailAddress } from '#server/platform/mail/mail-settings.ts'
import type { Branding } from './branding-table.ts'

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/** Whether the mail server sends from this address: one of the domain of MAIL_FROM, or that very mailbox where it `isFixed`. */
export const maySendFrom = (address: string, from: MailAddress, isFixed: boolean): boolean =>
  isFixed ? address === from.address : domainOf(address) === domainOf(from.address)

/** Whom mails come from: as chosen, where the mail server sends for it, else as MAIL_FROM says. */
export function senderOf({ name, senderName, senderAddress }: Branding, from: MailAddress, isFixed: boolean): MailAddress {
  const isChosen = senderAddress !== '' && maySendFrom(senderAddress, from, isFixed)
  return { name: senderName || name || from.name, address: isChosen ? senderAddress : from.address }
}

/** What the logo of a mail is called in it; it is an attachment, so that no server is asked when the mail is opened. */
export const logoId = 'logo@vakt'

/** How mails look; without any setting as those of Vakt. */
export type MailBrand = {
  name: string
  isOwn: boolean
  logo: { width: number; height: number } | null
  light: Pick<AccentTones, 'accent' | 'fill' | 'onFill'>
  dark: Pick<AccentTones, 'accent' | 'fill' | 'onFill'>
  footer: string
  links: readonly { kind: 'site' | 'support'; url: string; text: string }[]
  showsVakt: boolean
}

const white = '#FFFFFF'
const vaktTones = {
  light: { accent: '#4B4AC9', fill: '#4B4AC9', onFill: white },
  dark: { accent: '#9C9BF5', fill: '#5B5AD6', onFill: white },
}
/** In pixels. */
const largestLogo = { width: 220, height: 48 }

function logoOf({ pictures }: Branding): MailBrand['logo'] {
  const logo = pictures.find(({ kind }) => kind === 'logo')
  if (!logo) return null
  const scale = Math.min(1, largestLogo.width / logo.width, largestLogo.height / logo.height)
  return { width: Math.max(1, Math.round(logo.width * scale)), height: Math.max(1, Math.round(logo.height * scale)) }
}

export function mailBrandOf(branding: Branding): MailBrand {
  const { name, accent, siteUrl, support, mailFooter, showsVakt } = branding
  const logo = logoOf(branding)
  const site = { kind: 'site' as const, url: siteUrl, text: siteUrl.replace(/^https?:\/\//, '').replace(/\/$/, '') }
  const help = { kind: 'support' as const, url: support.includes('://') ? support : `mailto:${support}`, text: support }
  const isOwn = name !== '' || logo !== null
  return {
    ...(accent ? accentTones(accent) : vaktTones),
    name: name || 'Vakt',
    isOwn,
    logo,
    footer: mailFooter.trim(),
    links: [...(siteUrl ? [site] : []), ...(support ? [help] : [])],
    showsVakt: showsVakt && isOwn,
  }
}
