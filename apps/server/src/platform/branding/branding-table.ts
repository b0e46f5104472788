import type { PictureKind } from '@vakt/contract/branding.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export type PictureFacts = { kind: PictureKind; hash: string; width: number; height: number }

/** What the administrator chose of how the installation looks and signs; empty texts where nothing is. */
export type BrandingSettings = {
  name: string
  accent: string
  siteUrl: string
  support: string
  senderName: string
  senderAddress: string
  mailFooter: string
  showsVakt: boolean
  version: number
}

/** With the pictures that there are, without their content. */
export type Branding = BrandingSettings & { pictures: PictureFacts[] }

export const noBranding: Branding = {
  name: '',
  accent: '',
  siteUrl: '',
  support: '',
  senderName: '',
  senderAddress: '',
  mailFooter: '',
  showsVakt: true,
  version: 0,
  pictures: [],
}

/** Of the installation; whoever asks sees the same. */
export async function readBrandingForAllCustomers(transaction: Pick<Transaction, 'query'>): Promise<Branding> {
  const { rows } = await transaction.query<{ settings: BrandingSettings | null; pictures: PictureFacts[] }>(
    `select (select to_json(b) from (
         select name, accent, site_url as "siteUrl", support, sender_name as "senderName", sender_address as "senderAddress",
           mail_footer as "mailFooter", shows_vakt as "showsVakt", version from installation_branding) b) as settings,
       coalesce((select json_agg(p) from (select kind, hash, width, height from installation_picture order by kind) p), '[]') as pictures`,
  )
  return { ...noBranding, ...rows[0]?.settings, pictures: rows[0]?.pictures ?? [] }
}

/** A PNG; undefined where there is none. */
export async function readPictureForAllCustomers(
  transaction: Pick<Transaction, 'query'>,
  kind: PictureKind,
): Promise<(PictureFacts & { content: Buffer }) | undefined> {
  const { rows } = await transaction.query<PictureFacts & { content: Buffer }>(
    'select kind, content, hash, width, height from installation_picture where kind = $1',
    [kind],
  )
  return rows[0]
}
