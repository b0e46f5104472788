import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import pg from 'pg'
import { findMigrationProblems } from '#server/testing/migration-rules.ts'
import { sharedServer } from '#server/testing/shared-server.ts'
import { silentLog, testKeys } from '#server/testing/test-database.ts'
import { prepareDatabase } from './database.ts'
import { migrate, NewerSchema } from './migrate.ts'
import { baseline, OlderSchema, parseMigration, readMigrationFiles, withBaseline } from './migration-files.ts'

const files = await readMigrationFiles()
const made: string[] = []

async function withClient<T>(database: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...sharedServer(), database })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function createEmptyDatabase(): Promise<pg.PoolConfig & { database: string }> {
  const database = `migrate_${randomBytes(4).toString('hex')}`
  await withClient('postgres', (client) => client.query(`create database ${database}`))
  made.push(database)
  return { ...sharedServer(), database }
}

after(() =>
  withClient('postgres', async (client) => {
    for (const database of made) await client.query(`drop database ${database} with (force)`)
  }),
)

test('each migration has a number of its own', () => {
  const numbers = files.map(({ name }) => /^(\d{4})_[a-z0-9_]+$/.exec(name)?.[1] ?? name)
  assert.deepEqual(numbers, [...new Set(numbers)])
})

test('the previous release can work while and after each newer migration runs', () => {
  const broken = files
    .filter(({ name }) => name > baseline.name)
    .flatMap(({ name, sql }) => findMigrationProblems(sql).map((problem) => ({ name, ...problem })))
  assert.deepEqual(broken, [], 'see "Migrations" in CONTRIBUTING.md')
})

test('a migration that the previous release could not work with is found', () => {
  const wrong = [
    'drop table ticket;',
    'alter table customer drop column name;',
    'alter table customer rename column name to title;',
    'alter table customer alter column name set not null;',
    'alter table customer add column a text default 1, add column b text not null;',
    'alter table ticket add constraint x check (true);',
    'create unique index x on ticket (subject);',
    'update ticket set subject = subject;',
    'drop policy searches on ticket;',
    'revoke select on ticket from vakt_app;',
    'alter table ticket alter column subject type varchar(10);',
    'alter table incident add column a text; alter table ticket add column a text;',
  ]
  for (const sql of wrong) assert.equal(findMigrationProblems(sql).length, 1, sql)
  const right = [
    'create table note (a text not null); create index on note (a); alter table note alter column a set not null;',
    "alter table customer add column a text not null default '';",
    'alter table ticket add constraint x check (true) not valid;',
    'create index concurrently x on ticket (subject);',
    'create function f() returns void language sql as $$ update ticket set subject = subject; drop table x; $$; revoke execute on function f from public;',
    '-- contract of 0.1.0: nothing reads it since.\nalter table customer drop column name;',
  ]
  for (const sql of right) assert.deepEqual(findMigrationProblems(sql), [], sql)
})

test('several processes that start at once migrate once', async () => {
  const owner = await createEmptyDatabase()
  const ran = await Promise.all([1, 2, 3].map(() => prepareDatabase(owner, testKeys, silentLog)))
  assert.deepEqual(ran.map((each) => each.ran.length).sort(), [0, 0, files.length])
  assert.deepEqual((await prepareDatabase(owner, testKeys, silentLog)).ran, [])
})

test('a database that a newer version upgraded is refused with one sentence', async () => {
  const owner = await createEmptyDatabase()
  await prepareDatabase(owner, testKeys, silentLog)
  await withClient(owner.database, (client) => client.query("insert into migration values ('9999_from_the_future', 'now')"))
  await assert.rejects(prepareDatabase(owner, testKeys, silentLog), (error) => {
    assert.ok(error instanceof NewerSchema)
    assert.match(error.message, /^The database was upgraded by a newer version of Vakt \(.* 9999_from_the_future\): [^\n]+\.$/)
    return true
  })
})

test('a database of 0.1.0 has the baseline; one of an early version is refused with one sentence', async () => {
  const names = (...ran: string[]) => ran.map((name) => ({ name }))
  const later = names(baseline.lastReplaced, '0001_customers', '0310_later')
  assert.deepEqual(withBaseline(later), names('0309_baseline', '0310_later'))
  assert.deepEqual(withBaseline(names('0309_baseline')), names('0309_baseline'))
  const owner = await createEmptyDatabase()
  await prepareDatabase(owner, testKeys, silentLog)
  const replace = (name: string) =>
    withClient(owner.database, (client) => client.query('update migration set name = $1 where name < $2', [name, '0310']))
  await replace(baseline.lastReplaced)
  assert.deepEqual((await prepareDatabase(owner, testKeys, silentLog)).ran, [])
  await replace('0034_early')
  await assert.rejects(prepareDatabase(owner, testKeys, silentLog), (error) => {
    assert.ok(error instanceof OlderSchema)
    assert.match(
      error.message,
      /^This is the schema of an early version of Vakt \(.* 0034_early\): start version 0\.1\.0 on it once, then this one\.$/,
    )
    return true
  })
})

test('a migration waits for a transaction that holds its table, without holding up others for longer than a second', async () => {
  const owner = await createEmptyDatabase()
  await prepareDatabase(owner, testKeys, silentLog)
  await withClient(owner.database, async (busy) => {
    await busy.query('begin; lock table ticket in access share mode')
    const pool = new pg.Pool(owner)
    const later = parseMigration('9999_note', 'alter table ticket add column note text')
    const migrating = migrate(pool, [...files, later]).finally(() => pool.end())
    await withClient(owner.database, async (reader) => {
      const waits = "select from pg_locks where relation = 'ticket'::regclass and not granted"
      while ((await busy.query(waits)).rowCount === 0);
      await reader.query("set statement_timeout = '5s'")
      await reader.query('select from ticket')
    })
    await busy.query('commit')
    assert.deepEqual(await migrating, ['9999_note'])
  })
})

test('an index is built without a lock on its table, and built again where a build broke off', async () => {
  const owner = await createEmptyDatabase()
  const pool = new pg.Pool(owner)
  const first = parseMigration('0001_note', 'create table note (a int); insert into note values (1), (1);')
  const second = parseMigration('0002_index', '-- Why.\ncreate unique index concurrently note_a on note (a);\n')
  try {
    await migrate(pool, [first])
    await assert.rejects(migrate(pool, [first, second]), /^Error: The migration 0002_index failed: could not create unique index/)
    const isValid = async () =>
      (await pool.query("select indisvalid from pg_index where indexrelid = 'note_a'::regclass")).rows[0].indisvalid
    assert.equal(await isValid(), false)
    await pool.query('delete from note where ctid in (select ctid from note limit 1)')
    assert.deepEqual(await migrate(pool, [first, second]), ['0002_index'])
    assert.equal(await isValid(), true)
  } finally {
    await pool.end()
  }
  assert.throws(
    () => parseMigration('0003_two', 'create index concurrently a on note (a); drop table note;'),
    /0003_two may hold nothing but/,
  )
})
