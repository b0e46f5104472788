import type { Transaction } from '#server/platform/database/transaction.ts'

type Column = { name: string; type: 'text' | 'text[]' | 'jsonb'; isNullable: boolean }
export type CleanedTable = { table: string; customerColumn: string | null; columns: Column[] }

/** Tables without words of people: names of customers, roles and rules, what machines measure, and what runs Vakt itself. */
const untouchedTables = [
  ...['customer', 'customer_role_feature', 'staff_role', 'customer_sign_in_rule', 'app_user', 'job', 'migration'],
  ...['oidc_payload', 'oidc_secret', 'installation_secret', 'installation_note', 'staff_look', 'ticket_search', 'ticket_word'],
  // From these it is known what to look for: their rows go last.
  ...['invitation', 'phone_number'],
]

const never = 'x\\A'

/** Every table that the worker can change, with its columns that hold text. Parts of partitioned tables, and what is measured, are left out. */
export async function readCleanedTablesForAllCustomers(transaction: Transaction): Promise<CleanedTable[]> {
  const { rows } = await transaction.query<CleanedTable>(
    `select c.relname as table,
       (select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attname = 'customer_id' and not a.attisdropped) as "customerColumn",
       json_agg(json_build_object('name', a.attname, 'type', case format_type(a.atttypid, null)
         when 'json' then 'jsonb' else format_type(a.atttypid, null) end, 'isNullable', not a.attnotnull) order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname not like 'metric\\_%' and c.relname <> all ($1)
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = ''
       and format_type(a.atttypid, null) in ('text', 'text[]', 'jsonb', 'json') and a.attname <> 'customer_id' and a.attname not like '%\\_customer\\_id'
       and has_table_privilege(c.oid, 'update')
     group by c.oid, c.relname order by c.relname`,
    [untouchedTables],
  )
  return rows
}

/** What is known of a person, for which is looked. */
export type Traces = {
  userId: string
  label: string
  /** Null: of the provider, whose people are named at all customers. */
  customerId: string | null
  names: string[]
  emails: string[]
  phones: string[]
  /** Someone else has one of the names: only rows that hold the id of this user are about them. */
  hasNamesake: boolean
}

const escapePattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const inJson = (text: string) => JSON.stringify(text).slice(1, -1)

/** As a regular expression of PostgreSQL: addresses and numbers anywhere, names of several words as whole words. */
function patternOf(values: readonly string[], names: readonly string[]): string {
  const whole = names.filter((name) => name.includes(' ')).map((name) => `(?<!\\w)${escapePattern(name)}(?!\\w)`)
  return [...values.map(escapePattern), ...whole].join('|')
}

const quoted = (name: string) => `"${name}"`

/** $1 label, $2 names, $3 addresses and numbers, $4 pattern in text, $5 pattern in JSON, $6 quoted names in JSON, $7 quoted addresses in JSON. */
function cleaned({ name, type, isNullable }: Column): { set: string; where: string } {
  const column = quoted(name)
  // Of what is kept in lower case the rest stays so, since a table may demand it.
  const cased = (value: string) => `case when ${value} = lower(${value}) then lower($1) else $1 end`
  const whole = (value: string, empty: string) =>
    `case when ${value} = any($2::text[]) then $1 when lower(${value}) = any($3::text[]) then ${empty}
       else regexp_replace(${value}, $4, ${cased(value)}, 'gi') end`
  if (type === 'text')
    return {
      set: `${column} = ${whole(column, isNullable ? 'null' : 'lower($1)')}`,
      where: `(${column} ~* $4 or ${column} = any($2::text[]))`,
    }
  if (type === 'text[]')
    return {
      set: `${column} = (select coalesce(array_agg(${whole('v.value', "''")} order by v.position), '{}') from unnest(${column}) with ordinality as v (value, position))`,
      where: `(array_to_string(${column}, E'\\n') ~* $4 or ${column} && $2::text[])`,
    }
  return {
    set: `${column} = regexp_replace(regexp_replace(regexp_replace(${column}::text, $6, to_json($1::text)::text, 'g'), $7, '""', 'gi'), $5, $1, 'gi')::jsonb`,
    where: `(${column}::text ~* $5 or ${column}::text ~ $6)`,
  }
}

/** Replaces what names the person in all text of a table. Returns how many rows it changed. */
export async function cleanTableForAllCustomers(transaction: Transaction, cleanedTable: CleanedTable, traces: Traces): Promise<number> {
  const { table, customerColumn, columns } = cleanedTable
  const { label, customerId, names, userId, hasNamesake } = traces
  const values = [...traces.emails, ...traces.phones].map((value) => value.toLowerCase())
  const parts = columns.map(cleaned)
  const anyOf = (texts: readonly string[]) => `"(${texts.map(inJson).map(escapePattern).join('|') || never})"`
  const clean = async (sought: readonly string[], named: readonly string[], condition: string): Promise<number> => {
    if (sought.length + named.length === 0) return 0
    const pattern = patternOf(sought, named) || never
    const jsonPattern = patternOf(sought.map(inJson), named.map(inJson)) || never
    const { rowCount } = await transaction.query(
      // Whatever columns the table has, each value has a type.
      `with given as (select $1::text, $2::text[], $3::text[], $4::text, $5::text, $6::text, $7::text, $8::text)
       update ${quoted(table)} t set ${parts.map(({ set }) => set).join(', ')}
       where ($8::text is null or ${customerColumn ? 't.customer_id = $8' : 'true'}) and (${condition}) and (${parts.map(({ where }) => where).join(' or ')})`,
      [label, named, sought, pattern, jsonPattern, anyOf(named), anyOf(sought), customerId, ...(condition === 'true' ? [] : [userId])],
    )
    return rowCount ?? 0
  }
  if (!hasNamesake) return clean(values, names, 'true')
  return (await clean(values, [], 'true')) + (await clean([], names, 'strpos(to_jsonb(t)::text, $9) > 0'))
}
