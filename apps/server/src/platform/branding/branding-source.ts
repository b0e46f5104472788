import { type PictureKind, pictureKinds } from '@vakt/contract/branding.ts'
import type { Pool } from 'pg'
import type { Listener } from '#server/platform/database/listen.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import type { Log } from '#server/platform/log.ts'
import { type Branding, noBranding, readBrandingForAllCustomers, readPictureForAllCustomers } from './branding-table.ts'

/** Announced after each change, without a payload. */
export const brandingChannel = 'branding'

/** How the installation looks now, for pages and pictures that are served without asking the database, also while it does not answer. */
export type BrandingSource = {
  current(): Branding
  /** A PNG; undefined where there is none. */
  picture(kind: PictureKind): Buffer | undefined
  /** Reads it again; what was read before stays when that fails. */
  reload(): Promise<void>
}

export function createBrandingSource(pool: Pool, log: Log): BrandingSource {
  let branding = noBranding
  let pictures = new Map<PictureKind, Buffer>()
  const reload = async () => {
    try {
      await workForAllCustomers({ pool }, async (transaction) => {
        const found = await readBrandingForAllCustomers(transaction)
        const read = new Map<PictureKind, Buffer>()
        for (const kind of pictureKinds) {
          const picture = await readPictureForAllCustomers(transaction, kind)
          if (picture) read.set(kind, picture.content)
        }
        branding = found
        pictures = read
      })
    } catch (error) {
      log.warn({ error: (error as Error).message }, 'the branding was not read')
    }
  }
  return { current: () => branding, picture: (kind) => pictures.get(kind), reload }
}

/** Follows what other processes change, from when it listens. */
export function followBranding(listener: Pick<Listener, 'on'>, source: BrandingSource): void {
  const reload = () => void source.reload()
  listener.on(brandingChannel, reload, { listening: reload })
}
