import { createHash, createHmac } from 'node:crypto'
import type { Pool, PoolClient, PoolConfig } from 'pg'
import { escapeIdentifier, escapeLiteral } from 'pg'

/** The two logins that the running server uses. Neither owns a table, and each is one of the roles of migration 0001 from its first statement on. */
const logins = [
  { role: 'vakt_app', also: ['vakt_staff', 'vakt_requester'] },
  { role: 'vakt_worker', also: [] },
] as const

type RuntimeRole = (typeof logins)[number]['role']

/** Role names are shared by a whole PostgreSQL cluster, so each database has logins of its own. */
const loginName = (role: RuntimeRole, database: string) => `${role}_${createHash('sha256').update(database).digest('hex').slice(0, 8)}`

/** The same in every process that was given the same owner login, and known to nobody who was not. */
const loginPassword = (role: RuntimeRole, owner: PoolConfig) =>
  createHmac('sha256', String(owner.password ?? ''))
    .update(`vakt login ${role} ${owner.database}`)
    .digest('base64url')

/** How the running server connects as one of its roles, given how the owner connects. */
export function runtimeConnection(owner: PoolConfig, role: RuntimeRole): PoolConfig {
  return { ...owner, user: loginName(role, owner.database ?? ''), password: loginPassword(role, owner) }
}

async function createLogin(client: PoolClient, owner: PoolConfig, { role, also }: (typeof logins)[number]): Promise<void> {
  const name = loginName(role, owner.database ?? '')
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [name])
  const attributes = `login noinherit nosuperuser nobypassrls nocreaterole nocreatedb password ${escapeLiteral(loginPassword(role, owner))}`
  await client.query(`${rowCount ? 'alter' : 'create'} role ${escapeIdentifier(name)} ${attributes}`)
  for (const granted of [role, ...also]) await client.query(`grant ${granted} to ${escapeIdentifier(name)}`)
  await client.query(`alter role ${escapeIdentifier(name)} set role to ${escapeLiteral(role)}`)
  await client.query(`alter role ${escapeIdentifier(name)} set idle_in_transaction_session_timeout to '60s'`)
  if (role === 'vakt_app') await client.query(`alter role ${escapeIdentifier(name)} set statement_timeout to '15s'`)
  // Versions before gave one, by which every check of a reference was planned again for each row.
  if (role === 'vakt_worker') await client.query(`alter role ${escapeIdentifier(name)} reset plan_cache_mode`)
  await client.query(`grant connect on database ${escapeIdentifier(owner.database ?? '')} to ${escapeIdentifier(name)}`)
}

/** Makes the logins, or sets them right. Run after the migrations, by the owner. */
export async function createLogins(pool: Pool, owner: PoolConfig): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query("begin; select pg_advisory_xact_lock(hashtext('vakt logins'))")
    for (const login of logins) await createLogin(client, owner, login)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}
