import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createSecretBox } from '#server/platform/keys/secret-box.ts'
import { createTestDatabase } from '#server/testing/test-database.ts'
import { loadProviderKeys } from './provider-keys.ts'

it('makes the keys of the provider once, encrypted, also for processes that start at the same moment', async () => {
  const { database, keyring, close } = await createTestDatabase()
  const box = createSecretBox(keyring, 'provider keys')
  try {
    const loaded = await Promise.all(Array.from({ length: 4 }, () => loadProviderKeys(database.app, box)))
    assert.equal(new Set(loaded.map((keys) => JSON.stringify(keys))).size, 1)
    assert.deepEqual(await loadProviderKeys(database.app, box), loaded[0])
    const { rows } = await database.app.query('select secret, sealed from oidc_secret')
    assert.equal(rows.length, 2)
    for (const row of rows) {
      assert.deepEqual(row.secret, {})
      assert.ok(!row.sealed.includes(String(loaded[0]?.signingKey.d)))
    }
    const other = createSecretBox({ keys: [{ id: 'other', secret: Buffer.alloc(32, 1) }], legacyPasswords: [] }, 'provider keys')
    const replaced = await Promise.all([loadProviderKeys(database.app, other), loadProviderKeys(database.app, other)])
    assert.deepEqual(replaced[0], replaced[1])
    assert.notDeepEqual(replaced[0], loaded[0], 'made again when the key is lost')
    assert.ok(!JSON.stringify(loaded[0]?.publicKeys).includes(String(loaded[0]?.signingKey.d)))
  } finally {
    await close()
  }
})
