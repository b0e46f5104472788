import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase, silentLog } from '#server/testing/test-database.ts'
import { makeDemoContent } from './make-demo-content.ts'

test('makes the demo content once', async () => {
  const { database, close } = await createTestDatabase()
  try {
    const options = { database, log: silentLog, masterSecret: 'secret', progress: () => {} }
    const token = await makeDemoContent(options)
    assert.equal(await makeDemoContent(options), token)
    assert.match(token, /^vakt_ing_[\w-]{43}$/)
  } finally {
    await close()
  }
})
