import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'

test('each migration has a number of its own: a database that has run one refuses another that comes before it', () => {
  const files = readdirSync(path.resolve(import.meta.dirname, '../../../migrations'))
  const numbers = files.map((file) => /^(\d{4})_[a-z0-9_]+\.sql$/.exec(file)?.[1] ?? file)
  assert.deepEqual(numbers, [...new Set(numbers)])
})
