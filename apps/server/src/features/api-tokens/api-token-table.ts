import type { FeatureKey } from '@vakt/contract/features.ts'
import type { ApiToken } from '@vakt/contract/users/api-tokens.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export type ApiTokenRow = Omit<ApiToken, 'createdAt' | 'expiresAt' | 'lastUsedAt' | 'signInBy'> & {
  createdAt: Date
  expiresAt: Date | null
  lastUsedAt: Date | null
  ownerSeenAt: Date
  createdKey: string
}

const columns = `token_id as "tokenId", name, scope, created_at as "createdAt", expires_at as "expiresAt", last_used_at as "lastUsedAt",
  created_at::text as "createdKey",
  (select u.last_seen_at from app_user u where u.customer_id = api_token.customer_id and u.user_id = api_token.user_id) as "ownerSeenAt"`

/** One row more than the limit, so that the caller sees whether there is a next page. */
export async function readApiTokenPage(
  transaction: Transaction,
  customerId: string,
  { userId, after, limit }: { userId: string; after: readonly string[] | null; limit: number },
): Promise<ApiTokenRow[]> {
  const { rows } = await transaction.query<ApiTokenRow>(
    `select ${columns} from api_token
     where customer_id = $1 and user_id = $2 and revoked_at is null
       and ($3::timestamptz is null or (created_at, token_id) < ($3, $4::uuid))
     order by created_at desc, token_id desc limit $5`,
    [customerId, userId, after?.[0], after?.[1], limit + 1],
  )
  return rows
}

export async function countApiTokens(transaction: Transaction, customerId: string, userId: string): Promise<number> {
  const { rows } = await transaction.query<{ count: number }>(
    'select count(*)::int as count from api_token where customer_id = $1 and user_id = $2 and revoked_at is null',
    [customerId, userId],
  )
  return rows[0]?.count ?? 0
}

export async function insertApiToken(
  transaction: Transaction,
  customerId: string,
  token: { userId: string; name: string; hash: Buffer; scope: FeatureKey[]; createdAt: Date; expiresAt: Date | null },
): Promise<ApiTokenRow> {
  const { userId, name, hash, scope, createdAt, expiresAt } = token
  const { rows } = await transaction.query<ApiTokenRow>(
    `insert into api_token (customer_id, user_id, name, token_hash, scope, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7) returning ${columns}`,
    [customerId, userId, name, hash, scope, createdAt, expiresAt],
  )
  if (!rows[0]) throw new Error('The token was not stored.')
  return rows[0]
}

/** False when the user has no such token, or it was revoked already. */
export async function markApiTokenRevoked(
  transaction: Transaction,
  customerId: string,
  { userId, tokenId, now }: { userId: string; tokenId: string; now: Date },
): Promise<boolean> {
  const { rowCount } = await transaction.query(
    'update api_token set revoked_at = $4 where customer_id = $1 and user_id = $2 and token_id = $3 and revoked_at is null',
    [customerId, userId, tokenId, now],
  )
  return rowCount === 1
}

/** Returns how many there were. */
export async function markApiTokensRevoked(transaction: Transaction, customerId: string, userId: string, now: Date): Promise<number> {
  const { rowCount } = await transaction.query(
    'update api_token set revoked_at = $3 where customer_id = $1 and user_id = $2 and revoked_at is null',
    [customerId, userId, now],
  )
  return rowCount ?? 0
}

export type PresentedToken = { tokenId: string; customerId: string; userId: string; scope: FeatureKey[]; isUseNoted: boolean }

/** The transaction must present `api_token_hash`. Undefined when the token was revoked or has expired. */
export async function readPresentedToken(transaction: Transaction, hash: Buffer, now: Date): Promise<PresentedToken | undefined> {
  const { rows } = await transaction.query<PresentedToken>({
    name: 'read-presented-api-token',
    text: `select token_id as "tokenId", customer_id as "customerId", user_id as "userId", scope,
             coalesce(last_used_at > $2::timestamptz - interval '1 minute', false) as "isUseNoted"
           from api_token where token_hash = $1 and revoked_at is null and (expires_at is null or expires_at > $2)`,
    values: [hash, now],
  })
  return rows[0]
}

export async function noteTokenUse(transaction: Transaction, customerId: string, tokenId: string, now: Date): Promise<void> {
  await transaction.query(
    `update api_token set last_used_at = $3
     where customer_id = $1 and token_id = $2 and (last_used_at is null or last_used_at <= $3::timestamptz - interval '1 minute')`,
    [customerId, tokenId, now],
  )
}
