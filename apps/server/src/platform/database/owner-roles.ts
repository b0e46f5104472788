import type { Pool, PoolClient } from 'pg'
import { escapeIdentifier } from 'pg'
import { NotIsolated } from './check-isolation.ts'
import { createLimitPolicy, limitPolicyOf } from './limited-tables.ts'
import { lockTimeoutMs, retryOnLockTimeout } from './migrate.ts'

type Client = Pick<PoolClient, 'query'>

const ownerRoles = ['vakt_search', 'vakt_backup']

/** A table without row-level security needs no policy. */
const tablesWithoutBackup = `
  select c.relname as name, c.relrowsecurity as is_protected from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and not (has_table_privilege('vakt_backup', c.oid, 'select')
      and (not c.relrowsecurity or exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'backup_reads')))
  order by c.relname`

/** What staff read over all customers, staff that are limited to some read of those. */
const tablesWithoutLimit = `
  select c.relname as name from pg_class c join pg_policy r on r.polrelid = c.oid and r.polname = 'all_customers_read'
  where c.relnamespace = 'public'::regnamespace
    and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'limited_staff_reads')
  order by c.relname`

/** With their policies for people who are limited to some resources. */
const protectedTables = `
  select c.relname as name, array(select p.polname::text from pg_policy p where p.polrelid = c.oid and p.polname ^@ 'resource_limit_') as policies
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relrowsecurity
  order by c.relname`

type Unreadable = { name: string; is_protected: boolean }

/** As a member of these the owner is under their restrictions, and with it the search, which would find nothing. */
async function refuseRestrictedOwner(client: Client): Promise<void> {
  const { rows } = await client.query<{ owner: string; role: string }>(
    `select current_user::text as owner, role from pg_roles, unnest(array['vakt_requester', 'vakt_limited', 'vakt_limited_requester']) as role
     where rolname = current_user and not rolsuper and not rolbypassrls and pg_has_role(current_user, role::name, 'usage')`,
  )
  if (rows[0])
    throw new NotIsolated(
      `The database login ${rows[0].owner} inherits the restrictions of ${rows[0].role}, so that search would find nothing: revoke that role from it, or grant it "with inherit false".`,
    )
}

/** Missing where `pg_restore` gave the tables to a login that did not run the migrations. */
async function grantOwnerRoles(client: Client): Promise<void> {
  const { rows } = await client.query<{ role: string; owner: string; version: number }>(
    `select role, current_user::text as owner, current_setting('server_version_num')::int as version
     from unnest($1::text[]) as role where not pg_has_role(current_user, role::name, 'usage')`,
    [ownerRoles],
  )
  for (const { role, owner, version } of rows) {
    const options = version >= 160_000 ? ' with inherit true, set true' : ''
    await client.query(`grant ${escapeIdentifier(role)} to ${escapeIdentifier(owner)}${options}`)
  }
}

async function withShortLock(client: Client, statements: readonly string[]): Promise<void> {
  await client.query(`begin; set local lock_timeout = ${lockTimeoutMs}`)
  try {
    for (const statement of statements) await client.query(statement)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

function allowBackup(client: Client, { name, is_protected }: Unreadable): Promise<void> {
  const table = escapeIdentifier(name)
  // Of the owner's login, which is a member of the role, the policy shows nothing until it takes the role.
  const policy = `create policy backup_reads on ${table} for select to vakt_backup using (current_user = 'vakt_backup')`
  return withShortLock(client, [
    `grant select on ${table} to vakt_backup`,
    ...(is_protected ? [`drop policy if exists backup_reads on ${table}; ${policy}`] : []),
  ])
}

function allowLimitedStaff(client: Client, { name }: { name: string }): Promise<void> {
  const table = escapeIdentifier(name)
  const using = 'customer_id = any ((select staff_customers())::text[])'
  return withShortLock(client, [
    `grant select on ${table} to vakt_limited_staff`,
    `create policy limited_staff_reads on ${table} for select to vakt_limited_staff using (${using})`,
  ])
}

type Protected = { name: string; policies: string[] }

const isLimited = ({ name, policies }: Protected) => policies.length === 1 && policies[0] === limitPolicyOf(name)

const limitSight = (client: Client, { name, policies }: Protected): Promise<void> =>
  withShortLock(client, [
    ...policies.map((policy) => `drop policy ${escapeIdentifier(policy)} on ${escapeIdentifier(name)}`),
    createLimitPolicy(name),
  ])

async function tablesToLimit(client: Client): Promise<Protected[]> {
  const { rows } = await client.query<Protected>(protectedTables)
  return rows.filter((table) => !isLimited(table))
}

/**
 * Grants the owner its roles, lets a backup read every table, staff that are limited to some customers the rows of those, and people who are limited to
 * some resources what is about those. Run after the migrations, by the owner; does nothing where all is there. Throws NotIsolated.
 */
export async function prepareOwnerRoles(pool: Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await refuseRestrictedOwner(client)
    await grantOwnerRoles(client)
    const isReady = async () =>
      (await client.query(tablesWithoutBackup)).rowCount === 0 &&
      (await client.query(tablesWithoutLimit)).rowCount === 0 &&
      (await tablesToLimit(client)).length === 0
    if (await isReady()) return
    await client.query("select pg_advisory_lock(hashtext('vakt owner roles'))")
    for (const table of (await client.query<Unreadable>(tablesWithoutBackup)).rows)
      await retryOnLockTimeout(() => allowBackup(client, table))
    for (const table of (await client.query<{ name: string }>(tablesWithoutLimit)).rows)
      await retryOnLockTimeout(() => allowLimitedStaff(client, table))
    for (const table of await tablesToLimit(client)) await retryOnLockTimeout(() => limitSight(client, table))
  } finally {
    client.release(true)
  }
}
