import type { Transaction } from '#server/platform/database/transaction.ts'

/** The addresses that the same process printed before cannot be used any more. */
export async function insertSetUpToken(
  transaction: Transaction,
  token: { hash: Buffer; process: string; now: Date; expiresAt: Date },
): Promise<void> {
  await transaction.query('update set_up_token set expires_at = $2 where process = $1 and expires_at > $2', [token.process, token.now])
  await transaction.query('insert into set_up_token (token_hash, process, created_at, expires_at) values ($1, $2, $3, $4)', [
    token.hash,
    token.process,
    token.now,
    token.expiresAt,
  ])
}

/** Undefined when no such token was ever made. */
export async function readSetUpToken(transaction: Transaction, hash: Buffer): Promise<{ expiresAt: Date } | undefined> {
  const { rows } = await transaction.query<{ expiresAt: Date }>(
    'select expires_at as "expiresAt" from set_up_token where token_hash = $1',
    [hash],
  )
  return rows[0]
}

/** Two who set up at once come one after the other; held until the transaction ends. */
export async function lockSetUp(transaction: Transaction): Promise<void> {
  await transaction.query("select pg_advisory_xact_lock(hashtext('vakt set-up'))")
}
