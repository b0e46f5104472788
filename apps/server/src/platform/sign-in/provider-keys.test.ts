import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTestDatabase } from '#server/testing/test-database.ts'
import { loadProviderKeys } from './provider-keys.ts'

it('makes the keys of the provider once, also for processes that start at the same moment', async () => {
  const { database, close } = await createTestDatabase()
  try {
    const loaded = await Promise.all(Array.from({ length: 4 }, () => loadProviderKeys(database.app)))
    assert.equal(new Set(loaded.map((keys) => JSON.stringify(keys))).size, 1)
    assert.deepEqual(await loadProviderKeys(database.app), loaded[0])
    assert.ok(!JSON.stringify(loaded[0]?.publicKeys).includes(String(loaded[0]?.signingKey.d)))
  } finally {
    await close()
  }
})
