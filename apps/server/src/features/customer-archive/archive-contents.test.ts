import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createTestDatabase } from '#server/testing/test-database.ts'
import { archiveKinds, leftOutTables } from './archive-contents.ts'

const { database, close } = await createTestDatabase()
after(close)
const read = async <Row extends object>(sql: string) =>
  (await workForAllCustomers({ pool: database.worker }, (transaction) => transaction.query<Row>(sql))).rows

const columns = await read<{ table: string; column: string; type: string }>(
  `select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type
   from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     and exists (select from pg_attribute o where o.attrelid = c.oid and o.attname = 'customer_id' and not o.attisdropped)
   order by c.relname, a.attnum`,
)
const columnsOf = Map.groupBy(columns, ({ table }) => table)

test('every table with rows of customers is in the archive, or is left out with a reason', () => {
  const archived = new Set(archiveKinds.map(({ table }) => table))
  const forgotten = [...columnsOf.keys()].filter((table) => !archived.has(table) && !Object.hasOwn(leftOutTables, table))
  assert.deepEqual(forgotten, [], 'add a kind to archived-*-kinds.ts, or the table with a reason to leftOutTables of archive-contents.ts')
  const gone = [...archived, ...Object.keys(leftOutTables)].filter((table) => !columnsOf.has(table))
  assert.deepEqual(gone, [])
  assert.deepEqual(
    Object.keys(leftOutTables).filter((table) => archived.has(table)),
    [],
  )
  assert.equal(new Set(archiveKinds.map(({ name }) => name)).size, archiveKinds.length)
})

test('every column of what is archived is in the archive, or is left out', () => {
  for (const { table, columns: shown, without } of archiveKinds) {
    const there =
      columnsOf
        .get(table)
        ?.map(({ column }) => column)
        .filter((column) => column !== 'customer_id') ?? []
    assert.deepEqual([...shown, ...without].toSorted(), there.toSorted(), `${table}: name each column in columns or without`)
  }
})

test('no secret, hash or key is archived, nor what is not text', () => {
  // Names of what is compared, no keys of encryption.
  const harmless = ['entity_relation.target_key']
  const suspicious = archiveKinds.flatMap(({ table, columns: shown }) =>
    shown
      .filter((column) => /secret|hash|token|password|(^|_)key($|_)|sealed|nonce|_code|ending/.test(column))
      .map((column) => `${table}.${column}`)
      .filter((name) => !harmless.includes(name)),
  )
  assert.deepEqual(suspicious, [])
  const binary = archiveKinds.flatMap(({ table, columns: shown }) =>
    (columnsOf.get(table) ?? []).filter(({ column, type }) => type === 'bytea' && shown.includes(column)),
  )
  assert.deepEqual(binary, [])
})
