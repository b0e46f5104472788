import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import pg from 'pg'
import { openDatabase, prepareDatabase } from '#server/platform/database/database.ts'
import { createOwnedDatabase } from '#server/testing/owned-database.ts'
import { silentLog, testKeys } from '#server/testing/test-database.ts'
import { CannotDecrypt } from './secret-box.ts'

const owned = await createOwnedDatabase()
const { owner, asSuperuser } = owned
after(owned.remove)

test('processes that start at once agree on the root secret, and a fresh database has no legacy', async () => {
  await prepareDatabase(owner, testKeys, silentLog)
  const prepared = await Promise.all([1, 2, 3].map(() => prepareDatabase(owner, testKeys, silentLog)))
  assert.equal(new Set(prepared.map(({ keyring }) => keyring.root.toString('hex'))).size, 1)
  assert.equal((await asSuperuser("select from installation_secret where name = 'legacy'")).rowCount, 0)
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
    await asSuperuser(`alter role ${owner.user} password 'second'`)
    await (await database.connect()).end()
    await assert.rejects(prepareDatabase(owner, testKeys, silentLog), { code: '28P01' })
    const changed = { ...owner, password: 'second' }
    const again = await prepareDatabase(changed, testKeys, silentLog)
    assert.deepEqual(again.keyring.root, keyring.root)
    await (await openDatabase(changed, again.keyring, silentLog)).close()
    await (await database.connect()).end()
  } finally {
    await database.close()
    await asSuperuser(`alter role ${owner.user} password 'first'`)
  }
})

test('the password that an earlier release derived its keys from is remembered at the upgrade, whatever it becomes', async () => {
  await asSuperuser('delete from installation_secret')
  const { keyring } = await prepareDatabase(owner, testKeys, silentLog)
  assert.deepEqual(keyring.legacyPasswords, ['first'])
  assert.ok(keyring.reencryptLegacyFrom.getTime() > Date.now() + 3_500_000)
  await asSuperuser(`alter role ${owner.user} password 'second'`)
  const changed = { ...owner, password: 'second' }
  try {
    const again = await prepareDatabase(changed, testKeys, silentLog)
    assert.deepEqual(again.keyring.legacyPasswords, ['first', 'second'])
    assert.deepEqual(again.keyring.reencryptLegacyFrom, keyring.reencryptLegacyFrom)
  } finally {
    await asSuperuser(`alter role ${owner.user} password 'first'`)
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
