import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { openDatabase, prepareDatabase } from '#server/platform/database/database.ts'
import { sharedServer } from '#server/testing/shared-server.ts'
import { silentLog, testKeys } from '#server/testing/test-database.ts'
import { CannotDecrypt } from './secret-box.ts'

/** An ordinary login owns the database, as in production: it is under row-level security itself. */
const name = `keys_${randomBytes(4).toString('hex')}`
const roles = ['vakt_app', 'vakt_staff', 'vakt_worker', 'vakt_requester', 'vakt_search', 'vakt_backup']
const owner = { ...sharedServer(), user: name, database: name, password: 'first' }

async function asSuperuser(sql: string, database = 'postgres') {
  const client = new pg.Client({ ...sharedServer(), database })
  await client.connect()
  return client.query(sql).finally(() => client.end())
}

before(async () => {
  await asSuperuser(`create role ${name} login createrole password 'first'`)
  await asSuperuser(`create database ${name} owner ${name}`)
  for (const role of roles) await asSuperuser(`do $$ begin create role ${role}; exception when duplicate_object then end $$`)
  await asSuperuser(`grant ${roles.join(', ')} to ${name} with admin option`)
})
after(async () => {
  await asSuperuser(`drop database ${name} with (force)`)
  const { rows } = await asSuperuser(
    `select rolname from pg_roles where rolname like 'vakt_%_login_%' and pg_has_role('${name}', oid, 'member')`,
  )
  for (const { rolname } of rows) await asSuperuser(`drop role "${rolname}"`)
  await asSuperuser(`drop owned by ${name}`)
  await asSuperuser(`drop role ${name}`)
})

test('processes that start at once agree on the root secret, and a fresh database has no legacy', async () => {
  await prepareDatabase(owner, testKeys, silentLog)
  const prepared = await Promise.all([1, 2, 3].map(() => prepareDatabase(owner, testKeys, silentLog)))
  assert.equal(new Set(prepared.map(({ keyring }) => keyring.root.toString('hex'))).size, 1)
  assert.equal((await asSuperuser("select from installation_secret where name = 'legacy'", name)).rowCount, 0)
})

test('other keys are refused before anything is changed; a new key beside the old one is not', async () => {
  const { keyring } = await prepareDatabase(owner, testKeys, silentLog)
  const database = await openDatabase(owner, keyring, silentLog)
  try {
    const newer = { id: 'newer', secret: randomBytes(32) }
    await assert.rejects(prepareDatabase(owner, [newer], silentLog), CannotDecrypt)
    await assert.rejects(prepareDatabase(owner, [{ id: 'test', secret: randomBytes(32) }], silentLog), CannotDecrypt)
    const both = await prepareDatabase(owner, [newer, ...testKeys], silentLog)
    assert.deepEqual(both.keyring.root, keyring.root)
    await (await database.connect()).end()
  } finally {
    await database.close()
  }
})

test('the password of the owner may change while processes run', async () => {
  const { keyring } = await prepareDatabase(owner, testKeys, silentLog)
  const database = await openDatabase(owner, keyring, silentLog)
  try {
    await asSuperuser(`alter role ${name} password 'second'`)
    await (await database.connect()).end()
    await assert.rejects(prepareDatabase(owner, testKeys, silentLog), { code: '28P01' })
    const changed = { ...owner, password: 'second' }
    const again = await prepareDatabase(changed, testKeys, silentLog)
    assert.deepEqual(again.keyring.root, keyring.root)
    await (await openDatabase(changed, again.keyring, silentLog)).close()
    await (await database.connect()).end()
  } finally {
    await database.close()
    await asSuperuser(`alter role ${name} password 'first'`)
  }
})

test('the password that an earlier release derived its keys from is remembered at the upgrade, whatever it becomes', async () => {
  await asSuperuser('delete from installation_secret', name)
  const { keyring } = await prepareDatabase(owner, testKeys, silentLog)
  assert.deepEqual(keyring.legacyPasswords, ['first'])
  assert.ok(keyring.reencryptLegacyFrom.getTime() > Date.now() + 3_500_000)
  await asSuperuser(`alter role ${name} password 'second'`)
  const changed = { ...owner, password: 'second' }
  try {
    const again = await prepareDatabase(changed, testKeys, silentLog)
    assert.deepEqual(again.keyring.legacyPasswords, ['first', 'second'])
    assert.deepEqual(again.keyring.reencryptLegacyFrom, keyring.reencryptLegacyFrom)
  } finally {
    await asSuperuser(`alter role ${name} password 'first'`)
  }
})

test('no runtime login but the worker’s reads the secrets of the installation', async () => {
  const { keyring } = await prepareDatabase(owner, testKeys, silentLog)
  const database = await openDatabase(owner, keyring, silentLog)
  try {
    await assert.rejects(database.app.query('select from installation_secret'), { code: '42501' })
    assert.equal((await database.worker.query('select from installation_secret')).rowCount, 2)
    const client = new pg.Client(owner)
    await client.connect()
    assert.equal((await client.query('select from installation_secret')).rowCount, 2, 'its owner, under row-level security')
    await client.end()
  } finally {
    await database.close()
  }
})
