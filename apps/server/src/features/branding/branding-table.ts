import type { PictureKind } from '@vakt/contract/branding.ts'
import type { BrandingSettings } from '#server/platform/branding/branding-table.ts'
import type { DrawnLogo } from '#server/platform/branding/draw-logo.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

/** Held until the transaction ends; two changes at once come one after the other, also the first two. */
export async function lockBrandingForAllCustomers(transaction: Transaction): Promise<void> {
  await transaction.query("select pg_advisory_xact_lock(hashtext('installation_branding'))")
}

export async function writeBrandingForAllCustomers(transaction: Transaction, settings: BrandingSettings): Promise<void> {
  const { name, accent, siteUrl, support, senderName, senderAddress, mailFooter, showsVakt, version } = settings
  await transaction.query(
    `insert into installation_branding
       (name, accent, site_url, support, sender_name, sender_address, mail_footer, shows_vakt, version)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (is_only_row) do update set name = excluded.name, accent = excluded.accent, site_url = excluded.site_url,
       support = excluded.support, sender_name = excluded.sender_name, sender_address = excluded.sender_address,
       mail_footer = excluded.mail_footer, shows_vakt = excluded.shows_vakt, version = excluded.version`,
    [name, accent, siteUrl, support, senderName, senderAddress, mailFooter, showsVakt, version],
  )
}

export async function writePictureForAllCustomers(transaction: Transaction, kind: PictureKind, picture: DrawnLogo): Promise<void> {
  const { content, hash, width, height } = picture
  await transaction.query(
    `insert into installation_picture (kind, content, hash, width, height) values ($1, $2, $3, $4, $5)
     on conflict (kind) do update set content = excluded.content, hash = excluded.hash, width = excluded.width, height = excluded.height`,
    [kind, content, hash, width, height],
  )
}

/** Whether there was one. */
export async function deletePictureForAllCustomers(transaction: Transaction, kind: PictureKind): Promise<boolean> {
  const { rowCount } = await transaction.query('delete from installation_picture where kind = $1', [kind])
  return (rowCount ?? 0) > 0
}
