import pg, { escapeIdentifier } from 'pg'
import { readSequences, readTables } from '#server/platform/backup/read-catalog.ts'

const rowsAsText = "set datestyle = 'ISO'; set timezone = 'UTC'; set bytea_output = 'hex'; set extra_float_digits = 1"

/** Who may do what with what: everything in the schema that is not a row. */
const schemaSql = `
  select format('policy %s.%s %s %s %s to %s: %s / %s', polrelid::regclass, polname, polcmd, polpermissive, '',
      (select string_agg(case when role = 0 then 'public' else role::regrole::text end, ',' order by role::regrole::text) from unnest(polroles) as role),
      pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)) as line from pg_policy
  union all select format('table %s %s %s', relname, relrowsecurity, relforcerowsecurity) from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
  union all select format('grant %s %s %s', relname, acl.grantee::regrole, acl.privilege_type) from pg_class, aclexplode(relacl) as acl
    where relnamespace = 'public'::regnamespace and acl.grantee <> relowner and acl.grantee::regrole::text like 'vakt%'
  union all select pg_get_indexdef(indexrelid) || indisvalid::text from pg_index join pg_class on oid = indexrelid where relnamespace = 'public'::regnamespace
  union all select format('constraint %s %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated) from pg_constraint
    where connamespace = 'public'::regnamespace and contype <> 'n'
  union all select pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal
  union all select format('execute %s %s', p.oid::regprocedure, acl.grantee::regrole) from pg_proc p,
    aclexplode(coalesce(proacl, acldefault('f', proowner))) as acl where pronamespace = 'public'::regnamespace and acl.grantee <> proowner
  order by 1`

/** A dump adds parentheses to expressions. Partitions of hours and days are made as time passes: all of a table count as one. */
const withoutChance = (line: string) => line.replaceAll(/[()]/g, '').replaceAll(/_\d{5,}/g, '_n')

export type DatabaseContents = { rows: Record<string, string>; sequences: unknown; schema: string[] }

/** A digest of the rows of each table that the catalogue lists, the sequences and the schema, to hold two databases against each other. As a superuser. */
export async function readDatabase(superuser: pg.ClientConfig): Promise<DatabaseContents> {
  const client = new pg.Client(superuser)
  await client.connect()
  try {
    await client.query(rowsAsText)
    const rows: Record<string, string> = {}
    for (const { name } of await readTables(client)) {
      const { rows: found } = await client.query<{ digest: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(row, '' order by row)), '') as digest from (select md5(t::text) as row from ${escapeIdentifier(name)} t) as all_rows`,
      )
      rows[name] = found[0]?.digest ?? ''
    }
    const { rows: schema } = await client.query<{ line: string }>(schemaSql)
    return { rows, sequences: await readSequences(client), schema: [...new Set(schema.map(({ line }) => withoutChance(line)))].toSorted() }
  } finally {
    await client.end()
  }
}
