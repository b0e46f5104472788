import type { FeatureKey } from '@vakt/contract/features.ts'
import type { ServiceToken } from '@vakt/contract/users/service-tokens.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

type Moments = 'createdAt' | 'rotatedAt' | 'previousUntil' | 'expiresAt' | 'lastUsedAt'
export type ServiceTokenRow = Omit<ServiceToken, Moments> & { createdAt: Date; createdKey: string } & Record<
    Exclude<Moments, 'createdAt'>,
    Date | null
  >

const columns = `token_id as "tokenId", name, ending, scope, created_at as "createdAt", created_by as "createdBy", rotated_at as "rotatedAt",
  previous_until as "previousUntil", expires_at as "expiresAt", last_used_at as "lastUsedAt", created_at::text as "createdKey"`

/** One row more than the limit, so that the caller sees whether there is a next page. */
export async function readServiceTokenPage(
  transaction: Transaction,
  customerId: string,
  { after, limit }: { after: readonly string[] | null; limit: number },
): Promise<ServiceTokenRow[]> {
  const { rows } = await transaction.query<ServiceTokenRow>(
    `select ${columns} from service_token
     where customer_id = $1 and revoked_at is null and ($2::timestamptz is null or (created_at, token_id) < ($2, $3::uuid))
     order by created_at desc, token_id desc limit $4`,
    [customerId, after?.[0], after?.[1], limit + 1],
  )
  return rows
}

export async function countServiceTokens(transaction: Transaction, customerId: string): Promise<number> {
  const { rows } = await transaction.query<{ count: number }>(
    'select count(*)::int as count from service_token where customer_id = $1 and revoked_at is null',
    [customerId],
  )
  return rows[0]?.count ?? 0
}

type Secret = { hash: Buffer; ending: string }
type NewToken = Secret & { name: string; scope: FeatureKey[]; createdBy: string; expiresAt: Date | null; now: Date }

export async function insertServiceToken(transaction: Transaction, customerId: string, token: NewToken): Promise<ServiceTokenRow> {
  const { name, hash, ending, scope, createdBy, expiresAt, now } = token
  const { rows } = await transaction.query<ServiceTokenRow>(
    `insert into service_token (customer_id, name, token_hash, ending, scope, created_by, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${columns}`,
    [customerId, name, hash, ending, scope, createdBy, now, expiresAt],
  )
  if (!rows[0]) throw new Error('The token was not stored.')
  return rows[0]
}

type Rotation = Secret & { tokenId: string; until: Date; expiresAt: Date | null; now: Date }

/** Undefined when there is no such token, or it was revoked. The old secret ends no later than the token would have. */
export async function rotateStoredToken(
  transaction: Transaction,
  customerId: string,
  rotation: Rotation,
): Promise<ServiceTokenRow | undefined> {
  const { tokenId, hash, ending, until, expiresAt, now } = rotation
  const { rows } = await transaction.query<ServiceTokenRow>(
    `update service_token set previous_hash = token_hash, previous_until = least(coalesce(expires_at, $5), $5), token_hash = $3, ending = $4,
       expires_at = $6, rotated_at = $7
     where customer_id = $1 and token_id = $2 and revoked_at is null returning ${columns}`,
    [customerId, tokenId, hash, ending, until, expiresAt, now],
  )
  return rows[0]
}

/** Its name; undefined when there is no such token, or it was revoked already. */
export async function markServiceTokenRevoked(
  transaction: Transaction,
  customerId: string,
  tokenId: string,
  now: Date,
): Promise<string | undefined> {
  const { rows } = await transaction.query<{ name: string }>(
    'update service_token set revoked_at = $3 where customer_id = $1 and token_id = $2 and revoked_at is null returning name',
    [customerId, tokenId, now],
  )
  return rows[0]?.name
}

export type PresentedServiceToken = { tokenId: string; customerId: string; name: string; scope: FeatureKey[]; isUseNoted: boolean }

/** The transaction must present `service_token_hash`. Undefined when the secret was revoked, replaced or has expired. */
export async function readPresentedServiceToken(
  transaction: Transaction,
  hash: Buffer,
  now: Date,
): Promise<PresentedServiceToken | undefined> {
  const { rows } = await transaction.query<PresentedServiceToken>({
    name: 'read-presented-service-token',
    text: `select token_id as "tokenId", customer_id as "customerId", name, scope,
             coalesce(last_used_at > $2::timestamptz - interval '1 minute', false) as "isUseNoted"
           from service_token where revoked_at is null
             and ((token_hash = $1 and (expires_at is null or expires_at > $2)) or (previous_hash = $1 and previous_until > $2))`,
    values: [hash, now],
  })
  return rows[0]
}

export async function noteServiceTokenUse(transaction: Transaction, customerId: string, tokenId: string, now: Date): Promise<void> {
  await transaction.query(
    `update service_token set last_used_at = $3
     where customer_id = $1 and token_id = $2 and (last_used_at is null or last_used_at <= $3::timestamptz - interval '1 minute')`,
    [customerId, tokenId, now],
  )
}

export type TokenHealthRow = {
  tokenId: string
  customer: { customerId: string; name: string }
  name: string
  createdAt: Date
  expiresAt: Date | null
  lastUsedAt: Date | null
}

/** Those that were not revoked, of one customer or of all. */
export async function readTokenHealthForAllCustomers(transaction: Transaction, customerId: string | null): Promise<TokenHealthRow[]> {
  const { rows } = await transaction.query<TokenHealthRow>(
    `select t.token_id as "tokenId", json_build_object('customerId', c.customer_id, 'name', c.name) as customer, t.name,
       t.created_at as "createdAt", t.expires_at as "expiresAt", t.last_used_at as "lastUsedAt"
     from service_token t join customer c on c.customer_id = t.customer_id
     where t.revoked_at is null and ($1::text is null or t.customer_id = $1)`,
    [customerId],
  )
  return rows
}
