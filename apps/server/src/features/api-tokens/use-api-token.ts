import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { inTransaction, presenting } from '#server/platform/database/transaction.ts'
import { noteTokenUse, type PresentedToken, readPresentedToken } from './api-token-table.ts'

const form = /^vakt_pat_[A-Za-z0-9_-]{43}$/

export const looksLikeApiToken = (secret: string): boolean => secret.startsWith('vakt_pat_')

/** Whose token this is; undefined when it is none, was revoked or has expired. When it was last used is noted once in a minute. */
export async function useApiToken(pool: Pool, secret: string, now: Date): Promise<PresentedToken | undefined> {
  if (!form.test(secret)) return undefined
  const hash = createHash('sha256').update(secret).digest()
  const token = await presenting(pool, { api_token_hash: hash.toString('hex') }, (transaction) =>
    readPresentedToken(transaction, hash, now),
  )
  if (token && !token.isUseNoted) {
    await inTransaction({ pool }, token.customerId, (transaction) => noteTokenUse(transaction, token.customerId, token.tokenId, now))
  }
  return token
}
