import {
  type BrandingChange,
  largestLogoInBytes,
  type PictureKind,
  pictureKinds,
  type Branding as ShownBranding,
} from '@vakt/contract/branding.ts'
import type { Pool } from 'pg'
import { type BrandingSource, brandingChannel } from '#server/platform/branding/branding-source.ts'
import { type Branding, readBrandingForAllCustomers } from '#server/platform/branding/branding-table.ts'
import { drawLogo } from '#server/platform/branding/draw-logo.ts'
import { maySendFrom } from '#server/platform/branding/mail-brand.ts'
import { type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { Conflict, Invalid, NotFound } from '#server/platform/errors.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { isPlainAddress, type MailAddress, type MailSettings } from '#server/platform/mail/mail-settings.ts'
import { recordAction } from '#server/platform/record-action.ts'
import {
  deletePictureForAllCustomers,
  lockBrandingForAllCustomers,
  writeBrandingForAllCustomers,
  writePictureForAllCustomers,
} from './branding-table.ts'

export type BrandingParts = {
  /** It is about the whole installation: the pool must log in as vakt_worker. */
  pool: Pool
  source: BrandingSource
  mail: { from: MailAddress; server: MailSettings | null }
}

/** A mailbox of Microsoft 365 sends as itself only. */
const isAddressFixed = ({ server }: BrandingParts['mail']) => server !== null && 'graph' in server

function present({ pictures, ...settings }: Branding, { from, ...mail }: BrandingParts['mail']): ShownBranding {
  const pictureOf = (wanted: PictureKind) => {
    const found = pictures.find(({ kind }) => kind === wanted)
    return found ? { path: `/brand/${wanted}.png?v=${found.hash}`, width: found.width, height: found.height } : null
  }
  return {
    ...settings,
    pictures: { logo: pictureOf('logo'), 'logo-dark': pictureOf('logo-dark'), symbol: pictureOf('symbol') },
    mailFrom: { ...from, isAddressFixed: isAddressFixed({ from, ...mail }) },
  }
}

export async function getBranding({ pool, mail }: BrandingParts): Promise<ShownBranding> {
  return present(await workForAllCustomers({ pool }, readBrandingForAllCustomers), mail)
}

/** The mail server was set up for the domain of MAIL_FROM: what comes from another one would be taken for forged. */
function checkSender(senderAddress: string, mail: BrandingParts['mail']): void {
  if (senderAddress === '') return
  if (!isPlainAddress(senderAddress)) throw Invalid.field('senderAddress', 'This is not an email address.', 'branding.sender_address')
  if (!maySendFrom(senderAddress, mail.from, isAddressFixed(mail)))
    throw Invalid.field(
      'senderAddress',
      `The mail server does not send for this address: it is set up for ${mail.from.address} (MAIL_FROM).`,
      'branding.sender_domain',
    )
}

/** The customer that the caller belongs to: what concerns the whole installation is recorded at the provider. */
const recordedAt = ({ caller }: CallContext): string => {
  if (!caller) throw new Error('Only administrators change the branding.')
  return caller.customerId
}

/** The page that asks next shows the change already, whichever process answers it soon after. */
async function change(
  { pool, source, mail }: BrandingParts,
  work: (transaction: Transaction, before: Branding) => Promise<void>,
): Promise<ShownBranding> {
  const after = await workForAllCustomers({ pool }, async (transaction) => {
    await lockBrandingForAllCustomers(transaction)
    await work(transaction, await readBrandingForAllCustomers(transaction))
    transaction.announceOnCommit(brandingChannel, '')
    return readBrandingForAllCustomers(transaction)
  })
  await source.reload()
  return present(after, mail)
}

export function saveBranding(parts: BrandingParts, context: CallContext, wanted: BrandingChange): Promise<ShownBranding> {
  checkSender(wanted.senderAddress, parts.mail)
  return change(parts, async (transaction, { pictures: _, ...before }) => {
    if (before.version !== wanted.version)
      throw Conflict.field('version', 'Someone else changed the branding. Look at it again first.', 'branding.changed')
    const after = { ...wanted, name: wanted.name.trim(), accent: wanted.accent.toLowerCase(), version: before.version + 1 }
    await writeBrandingForAllCustomers(transaction, after)
    await recordAction(transaction, context, recordedAt(context), {
      action: 'installation.branding',
      target: 'branding',
      details: { before, after },
    })
  })
}

const readKind = (text: string): PictureKind => {
  const kind = pictureKinds.find((one) => one === text)
  if (!kind) throw new NotFound()
  return kind
}

export async function saveBrandingPicture(
  parts: BrandingParts,
  context: CallContext,
  text: string,
  dataUrl: string,
): Promise<ShownBranding> {
  const kind = readKind(text)
  const bytes = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
  if (bytes.length > largestLogoInBytes)
    throw Invalid.field('picture', 'The picture must not be larger than 1 MB.', 'branding.picture_too_large')
  const picture = await drawLogo(bytes, kind, context.caller?.userId ?? '')
  if (!picture)
    throw Invalid.field('picture', 'This is no picture that can be shown. Choose a PNG, JPEG, WebP or SVG.', 'branding.no_picture')
  return change(parts, async (transaction) => {
    await writePictureForAllCustomers(transaction, kind, picture)
    const details = { width: picture.width, height: picture.height }
    await recordAction(transaction, context, recordedAt(context), { action: 'installation.branding-picture', target: kind, details })
  })
}

export async function removeBrandingPicture(parts: BrandingParts, context: CallContext, text: string): Promise<ShownBranding> {
  const kind = readKind(text)
  return change(parts, async (transaction) => {
    if (!(await deletePictureForAllCustomers(transaction, kind))) throw new NotFound()
    const details = { isRemoved: true }
    await recordAction(transaction, context, recordedAt(context), { action: 'installation.branding-picture', target: kind, details })
  })
}
