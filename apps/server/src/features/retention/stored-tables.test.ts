import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { removals } from '#server/roles/removals.ts'
import { createTestDatabase } from '#server/testing/test-database.ts'
import { storedTables } from './stored-tables.ts'

const { database, close } = await createTestDatabase()
after(close)

const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await workForAllCustomers({ pool: database.worker }, (transaction) => transaction.query<Row>(text, values))).rows

test('each table is named with what removes its rows, or with the reason why it does not grow', async () => {
  const rows = await query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  )
  const tables = rows.map(({ name }) => name)
  assert.deepEqual(
    {
      withoutEntry: tables.filter((name) => !storedTables.has(name)).toSorted(),
      unknown: [...storedTables.keys()].filter((name) => !tables.includes(name)).toSorted(),
    },
    { withoutEntry: [], unknown: [] },
  )
  for (const { removes } of removals) assert.equal(storedTables.get(removes)?.endsWith, 'its term', removes)
})

type Key = { table: string; columns: string[]; refers: string; refersName: string }

/** Foreign keys that refer to one of these tables, and on to what goes with their rows. */
async function findKeysInto(tables: readonly string[]): Promise<Key[]> {
  const rows = await query<Key & { cascades: boolean; name: string }>(
    `select c.conrelid::regclass::text as table, c.confrelid::regclass::text as refers, c.conname as "refersName", c.confdeltype = 'c' as cascades,
       array(select a.attname::text from unnest(c.conkey) with ordinality k (number, place)
         join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.number order by k.place) as columns
     from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace`,
  )
  const found = new Set<(typeof rows)[number]>()
  const reached = [...tables]
  for (const table of reached)
    for (const key of rows.filter(({ refers }) => refers === table)) {
      found.add(key)
      if (key.cascades && !reached.includes(key.table)) reached.push(key.table)
    }
  return [...found]
}

test('what refers to a row that is removed is found by an index', async () => {
  const keys = await findKeysInto(removals.map(({ removes }) => removes))
  assert.ok(keys.length > 25, `${keys.length} foreign keys`)
  const missing: string[] = []
  for (const { table, columns, refersName } of keys) {
    // Any index that begins with the columns, or with the id among them; a partial one only where it leaves out nothing but nulls.
    const indexes = await query<{ columns: string[]; condition: string | null }>(
      `select array(select a.attname::text from unnest(i.indkey::smallint[]) with ordinality k (number, place)
           join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number order by k.place) as columns,
         pg_get_expr(i.indpred, i.indrelid) as condition
       from pg_index i where i.indrelid = $1::regclass and i.indisvalid`,
      [table],
    )
    const serves = ({ columns: of, condition }: (typeof indexes)[number]) => {
      const leading = new Set(of.slice(0, columns.length))
      const begins =
        columns.every((column) => leading.has(column)) || columns.some((column) => column !== 'customer_id' && column === of[0])
      return begins && (condition === null || columns.some((column) => condition === `(${column} IS NOT NULL)`))
    }
    if (!indexes.some(serves)) missing.push(`${table} ${columns.join(', ')} (${refersName})`)
  }
  assert.deepEqual(missing, [])
})
