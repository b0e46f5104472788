import { randomBytes } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JSONWebKeySet, type JWK } from 'jose'
import type pg from 'pg'

export type ProviderKeys = { signingKey: JWK; publicKeys: JSONWebKeySet; cookieKeys: string[] }

/** The keys of the embedded provider, made at first start and kept: a restart signs nobody out. */
export async function loadProviderKeys(pool: pg.Pool): Promise<ProviderKeys> {
  const signingKey = await loadSecret(pool, 'signing-key', createSigningKey)
  const cookieKeys = await loadSecret(pool, 'cookie-keys', async () => [randomBytes(32).toString('base64url')])
  const { kty, n, e, kid, alg, use } = signingKey
  return { signingKey, cookieKeys, publicKeys: { keys: [{ kty, n, e, kid, alg, use } as JWK] } }
}

async function createSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = await exportJWK(privateKey)
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: 'RS256', use: 'sig' }
}

/** Of two processes that make the secret at once, the second takes what the first has stored. */
async function loadSecret<Secret>(pool: pg.Pool, name: string, create: () => Promise<Secret>): Promise<Secret> {
  const stored = await findSecret<Secret>(pool, name)
  if (stored) return stored
  await pool.query('insert into oidc_secret (name, secret) values ($1, $2) on conflict (name) do nothing', [
    name,
    JSON.stringify(await create()),
  ])
  const created = await findSecret<Secret>(pool, name)
  if (!created) throw new Error(`The secret ${name} was stored but cannot be read.`)
  return created
}

async function findSecret<Secret>(pool: pg.Pool, name: string): Promise<Secret | undefined> {
  const { rows } = await pool.query<{ secret: Secret }>('select secret from oidc_secret where name = $1', [name])
  return rows[0]?.secret
}
