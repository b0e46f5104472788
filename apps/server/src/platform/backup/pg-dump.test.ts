import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { openDatabase, prepareDatabase } from '#server/platform/database/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/platform/database/embedded-postgres.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { readDatabase } from '#server/testing/read-database.ts'
import { createDataFolder } from '#server/testing/run-vakt.ts'
import { silentLog, testKeys } from '#server/testing/test-database.ts'

const debian = '/usr/lib/postgresql/15/bin'
const files = await mkdtemp(path.join(os.tmpdir(), 'vakt-dump-'))
const cleanups: (() => Promise<unknown>)[] = [() => rm(files, { recursive: true, force: true })]
after(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup()
})

/** A PostgreSQL of one's own, as its superuser. */
async function startServer(): Promise<EmbeddedPostgres['connection']> {
  const directory = await createDataFolder()
  const server = await startEmbeddedPostgres({ directory, binariesFolder: debian, settings: { fsync: 'off' } })
  cleanups.push(async () => {
    await server.stop()
    await rm(directory, { recursive: true, force: true })
  })
  return server.connection
}

async function asSuperuser(server: pg.ClientConfig, ...statements: string[]): Promise<void> {
  const client = new pg.Client(server)
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

/** What docs/backup.md has the operator run. */
const documented = readFileSync(path.resolve(import.meta.dirname, '../../../../../docs/backup.md'), 'utf8')
const block = (pattern: RegExp) => pattern.exec(documented)?.[1] ?? assert.fail(`docs/backup.md has no ${pattern}`)

test('a dump by pg_dump, as documented, restores under another owner', {
  skip: existsSync(path.join(debian, 'pg_dump')) ? false : `There is no ${debian}/pg_dump here.`,
}, async () => {
  const [source, target] = [await startServer(), await startServer()]
  await asSuperuser(source, "create role vakt login createrole password 'a'", 'create database vakt owner vakt')
  const owner = { ...source, user: 'vakt', password: 'a', database: 'vakt' }
  const { keyring } = await prepareDatabase(owner, testKeys, silentLog)
  const database = await openDatabase(owner, keyring, silentLog, { app: 1, worker: 1 })
  const { customerId } = await createCustomer(database)
  await database.worker.query(
    `insert into ticket (customer_id, subject, description, type, area, requester_name, source, created_at, modified_at)
     values ($1, 'Skrivaren', 'd', 'request', 'other', 'n', 'person', now(), now())`,
    [customerId],
  )
  await database.close()

  await asSuperuser(source, block(/As a superuser, once:\n\n```sql\n(.*?)```/s).replace('…', 'dump'))
  const dump = path.join(files, 'vakt.dump')
  const run = (program: string, server: pg.ClientConfig, password: string, ...args: string[]) =>
    execFileSync(path.join(debian, program), ['--host', String(server.host), '--port', String(server.port), ...args], {
      env: { PGPASSWORD: password },
      stdio: 'pipe',
    })
  const options = block(/pg_dump (--format=custom --no-owner) --file/).split(' ')
  assert.throws(() => run('pg_dump', source, 'a', ...options, '--file', dump, '--username', 'vakt', 'vakt'), /row-level security/)
  run('pg_dump', source, 'dump', ...options, '--file', dump, '--username', 'vakt_dump', 'vakt')

  await asSuperuser(target, "create role vakt login createrole password 'b'", block(/<<'SQL'\n(.*?)SQL\n/s))
  await asSuperuser(target, 'alter role vakt rename to "Annan ägare"', `alter role "Annan ägare" password 'b'`)
  await asSuperuser(target, 'create database restored owner "Annan ägare"')
  run('pg_restore', target, 'b', '--no-owner', '--exit-on-error', '--username', 'Annan ägare', '--dbname', 'restored', dump)

  const newOwner = { ...target, user: 'Annan ägare', password: 'b', database: 'restored' }
  const restored = await prepareDatabase(newOwner, testKeys, silentLog)
  const [found, original] = await Promise.all([
    readDatabase({ ...target, database: 'restored' }),
    readDatabase({ ...source, database: 'vakt' }),
  ])
  assert.deepEqual(found.rows, original.rows)
  assert.deepEqual(found.sequences, original.sequences)
  assert.deepEqual(found.schema, original.schema)
  const again = await openDatabase(newOwner, restored.keyring, silentLog, { app: 1, worker: 1 })
  const tickets = await inTransaction({ pool: again.app } as Parameters<typeof inTransaction>[0], customerId, (transaction) =>
    transaction.query(`select find_tickets('[["skrivaren"]]'::jsonb, true, 10)`),
  )
  await again.close()
  assert.equal(tickets.rowCount, 1)
})
