import type { Pool } from 'pg'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { readKeyId } from './secret-box.ts'

export type InstallationSecretName = 'root' | 'legacy'

/** Keeps the one that is there. */
export async function insertInstallationSecret(owner: Pool, name: InstallationSecretName, sealed: Buffer): Promise<void> {
  await owner.query('insert into installation_secret (name, sealed) values ($1, $2) on conflict (name) do nothing', [name, sealed])
}

export async function readInstallationSecret(
  owner: Pool,
  name: InstallationSecretName,
): Promise<{ sealed: Buffer; createdAt: Date } | undefined> {
  const { rows } = await owner.query<{ sealed: Buffer; createdAt: Date }>(
    'select sealed, created_at as "createdAt" from installation_secret where name = $1',
    [name],
  )
  return rows[0]
}

/** True when it was still there. */
export async function deleteLegacyPassword(worker: Transaction): Promise<boolean> {
  const { rowCount } = await worker.query("delete from installation_secret where name = 'legacy'")
  return rowCount === 1
}

/** The id of the key that the last pass of re-encryption used; undefined when there is no root secret. */
export async function readRootKeyId(worker: Transaction): Promise<string | null | undefined> {
  const { rows } = await worker.query<{ sealed: Buffer }>("select sealed from installation_secret where name = 'root'")
  return rows[0] && readKeyId(rows[0].sealed)
}
