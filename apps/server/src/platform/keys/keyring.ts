import { randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import { insertInstallationSecret, readInstallationSecret } from './installation-secret-table.ts'
import { createSecretBox, type DecryptionKeys, type SecretBox } from './secret-box.ts'
import type { SecretKey } from './secret-key.ts'

export type Keyring = DecryptionKeys & {
  /** Random and the same in every process, whatever keys come and go: what is derived but not stored comes from here. */
  root: Buffer
  /** Before this, processes of a release without `SECRET_KEY` may still run, which can only read what the legacy key encrypted. */
  reencryptLegacyFrom: Date
}

/** How long a rolling upgrade from a release without `SECRET_KEY` may take. */
const rollingUpgradeMilliseconds = 3_600_000

/** The box that the rows of `installation_secret` are in. */
export const installationBox = (keys: DecryptionKeys): SecretBox => createSecretBox(keys, 'installation secrets')

/**
 * What the installation remembers, decrypted, as the owner of the tables; made at the first start. `isNew` when no earlier release has written
 * to this database. Throws CannotDecrypt when `keys` are not those of this database.
 */
export async function loadKeyring(
  owner: Pool,
  keys: readonly SecretKey[],
  { password, isNew }: { password: string | null; isNew: boolean },
): Promise<Keyring> {
  const box = installationBox({ keys, legacyPasswords: [] })
  if (password && !isNew && !(await readInstallationSecret(owner, 'root')))
    await insertInstallationSecret(owner, 'legacy', box.seal('legacy', Buffer.from(password)))
  await insertInstallationSecret(owner, 'root', box.seal('root', randomBytes(32)))
  const root = await readInstallationSecret(owner, 'root')
  if (!root) throw new Error('The secret of the installation was stored but cannot be read.')
  const legacy = await readInstallationSecret(owner, 'legacy')
  const known = legacy ? [box.open('legacy', legacy.sealed).toString()] : []
  return {
    keys,
    root: box.open('root', root.sealed),
    legacyPasswords: password && !known.includes(password) ? [...known, password] : known,
    reencryptLegacyFrom: new Date((legacy?.createdAt.getTime() ?? 0) + rollingUpgradeMilliseconds),
  }
}
