import type { Transaction } from '#server/platform/database/transaction.ts'

/** Hashes and keys are hexadecimal. */
export type SessionToken = { userId: string; tokenHash: string; sessionKey: string; expiresAt: Date }

/** The transaction must present `token_hash`. Undefined when the token was not used yet. */
export async function readSessionKeyOfToken(transaction: Transaction, tokenHash: string): Promise<string | undefined> {
  const { rows } = await transaction.query<{ sessionKey: string }>({
    name: 'read-session-key-of-token',
    text: `select encode(session_key, 'hex') as "sessionKey" from session_token where token_hash = decode($1, 'hex')`,
    values: [tokenHash],
  })
  return rows[0]?.sessionKey
}

/** False when the token was noted already. */
export async function insertSessionToken(transaction: Transaction, customerId: string, token: SessionToken): Promise<boolean> {
  const { rowCount } = await transaction.query(
    `insert into session_token (customer_id, user_id, token_hash, session_key, expires_at)
     values ($1, $2, decode($3, 'hex'), decode($4, 'hex'), $5) on conflict do nothing`,
    [customerId, token.userId, token.tokenHash, token.sessionKey, token.expiresAt],
  )
  return rowCount === 1
}

export async function deleteSessionTokensForAllCustomers(transaction: Transaction, expiredBefore: Date, limit: number): Promise<number> {
  const { rowCount } = await transaction.query(
    'delete from session_token where token_hash in (select token_hash from session_token where expires_at < $1 limit $2)',
    [expiredBefore, limit],
  )
  return rowCount ?? 0
}
