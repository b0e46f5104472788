import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { inOneStatement, presentingInOneStatement } from '#server/platform/database/transaction.ts'
import type { Visit } from '#server/platform/http/door.ts'
import type { VerifiedToken } from '#server/platform/sign-in/verify-access-token.ts'
import { insertSessionToken, readSessionKeyOfToken } from './session-token-table.ts'

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** Of what is signed: signatures can be written in several ways. */
const tokenHashOf = (bearer: string) => hashOf(bearer.slice(0, bearer.lastIndexOf('.')))

type TokenSession = {
  /** What names the session, hashed, in hexadecimal. */
  key: string
  /** To be noted with its session, as it was used for the first time. */
  newToken: { tokenHash: string; expiresAt: Date } | null
}

export type TokenSessions = {
  find(bearer: string, token: VerifiedToken, visit: Pick<Visit, 'browserSession'>): Promise<TokenSession>
  /** False when the token was noted in another request meanwhile, perhaps with another session. */
  note(user: { customerId: string; userId: string }, session: TokenSession): Promise<boolean>
}

const maxRemembered = 5000

/**
 * Which session an access token belongs to. The name that the provider gives it counts. Where it gives none, the browser names the session of
 * a token at its first use, and never again: a stolen token ends with the session that it was used in. Where neither names one, the token is
 * the session. Each kind of name has a prefix, so that none can pass for another.
 */
export function createTokenSessions(pool: Pool): TokenSessions {
  /** What is noted of a token never changes. */
  const remembered = new Map<string, string>()
  const remember = (tokenHash: string, key: string) => {
    const oldest = remembered.size >= maxRemembered ? remembered.keys().next().value : undefined
    if (oldest !== undefined) remembered.delete(oldest)
    remembered.set(tokenHash, key)
  }
  return {
    async find(bearer, { session, expiresAt }, { browserSession }) {
      if (session) return { key: hashOf(`sid ${session}`), newToken: null }
      const tokenHash = tokenHashOf(bearer)
      const noted =
        remembered.get(tokenHash) ??
        (await presentingInOneStatement(pool, { token_hash: tokenHash }, (transaction) => readSessionKeyOfToken(transaction, tokenHash)))
      if (noted) {
        remember(tokenHash, noted)
        return { key: noted, newToken: null }
      }
      const key = hashOf(browserSession ? `browser ${browserSession}` : `token ${tokenHash}`)
      return { key, newToken: { tokenHash, expiresAt } }
    },
    async note({ customerId, userId }, { key, newToken }) {
      if (!newToken) return true
      const { tokenHash } = newToken
      const isNoted = await inOneStatement({ pool }, customerId, (transaction) =>
        insertSessionToken(transaction, customerId, { userId, sessionKey: key, ...newToken }),
      )
      if (isNoted) remember(tokenHash, key)
      return isNoted
    },
  }
}
