import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { inTransaction, presenting } from '#server/platform/database/transaction.ts'
import { noteServiceTokenUse, type PresentedServiceToken, readPresentedServiceToken } from './service-token-table.ts'

const form = /^vakt_svc_[A-Za-z0-9_-]{43}$/

export const looksLikeServiceToken = (secret: string): boolean => secret.startsWith('vakt_svc_')

/** The token with this secret; undefined when there is none, it was revoked or has expired. Its use is noted once in a minute. */
export async function useServiceToken(pool: Pool, secret: string, now: Date): Promise<PresentedServiceToken | undefined> {
  if (!form.test(secret)) return undefined
  const hash = createHash('sha256').update(secret).digest()
  const token = await presenting(pool, { service_token_hash: hash.toString('hex') }, (transaction) =>
    readPresentedServiceToken(transaction, hash, now),
  )
  if (token && !token.isUseNoted) {
    await inTransaction({ pool }, token.customerId, (transaction) => noteServiceTokenUse(transaction, token.customerId, token.tokenId, now))
  }
  return token
}
