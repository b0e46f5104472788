import assert from 'node:assert/strict'
import { createCipheriv, randomBytes, randomUUID } from 'node:crypto'
import { after, beforeEach, test } from 'node:test'
import pg from 'pg'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { deriveSecret } from '#server/platform/derive-secret.ts'
import { createReencryption, reencryptAllSecrets, sealedColumns } from '#server/roles/sealed-columns.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { createTestDatabase, silentLog, testKeys } from '#server/testing/test-database.ts'
import type { Keyring } from './keyring.ts'
import { countSecrets } from './reencrypt-secrets.ts'
import { createSecretBox, readKeyId } from './secret-box.ts'

const { database, owner, keyring, close } = await createTestDatabase()
after(close)
const { customerId } = await createCustomer(database)
const now = new Date('2026-11-22T12:00:00Z')
const newKey = { id: 'new', secret: randomBytes(32) }

const keysOf = (change: Partial<Keyring> = {}): Keyring => ({ ...keyring, reencryptLegacyFrom: new Date(0), ...change })
const boxesOf = (ring: Keyring) => ({
  keyring: ring,
  webhooks: { secrets: createSecretBox(ring, 'webhook secrets') },
  connectors: { secrets: createSecretBox(ring, 'connector secrets') },
})
const contextAt = (at: Date) => ({
  actor: { type: 'system' as const, job: 'reencrypt-secrets' },
  ...{ now: at, pool: database.worker, log: silentLog, requestId: null, isStaff: false },
})
const reencrypt = (ring: Keyring, at = now) => reencryptAllSecrets(contextAt(at), boxesOf(ring), new AbortController().signal)
const query = (sql: string, values: unknown[] = []) =>
  workForAllCustomers({ pool: database.worker }, async (transaction) => (await transaction.query(sql, values)).rows)

async function asOwner(sql: string): Promise<void> {
  const client = new pg.Client(owner)
  await client.connect()
  await client.query(sql).finally(() => client.end())
}

async function addWebhook(seal: (id: string) => Buffer): Promise<string> {
  const id = randomUUID()
  await query(
    `insert into webhook (customer_id, webhook_id, name, url, kinds, sealed_secret, created_at) values ($1, $2, 'n', 'https://x.example', '{}', $3, now())`,
    [customerId, id, seal(id)],
  )
  return id
}

const readWebhook = async (id: string): Promise<{ sealed: Buffer; unreadableSince: Date | null }> =>
  (await query('select sealed_secret as sealed, secret_unreadable_since as "unreadableSince" from webhook where webhook_id = $1', [id]))[0]

function sealLegacy(password: string, id: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', deriveSecret(password, 'webhook secrets'), nonce).setAAD(Buffer.from(id))
  return Buffer.concat([nonce, cipher.update('secret'), cipher.final(), cipher.getAuthTag()])
}

beforeEach(() => query('delete from webhook'))

test('after a new first key everything is encrypted with it, and the old one may go', async () => {
  const old = createSecretBox(keysOf(), 'webhook secrets')
  const ids: string[] = []
  for (let count = 0; count < 205; count += 1) ids.push(await addWebhook((id) => old.seal(id, Buffer.from(id))))
  const both = keysOf({ keys: [newKey, ...testKeys] })
  await reencrypt(both)
  assert.deepEqual(await countSecrets({ pool: database.worker }, sealedColumns(boxesOf(both))), [
    { key: 'new', readable: 206, unreadable: 0 },
  ])
  const alone = createSecretBox(keysOf({ keys: [newKey] }), 'webhook secrets')
  for (const id of ids) assert.equal(alone.open(id, (await readWebhook(id)).sealed).toString(), id)
  const before = await readWebhook(ids[0] ?? '')
  await reencrypt(both)
  assert.deepEqual(await readWebhook(ids[0] ?? ''), before, 'a second pass writes nothing')
  await reencrypt(keysOf({ keys: [...testKeys, newKey] }))
})

test('what the release before encrypted stays as it is while that release may run, and is re-encrypted afterwards', async () => {
  const id = await addWebhook((own) => sealLegacy('of the owner', own))
  const ring = keysOf({ legacyPasswords: ['of the owner'], reencryptLegacyFrom: new Date(now.getTime() + 1) })
  await reencrypt(ring)
  assert.equal(readKeyId((await readWebhook(id)).sealed), null)
  await reencrypt(ring, new Date(now.getTime() + 2))
  const { sealed } = await readWebhook(id)
  assert.equal(readKeyId(sealed), 'test')
  assert.equal(createSecretBox(keysOf(), 'webhook secrets').open(id, sealed).toString(), 'secret')
})

test('the keys of the embedded provider are encrypted once the release before is gone, and the stored password with them', async () => {
  await database.app.query(`insert into oidc_secret (name, secret) values ('signing-key', '{"d": "private"}')`)
  const legacySecrets = "select name from installation_secret where name = 'legacy'"
  await asOwner(`insert into installation_secret (name, sealed) values ('legacy', 'x')`)
  await reencrypt(keysOf({ reencryptLegacyFrom: new Date(now.getTime() + 1) }))
  assert.deepEqual((await database.app.query('select secret from oidc_secret')).rows, [{ secret: { d: 'private' } }])
  assert.equal((await query(legacySecrets)).length, 1)
  await reencrypt(keysOf())
  assert.equal((await query(legacySecrets)).length, 0)
  const { rows } = await database.app.query('select secret, sealed from oidc_secret')
  assert.deepEqual(rows[0].secret, {})
  assert.equal(createSecretBox(keysOf(), 'provider keys').open('signing-key', rows[0].sealed).toString(), '{"d":"private"}')
})

test('a secret that no key decrypts is marked until the key is back', async () => {
  const lost = { id: 'lost', secret: randomBytes(32) }
  const box = createSecretBox(keysOf({ keys: [lost] }), 'webhook secrets')
  const id = await addWebhook((own) => box.seal(own, Buffer.from('secret')))
  await reencrypt(keysOf())
  assert.deepEqual((await readWebhook(id)).unreadableSince, now)
  await reencrypt(keysOf(), new Date(now.getTime() + 60_000))
  assert.deepEqual((await readWebhook(id)).unreadableSince, now)
  const counts = await countSecrets({ pool: database.worker }, sealedColumns(boxesOf(keysOf())))
  assert.deepEqual(
    counts.find(({ key }) => key === 'lost'),
    { key: 'lost', readable: 0, unreadable: 1 },
  )
  await reencrypt(keysOf({ keys: [...testKeys, lost] }))
  const { sealed, unreadableSince } = await readWebhook(id)
  assert.equal(unreadableSince, null)
  assert.equal(readKeyId(sealed), 'test')
})

test('workers whose keys are in another order do not take turns: the one that started last wins', async () => {
  const run = (keys: Keyring['keys']) => {
    const pass = createReencryption(boxesOf(keysOf({ keys })))
    return () => pass(contextAt(now), new AbortController().signal)
  }
  const id = await addWebhook((own) => createSecretBox(keysOf(), 'webhook secrets').seal(own, Buffer.from('secret')))
  const [first, second] = [run([...testKeys, newKey]), run([newKey, ...testKeys])]
  await first()
  assert.equal(readKeyId((await readWebhook(id)).sealed), 'test')
  for (const pass of [second, first, second, first]) {
    await pass()
    assert.equal(readKeyId((await readWebhook(id)).sealed), 'new')
  }
})
