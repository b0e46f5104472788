import { createHash, randomBytes } from 'node:crypto'
import type { ApiToken, NewApiToken } from '@vakt/contract/users/api-tokens.ts'
import { withImplied } from '@vakt/domain/access.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { Conflict, Forbidden, Invalid, NotFound, NotSignedIn } from '#server/platform/errors.ts'
import { type CallContext, type Caller, type Listing, nextPage } from '#server/platform/http/serve.ts'
import { readUuid } from '#server/platform/ids.ts'
import { type ApiTokenRow, countApiTokens, insertApiToken, markApiTokenRevoked, readApiTokenPage } from './api-token-table.ts'
import { type ApiTokenSettings, signInDeadline } from './sign-in-deadline.ts'

const mostPerUser = 50

const present = (
  { createdKey: _, createdAt, expiresAt, lastUsedAt, ownerSeenAt, ...token }: ApiTokenRow,
  settings: ApiTokenSettings,
): ApiToken => ({
  ...token,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt?.toISOString() ?? null,
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  signInBy: signInDeadline(ownerSeenAt, settings).toISOString(),
})

function ownerOf({ caller }: CallContext): Caller {
  if (!caller) throw new NotSignedIn()
  return caller
}

/** A token that leaked must not be able to make itself last. */
function personOf(context: CallContext): Caller {
  const caller = ownerOf(context)
  if (caller.apiToken) throw new Forbidden()
  return caller
}

export async function listApiTokens(
  context: CallContext,
  settings: ApiTokenSettings,
  { limit = 50 }: { limit?: number },
  after: readonly string[] | null,
): Promise<Listing<ApiToken>> {
  const { customerId, userId } = ownerOf(context)
  const rows = await inTransaction(context, customerId, (transaction) =>
    readApiTokenPage(transaction, customerId, { userId, after, limit }),
  )
  const page = nextPage(rows, limit, ({ createdKey, tokenId }) => [createdKey, tokenId])
  return { ...page, rows: page.rows.map((row) => present(row, settings)) }
}

/** The secret is in this answer only; what is stored cannot be turned back into it. */
export async function createApiToken(
  context: CallContext,
  settings: ApiTokenSettings,
  wanted: NewApiToken,
): Promise<ApiToken & { secret: string }> {
  const { customerId, userId, features } = personOf(context)
  const scope = withImplied(wanted.scope)
  const missing = scope.find((key) => !features.has(key))
  if (missing) throw Invalid.field('scope', `You do not have ${missing} yourself.`, 'api_tokens.scope_too_wide')
  const expiresAt = wanted.expiresAt ? new Date(wanted.expiresAt) : null
  if (expiresAt && expiresAt <= context.now) throw Invalid.field('expiresAt', 'This moment has passed.', 'api_tokens.expiry_past')
  const secret = `vakt_pat_${randomBytes(32).toString('base64url')}`
  const hash = createHash('sha256').update(secret).digest()
  return inTransaction(context, customerId, async (transaction) => {
    if ((await countApiTokens(transaction, customerId, userId)) >= mostPerUser)
      throw Conflict.field('', `There are ${mostPerUser} tokens already. Revoke one first.`, 'api_tokens.too_many')
    const created = await insertApiToken(transaction, customerId, {
      userId,
      name: wanted.name,
      hash,
      scope,
      createdAt: context.now,
      expiresAt,
    })
    return { ...present(created, settings), secret }
  })
}

export async function revokeApiToken(context: CallContext, id: string): Promise<undefined> {
  const { customerId, userId } = personOf(context)
  const tokenId = readUuid(id)
  await inTransaction(context, customerId, async (transaction) => {
    if (!(await markApiTokenRevoked(transaction, customerId, { userId, tokenId, now: context.now }))) throw new NotFound()
  })
}
