import assert from 'node:assert/strict'
import { it } from 'node:test'
import { loadProviderKeys } from './provider-keys.ts'
import { openPool } from './test-pool.ts'

it('makes the keys of the provider once, also for processes that start at the same moment', async () => {
  const { pool, close } = await openPool()
  try {
    const loaded = await Promise.all(Array.from({ length: 4 }, () => loadProviderKeys(pool)))
    assert.equal(new Set(loaded.map((keys) => JSON.stringify(keys))).size, 1)
    assert.deepEqual(await loadProviderKeys(pool), loaded[0])
    assert.ok(!JSON.stringify(loaded[0]?.publicKeys).includes(String(loaded[0]?.signingKey.d)))
  } finally {
    await close()
  }
})
