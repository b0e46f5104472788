import type { Pool } from 'pg'

/** The server does not run on a database where one customer's rows could reach another's; the message says what is wrong. */
export class NotIsolated extends Error {}

const powersOfLogin = `
  select session_user as login,
    bool_or(r.rolsuper) as superuser,
    bool_or(r.rolbypassrls) as bypasses,
    bool_or(r.rolcreaterole) as creates_roles,
    bool_or(r.rolname in ('vakt_search', 'vakt_backup')) as reads_past_policies,
    exists (
      select from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p') and pg_has_role(session_user, c.relowner, 'member')
    ) as owns_tables
  from pg_roles r where pg_has_role(session_user, r.oid, 'member')`

const unprotectedTables = `
  select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' and c.relkind in ('r', 'p') and c.relname not in ('migration', 'migration_lock')
    and not (c.relrowsecurity and c.relforcerowsecurity)
  order by c.relname`

const openViews = `
  select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' and (c.relkind = 'm' or (c.relkind = 'v' and not coalesce(c.reloptions @> '{security_invoker=true}', false)))`

const truncatable = `
  select distinct c.relname as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace, aclexplode(c.relacl) as granted
  where n.nspname = 'public' and c.relkind in ('r', 'p') and granted.privilege_type = 'TRUNCATE'
    and (granted.grantee = 0 or pg_has_role(session_user, granted.grantee, 'member'))`

type Powers = {
  login: string
  superuser: boolean
  bypasses: boolean
  creates_roles: boolean
  reads_past_policies: boolean
  owns_tables: boolean
}

/** Throws NotIsolated unless row-level security holds for this login on every table. */
export async function checkIsolation(pool: Pool): Promise<void> {
  const { rows } = await pool.query<Powers>(powersOfLogin)
  const powers = rows[0]
  if (!powers) throw new NotIsolated('The rights of the database login cannot be read.')
  const because = (reason: string) =>
    new NotIsolated(`The database login ${powers.login} ${reason}, so row-level security would not hold. Vakt does not start with it.`)
  if (powers.superuser) throw because('is a superuser or may become one')
  if (powers.bypasses) throw because('has BYPASSRLS')
  if (powers.creates_roles) throw because('may create roles')
  if (powers.reads_past_policies) throw because('is a member of vakt_search or vakt_backup')
  if (powers.owns_tables) throw because('owns tables')
  for (const [sql, what] of [
    [unprotectedTables, 'is not under forced row-level security'],
    [openViews, 'is a view that would show every customer'],
    [truncatable, 'could be truncated by the server'],
  ] as const) {
    const found = await pool.query<{ name: string }>(sql)
    if (found.rows[0]) throw new NotIsolated(`The table ${found.rows[0].name} ${what}. Vakt does not start on this database.`)
  }
}
