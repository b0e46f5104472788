import { randomBytes } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JSONWebKeySet, type JWK } from 'jose'
import type pg from 'pg'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { CannotDecrypt, type SecretBox } from '#server/platform/keys/secret-box.ts'
import {
  insertProviderSecret,
  readPlainProviderSecrets,
  readProviderSecret,
  replaceProviderSecret,
  sealProviderSecret,
} from './provider-secret-table.ts'

export type ProviderKeys = { signingKey: JWK; publicKeys: JSONWebKeySet; cookieKeys: string[] }

/** The keys of the embedded provider, made at first start and kept: a restart signs no one out. */
export async function loadProviderKeys(pool: pg.Pool, box: SecretBox): Promise<ProviderKeys> {
  const signingKey = await loadSecret(pool, box, 'signing-key', createSigningKey)
  const cookieKeys = await loadSecret(pool, box, 'cookie-keys', async () => [randomBytes(32).toString('base64url')])
  const { kty, n, e, kid, alg, use } = signingKey
  return { signingKey, cookieKeys, publicKeys: { keys: [{ kty, n, e, kid, alg, use } as JWK] } }
}

async function createSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = await exportJWK(privateKey)
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: 'RS256', use: 'sig' }
}

/**
 * Of two processes that make the secret at once, the second takes what the first has stored. One whose key is lost is made again, which signs
 * everybody out: a process with the wrong keys does not get here (keyring.ts).
 */
async function loadSecret<Secret>(pool: pg.Pool, box: SecretBox, name: string, create: () => Promise<Secret>): Promise<Secret> {
  const stored = await findSecret<Secret>(pool, box, name)
  if (stored && 'secret' in stored) return stored.secret
  const sealed = box.seal(name, Buffer.from(JSON.stringify(await create())))
  if (stored) await replaceProviderSecret(pool, name, stored.unreadable, sealed)
  else await insertProviderSecret(pool, name, sealed)
  const created = await findSecret<Secret>(pool, box, name)
  if (!created || !('secret' in created)) throw new Error(`The secret ${name} was stored but cannot be read.`)
  return created.secret
}

/** Releases without `SECRET_KEY` stored it as plain JSON; the worker encrypts that later. */
async function findSecret<Secret>(
  pool: pg.Pool,
  box: SecretBox,
  name: string,
): Promise<{ secret: Secret } | { unreadable: Buffer } | undefined> {
  const row = await readProviderSecret(pool, name)
  if (!row) return undefined
  if (!row.sealed) return { secret: row.secret as Secret }
  try {
    return { secret: JSON.parse(box.open(name, row.sealed).toString()) as Secret }
  } catch (error) {
    if (!(error instanceof CannotDecrypt)) throw error
    return { unreadable: row.sealed }
  }
}

/** Encrypts what a release without `SECRET_KEY` stored in plain; such a release cannot read it from then on. */
export async function sealPlainProviderKeys(worker: pg.Pool, box: SecretBox): Promise<void> {
  await workForAllCustomers({ pool: worker }, async (transaction) => {
    for (const { name, secret } of await readPlainProviderSecrets(transaction))
      await sealProviderSecret(transaction, name, box.seal(name, Buffer.from(JSON.stringify(secret))))
  })
}
