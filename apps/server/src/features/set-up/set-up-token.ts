import { createHash, randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { findProvider } from '#server/features/customers/find-provider.ts'
import type { Context } from '#server/platform/context.ts'
import { type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { NotSignedIn } from '#server/platform/errors.ts'
import { insertSetUpToken, readSetUpToken } from './set-up-token-table.ts'

const validMilliseconds = 7 * 24 * 3_600_000

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/**
 * The one-time address at which this installation is set up; null when it is set up already. Replaces the address that the same process
 * (host and port) printed before; those of other processes stay valid.
 */
export function issueSetUpAddress({ pool }: Pick<Context, 'pool'>, origin: string, now: Date): Promise<string | null> {
  return workForAllCustomers({ pool }, async (transaction) => {
    if (await findProvider(transaction)) return null
    const token = randomBytes(32).toString('base64url')
    const expiresAt = new Date(now.getTime() + validMilliseconds)
    await insertSetUpToken(transaction, { hash: hashOf(token), process: `${hostname()} ${new URL(origin).port}`, now, expiresAt })
    return `${origin}/set-up?token=${token}`
  })
}

/** Throws NotSignedIn, which counts against the sender's address as a failed sign-in does. */
export async function checkSetUpToken(transaction: Transaction, token: string, now: Date): Promise<void> {
  const found = await readSetUpToken(transaction, hashOf(token))
  if (!found) throw new NotSignedIn('This set-up address is not valid. Copy the whole address from the log.', 'set_up.token_unknown')
  if (found.expiresAt <= now)
    throw new NotSignedIn('This set-up address has expired, or a newer one has replaced it.', 'set_up.token_expired')
}
