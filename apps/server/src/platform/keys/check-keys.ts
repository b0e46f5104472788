import type { PoolClient } from 'pg'
import { createSecretBox, readKeyId } from './secret-box.ts'
import type { SecretKey } from './secret-key.ts'

type Client = Pick<PoolClient, 'query'>
type Secret = { name: string; sealed: Buffer }

/** As the owner, also on a schema that is older than the secrets. */
async function readSecrets(client: Client): Promise<Secret[]> {
  const { rows } = await client.query<{ is_there: boolean }>("select to_regclass('public.installation_secret') is not null as is_there")
  return rows[0]?.is_there ? (await client.query<Secret>('select name, sealed from installation_secret')).rows : []
}

/** The ids of the keys that the secrets of the installation are encrypted with. */
export async function readKeyIds(client: Client): Promise<string[]> {
  const secrets = await readSecrets(client)
  return [...new Set(secrets.flatMap(({ sealed }) => readKeyId(sealed) ?? []))].sort()
}

/** Throws CannotDecrypt where the keys are not those of this database. */
export async function checkKeys(client: Client, keys: readonly SecretKey[]): Promise<void> {
  const secrets = await readSecrets(client)
  if (secrets.length === 0) return
  const box = createSecretBox({ keys, legacyPasswords: [] }, 'installation secrets')
  for (const { name, sealed } of secrets) box.open(name, sealed)
}

/** For a restore whose keys are lost: what was encrypted with them must be entered again. */
export async function removeSecrets(client: Client): Promise<void> {
  if ((await readSecrets(client)).length > 0) await client.query('delete from installation_secret')
}
