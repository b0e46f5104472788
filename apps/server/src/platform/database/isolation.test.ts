import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, describe, test } from 'node:test'
import pg from 'pg'
import { checkIsolation, NotIsolated } from '#server/platform/database/check-isolation.ts'
import { type Database, openDatabase, prepareDatabase } from '#server/platform/database/database.ts'
import { startEmbeddedPostgres } from '#server/platform/database/embedded-postgres.ts'
import { runtimeConnection } from '#server/platform/database/logins.ts'
import { inTransaction, readForAllCustomers, type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import type { Keyring } from '#server/platform/keys/keyring.ts'
import { makeRowInEachTable } from '#server/testing/row-in-each-table/make-row-in-each-table.ts'
import { sharedServer } from '#server/testing/shared-server.ts'
import { silentLog, testKeys } from '#server/testing/test-database.ts'

const debian = '/usr/lib/postgresql/15/bin'

async function startDebian(): Promise<{ server: pg.PoolConfig; stop(): Promise<void> }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vakt-postgres15-'))
  await chmod(folder, 0o755)
  const embedded = await startEmbeddedPostgres({
    directory: folder,
    binariesFolder: debian,
    settings: { fsync: 'off', synchronous_commit: 'off' },
  })
  return {
    server: embedded.connection,
    async stop() {
      await embedded.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function asOwner<Row extends pg.QueryResultRow>(owner: pg.PoolConfig, sql: string): Promise<Row[]> {
  const client = new pg.Client(owner)
  await client.connect()
  try {
    const result = await client.query<Row>(sql)
    return result.rows
  } finally {
    await client.end()
  }
}

/** Migrated by the real migrations, opened with a small pool, so that connections are used again and again. */
async function createDatabase(
  server: pg.PoolConfig,
): Promise<{ owner: pg.PoolConfig; keyring: Keyring; database: Database; remove(): Promise<void> }> {
  const name = `isolation_${randomBytes(4).toString('hex')}`
  await asOwner(server, `create database ${name}`)
  const owner = { ...server, database: name }
  const { keyring } = await prepareDatabase(owner, testKeys, silentLog)
  const database = await openDatabase(owner, keyring, silentLog, { app: 2, worker: 1 })
  return {
    owner,
    keyring,
    database,
    async remove() {
      await database.close()
      await asOwner(server, `drop database ${name} with (force)`)
    },
  }
}

const denied = (error: unknown) => error instanceof pg.DatabaseError && error.code === '42501'
/** On one connection: the pool would throw one away with each refusal, and to open one costs more than all else here. */
async function assertDenied(pool: pg.Pool, statements: readonly string[]): Promise<void> {
  const client = await pool.connect()
  try {
    for (const sql of statements) await assert.rejects(client.query(sql), denied, sql)
  } finally {
    client.release()
  }
}

const isForeignKey = (error: unknown) => error instanceof pg.DatabaseError && error.code === '23503'

/** Without partitions: those are asked for through their parent. */
const tablesOfCustomers = `
  select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'customer_id' and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and not c.relispartition order by 1`

const partitions = "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relispartition and relkind = 'r'"

function proveIsolation(openServer: () => Promise<{ server: pg.PoolConfig; stop(): Promise<void> }>): void {
  const opened = openServer()
  const prepared = opened.then(async ({ server }) => {
    const fresh = await createDatabase(server)
    const [a, b] = [await makeRowInEachTable(fresh.database), await makeRowInEachTable(fresh.database)]
    const tables = (await asOwner<{ name: string }>(fresh.owner, tablesOfCustomers)).map(({ name }) => name)
    return { ...fresh, server, a, b, tables }
  })
  after(async () => {
    await (await prepared).remove()
    await (await opened).stop()
  })
  const countIn = async (transaction: Transaction, table: string, where = '') =>
    Number((await transaction.query(`select count(*) as count from ${table} ${where}`)).rows[0].count)

  test('every table of the schema is under forced row-level security', async () => {
    const { owner } = await prepared
    const open = await asOwner(
      owner,
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname not like 'migration%'
         and not (relrowsecurity and relforcerowsecurity)`,
    )
    assert.deepEqual(open, [])
  })

  test('a partition is asked for through its table only', async () => {
    const { database, owner } = await prepared
    const names = (await asOwner<{ name: string }>(owner, partitions)).map(({ name }) => name)
    assert.ok(names.length > 10)
    const statements = names.map((name) => `select from ${name}`)
    for (const pool of [database.app, database.worker]) await assertDenied(pool, statements)
  })

  test('a transaction that names no customer sees no row of any table', async () => {
    const { database, tables, owner } = await prepared
    assert.ok(tables.length >= 14)
    const counts = tables.map((table) => `select '${table}' as name, count(*)::int as count from ${table}`).join(' union all ')
    const made = await asOwner<{ name: string; count: number }>(owner, counts)
    assert.equal(made.length, tables.length)
    for (const { name, count } of made) assert.ok(count >= 2, `testing/row-in-each-table makes no row of the table ${name} yet`)
    for (const table of tables) {
      const { rows } = await database.app.query(`select count(*)::int as count from ${table}`)
      assert.equal(rows[0].count, 0, table)
    }
  })

  test('a customer sees its own rows in every table, and none of another', async () => {
    const { database, tables, a, b } = await prepared
    for (const table of tables) {
      await inTransaction({ pool: database.app }, a.customerId, async (transaction) => {
        assert.ok((await countIn(transaction, table)) >= 1, table)
        assert.equal(await countIn(transaction, table, `where customer_id <> '${a.customerId}'`), 0, table)
        assert.equal(await countIn(transaction, table, `where customer_id = '${b.customerId}'`), 0, table)
      })
    }
  })

  for (const [what, find, everything] of [
    ['words', 'find_tickets($1, true, 100)', JSON.stringify([['s*', 'd*', 'x*', '1*']])],
    ['facets', 'find_tickets_by_facets($1::tsquery, 100)', "!'nothing'"],
  ] as const)
    test(`the search by ${what}, which reads past row-level security, finds what is the customer’s own, and nothing where none is named`, async () => {
      const { database, a, b } = await prepared
      for (const own of [a, b]) {
        const [found, visible] = await inTransaction({ pool: database.app }, own.customerId, async (transaction) => [
          await transaction.query(`select ${find} as id order by id`, [everything]),
          await transaction.query('select ticket_id as id from ticket order by ticket_id'),
        ])
        assert.ok(found?.rows.some(({ id }) => id === own.ticketId))
        assert.deepEqual(found?.rows, visible?.rows)
      }
      assert.deepEqual((await database.app.query(`select ${find} as id`, [everything])).rows, [])
      await assert.rejects(database.worker.query(`select ${find} as id`, [everything]), denied)
    })

  for (const [find, table, column, text] of [
    ['find_alerts', 'alert', 'alert_id', 'n'],
    ['find_incidents', 'incident', 'incident_id', 't'],
  ] as const)
    test(`${find}, which reads past row-level security, finds what is of the customers that the transaction may see, and nothing where none is named`, async () => {
      const { database, a, b } = await prepared
      const sql = `select c.customer_id as of from (select ${find}('${text}', $1, 10000) as id) f
        join lateral (select customer_id from ${table} r where r.${column} = f.id) c on true`
      const found = `select count(*)::int as count from ${find}('${text}', $1, 10000)`
      const everyone: [string[] | null] = [null]
      const both: [string[] | null] = [[a.customerId, b.customerId]]
      for (const own of [a, b])
        for (const asked of [everyone, both])
          await inTransaction({ pool: database.app }, own.customerId, async (transaction) => {
            const { rows } = await transaction.query(sql, asked)
            assert.ok(rows.length > 0)
            assert.ok(rows.every(({ of }) => of === own.customerId))
            // None is left out by row-level security only afterwards.
            assert.equal((await transaction.query(found, asked)).rows[0].count, rows.length)
            assert.equal((await transaction.query(found, [['another']])).rows[0].count, 0)
          })
      const count = (limitedTo?: { own: string; customerIds: string[] }) =>
        readForAllCustomers({ pool: database.app, isStaff: true, ...(limitedTo && { limitedTo }) }, async (transaction) =>
          Number((await transaction.query(found, both)).rows[0].count),
        )
      const [ofAll, ofOne, ofNone] = [
        await count(),
        await count({ own: 'another', customerIds: [a.customerId] }),
        await count({ own: 'another', customerIds: [] }),
      ]
      assert.ok(ofOne > 0 && ofAll > ofOne)
      assert.equal(ofNone, 0)
      assert.equal((await database.app.query(found, everyone)).rows[0].count, 0)
      await assert.rejects(database.worker.query(found, everyone), denied)
      await assert.rejects(database.app.query('select customers_in_sight(null)'), denied)
    })

  test('a worker that names a customer is held to it like everybody else', async () => {
    const { database, tables, a } = await prepared
    for (const table of tables) {
      await inTransaction({ pool: database.worker }, a.customerId, async (transaction) => {
        assert.equal(await countIn(transaction, table, `where customer_id <> '${a.customerId}'`), 0, table)
        assert.equal((await transaction.query(`delete from ${table} where customer_id <> $1`, [a.customerId])).rowCount, 0)
      })
    }
  })

  test('rows of another customer cannot be changed, taken over, given away or made', async () => {
    const { database, a, b } = await prepared
    const as = (customerId: string, sql: string) =>
      inTransaction({ pool: database.app }, customerId, async (transaction) => (await transaction.query(sql)).rowCount)
    assert.equal(await as(a.customerId, `update ticket set subject = 'mine' where ticket_id = ${b.ticketId}`), 0)
    assert.equal(await as(a.customerId, `update app_user set name = 'mine' where customer_id = '${b.customerId}'`), 0)
    await assert.rejects(as(a.customerId, `update ticket set customer_id = '${b.customerId}' where ticket_id = ${a.ticketId}`), denied)
    await assert.rejects(
      as(
        a.customerId,
        `insert into recorded_action (customer_id, at, actor_type, actor_id, actor_name, action, target) values ('${b.customerId}', now(), 'user', 'x', 'x', 'x', 'x')`,
      ),
      denied,
    )
    await assert.rejects(
      as(a.customerId, `insert into signal (customer_id, token_id, format, body) values ('${b.customerId}', gen_random_uuid(), 'x', 'x')`),
      denied,
    )
    for (const table of ['ticket', 'ticket_comment', 'recorded_action', 'alert', 'customer'])
      await assert.rejects(as(a.customerId, `delete from ${table}`), denied, table)
    await assert.rejects(as(a.customerId, 'update recorded_action set actor_name = $$x$$'), denied)
  })

  test('a row cannot refer to a row of another customer, nor tell from the refusal whether it exists', async () => {
    const { database, a, b } = await prepared
    const comment = (ticketId: string) =>
      inTransaction({ pool: database.app }, a.customerId, (transaction) =>
        transaction.query(
          `insert into ticket_comment (customer_id, ticket_id, author_type, author_id, author_name, body, created_at) values ('${a.customerId}', ${ticketId}, 'user', 'x', 'x', 'x', now())`,
        ),
      )
    const refuse = async (ticketId: string) => {
      const error = await comment(ticketId).then(
        () => assert.fail('it was stored'),
        (thrown: pg.DatabaseError) => thrown,
      )
      assert.ok(isForeignKey(error))
      return [error.message, error.constraint]
    }
    assert.deepEqual(await refuse(b.ticketId), await refuse('999999999'))
    for (const sql of [
      `update ticket set entity_id = '${b.entityId}' where ticket_id = ${a.ticketId}`,
      `update ticket set incident_id = ${b.incidentId} where ticket_id = ${a.ticketId}`,
      `update alert set incident_id = ${b.incidentId} where alert_id = ${a.alertId}`,
      `update alert set entity_id = '${b.entityId}' where alert_id = ${a.alertId}`,
      `update incident set entity_id = '${b.entityId}' where incident_id = ${a.incidentId}`,
    ]) {
      await assert.rejects(
        workForAllCustomers({ pool: database.worker }, (transaction) => transaction.query(sql)),
        isForeignKey,
        sql,
      )
    }
  })

  test('nobody can truncate', async () => {
    const { database, tables } = await prepared
    const statements = tables.map((table) => `truncate ${table} cascade`)
    for (const pool of [database.app, database.worker]) await assertDenied(pool, statements)
  })

  test('staff read over all customers, what is listed over all without those that are closed, and write nothing', async () => {
    const { database, owner, tables, a, b } = await prepared
    const staff = { pool: database.app, isStaff: true }
    const policies = await asOwner<{ name: string }>(
      owner,
      "select tablename as name from pg_policies where policyname = 'of_open_customers'",
    )
    const ofOpen = new Set(policies.map(({ name }) => name))
    for (const table of ['alert', 'alert_rule', 'entity', 'incident', 'service_window', 'ticket']) assert.ok(ofOpen.has(table), table)
    for (const table of tables) {
      const seen = await readForAllCustomers(staff, (transaction) =>
        countIn(transaction, table, `where customer_id in ('${a.customerId}', '${b.customerId}')`),
      )
      // Both customers have a row that says that they are closed.
      assert.equal(seen >= 2, !ofOpen.has(table), table)
      for (const sql of [
        `delete from ${table}`,
        `update ${table} set customer_id = customer_id`,
        `insert into ${table} default values`,
        `truncate ${table} cascade`,
      ]) {
        await assert.rejects(
          readForAllCustomers(staff, (transaction) => transaction.query(sql)),
          denied,
          sql,
        )
      }
    }
    await assert.rejects(async () => readForAllCustomers({ ...staff, isStaff: false }, async () => null), /Only staff/)
  })

  test('the login reads and writes nothing when it sheds its role, and takes on no other', async () => {
    const { owner, keyring, tables } = await prepared
    for (const [role, others] of [
      ['vakt_app', ['vakt_worker', 'postgres']],
      ['vakt_worker', ['vakt_app', 'vakt_staff', 'postgres']],
    ] as const) {
      const client = new pg.Client(runtimeConnection(owner, keyring.root, role))
      await client.connect()
      try {
        for (const other of others) await assert.rejects(client.query(`set role ${other}`), denied, `${role} as ${other}`)
        await client.query('set role none')
        for (const table of tables) await assert.rejects(client.query(`select from ${table}`), denied, table)
        await assert.rejects(client.query('create table mine (x int)'), denied)
      } finally {
        await client.end()
      }
    }
  })

  test('a connection that goes back to the pool takes nothing along, whether the work succeeded or failed', async () => {
    const { owner, keyring, a } = await prepared
    const pool = new pg.Pool({ ...runtimeConnection(owner, keyring.root, 'vakt_app'), max: 1 })
    try {
      const rowsSeen = async () =>
        (
          await pool.query(
            "select count(*)::int as count, current_setting('vakt.customer_id', true) as customer, current_user as role from ticket",
          )
        ).rows[0]
      const empty = { count: 0, role: 'vakt_app' }
      assert.deepEqual(await rowsSeen(), { ...empty, customer: null })
      await inTransaction({ pool }, a.customerId, (transaction) => transaction.query('select 1'))
      assert.deepEqual(await rowsSeen(), { ...empty, customer: '' })
      await assert.rejects(inTransaction({ pool }, a.customerId, (transaction) => transaction.query('select 1/0')))
      assert.deepEqual(await rowsSeen(), { ...empty, customer: '' })
      await readForAllCustomers({ pool, isStaff: true }, (transaction) => transaction.query('select 1'))
      assert.deepEqual(await rowsSeen(), { ...empty, customer: '' })
    } finally {
      await pool.end()
    }
  })

  test('2,000 interleaved requests of two customers on two connections, with rollbacks at random, never see the other’s rows', async () => {
    const { database, a, b } = await prepared
    const context = { pool: database.app }
    let rolledBack = 0
    const request = async (index: number) => {
      const own = index % 2 === 0 ? a : b
      try {
        await inTransaction(context, own.customerId, async (transaction) => {
          const { rows } = await transaction.query<{ customer_id: string }>({
            name: 'mixed',
            text: 'select customer_id from ticket union all select customer_id from alert',
          })
          assert.deepEqual([...new Set(rows.map(({ customer_id }) => customer_id))], [own.customerId])
          if (Math.random() < 0.2) await transaction.query('select 1/0')
          if (Math.random() < 0.1) throw new Error('given up')
          if (Math.random() < 0.1) await transaction.query(`update ticket set modified_at = now() where ticket_id = ${own.ticketId}`)
        })
      } catch (error) {
        if (!/division by zero|given up/.test((error as Error).message)) throw error
        rolledBack += 1
      }
    }
    // So many at once that each waits for a connection, and none for longer than the pool lets it.
    for (let begun = 0; begun < 2000; begun += 200) await Promise.all(Array.from({ length: 200 }, (_, index) => request(begun + index)))
    assert.ok(rolledBack > 100)
  })

  test('the server refuses a database that would not keep customers apart, and says why', async () => {
    const { server } = await prepared
    const { owner, keyring, remove } = await createDatabase(server)
    const app = runtimeConnection(owner, keyring.root, 'vakt_app')
    const login = `"${app.user}"`
    const check = async (connection: pg.PoolConfig) => {
      const pool = new pg.Pool({ ...connection, max: 1 })
      // Its socket outlives `end` for a moment, and is broken where the database is dropped in that moment.
      pool.on('error', () => {})
      try {
        return await checkIsolation(pool).then(
          () => null,
          (error: Error) => error,
        )
      } finally {
        await pool.end()
      }
    }
    const cases: [make: string, undo: string, says: RegExp][] = [
      [`alter role ${login} superuser`, `alter role ${login} nosuperuser`, /is a superuser or may become one/],
      [`alter role ${login} bypassrls`, `alter role ${login} nobypassrls`, /has BYPASSRLS/],
      [`alter role ${login} createrole`, `alter role ${login} nocreaterole`, /may create roles/],
      [`create role mighty superuser; grant mighty to ${login}`, 'drop role mighty', /is a superuser or may become one/],
      [`alter table ticket owner to ${login}`, 'alter table ticket owner to postgres', /owns tables/],
      ['alter table ticket no force row level security', 'alter table ticket force row level security', /ticket is not under forced/],
      ['alter table alert disable row level security', 'alter table alert enable row level security', /alert is not under forced/],
      ['create table forgotten (x int)', 'drop table forgotten', /forgotten is not under forced/],
      ['create view every_ticket as select * from ticket', 'drop view every_ticket', /every_ticket is a view/],
      ['create materialized view kept_tickets as select * from ticket', 'drop materialized view kept_tickets', /kept_tickets is a view/],
      ['grant truncate on ticket to vakt_app', 'revoke truncate on ticket from vakt_app', /ticket could be truncated/],
      ['grant truncate on incident to vakt_staff', 'revoke truncate on incident from vakt_staff', /incident could be truncated/],
      ['grant truncate on alert to public', 'revoke truncate on alert from public', /alert could be truncated/],
    ]
    try {
      assert.equal(await check(app), null)
      assert.match((await check(owner))?.message ?? '', /is a superuser/)
      for (const [make, undo, says] of cases) {
        await asOwner(owner, make)
        const error = await check(app)
        await asOwner(owner, undo)
        assert.ok(error instanceof NotIsolated, make)
        assert.match(error.message, says)
        assert.match(error.message, /^[A-Z].*\.$/)
      }
      await asOwner(owner, 'create view own_tickets with (security_invoker = true) as select * from ticket')
      assert.equal(await check(app), null)
    } finally {
      await remove()
    }
  })
}

describe('on the embedded PostgreSQL', () => proveIsolation(async () => ({ server: sharedServer(), stop: async () => {} })))

describe('on PostgreSQL 15', { skip: existsSync(debian) ? false : `There is no ${debian} here.` }, () => proveIsolation(startDebian))
