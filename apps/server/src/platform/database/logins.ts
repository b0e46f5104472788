import { createHash } from 'node:crypto'
import type { Pool, PoolClient, PoolConfig } from 'pg'
import { escapeIdentifier, escapeLiteral } from 'pg'
import { deriveKey } from '#server/platform/derive-secret.ts'

/** The two logins that the running server uses. Neither owns a table, and each is one of the roles of migration 0001 from its first statement on. */
const logins = [
  { role: 'vakt_app', also: ['vakt_staff', 'vakt_limited_staff', 'vakt_requester', 'vakt_limited', 'vakt_limited_requester'] },
  { role: 'vakt_worker', also: [] },
] as const

type RuntimeRole = (typeof logins)[number]['role']

/**
 * Role names are shared by a whole PostgreSQL cluster, so each database has logins of its own. Releases without `SECRET_KEY` run on
 * `vakt_app_<hash>` and `vakt_worker_<hash>` and set their passwords at each start; ours have other names, so that both run side by side.
 */
const loginName = (role: RuntimeRole, database: string) =>
  `${role}_login_${createHash('sha256').update(database).digest('hex').slice(0, 8)}`

/** The same in every process of the installation, also after the owner's password or the keys change. */
const loginPassword = (role: RuntimeRole, database: string, root: Buffer) =>
  deriveKey(root, `login ${role} ${database}`).toString('base64url')

/** How the running server connects as one of its roles, given how the owner connects and the root secret of the installation. */
export function runtimeConnection(owner: PoolConfig, root: Buffer, role: RuntimeRole): PoolConfig {
  const database = owner.database ?? ''
  return { ...owner, user: loginName(role, database), password: loginPassword(role, database, root) }
}

async function createLogin(client: PoolClient, database: string, root: Buffer, { role, also }: (typeof logins)[number]): Promise<void> {
  const name = loginName(role, database)
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [name])
  const password = `password ${escapeLiteral(loginPassword(role, database, root))}`
  // Only a superuser may name all attributes of a role that exists; check-isolation.ts refuses a login that has gained any.
  if (rowCount) await client.query(`alter role ${escapeIdentifier(name)} login noinherit ${password}`)
  else
    await client.query(`create role ${escapeIdentifier(name)} login noinherit nosuperuser nobypassrls nocreaterole nocreatedb ${password}`)
  for (const granted of [role, ...also]) await client.query(`grant ${granted} to ${escapeIdentifier(name)}`)
  await client.query(`alter role ${escapeIdentifier(name)} set role to ${escapeLiteral(role)}`)
  await client.query(`alter role ${escapeIdentifier(name)} set idle_in_transaction_session_timeout to '60s'`)
  if (role === 'vakt_app') await client.query(`alter role ${escapeIdentifier(name)} set statement_timeout to '15s'`)
  await client.query(`grant connect on database ${escapeIdentifier(database)} to ${escapeIdentifier(name)}`)
}

/** Makes the logins, or sets them right. Run after the migrations, by the owner. */
export async function createLogins(pool: Pool, database: string, root: Buffer): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query("begin; select pg_advisory_xact_lock(hashtext('vakt logins'))")
    for (const login of logins) await createLogin(client, database, root, login)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}
