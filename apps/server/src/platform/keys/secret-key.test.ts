import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeSecretKey, readSecretKeys } from './secret-key.ts'

test('reads what make-key prints, several in a row, and keeps their order', () => {
  const [new_, old] = [makeSecretKey(new Date('2026-11-22')), `k1:${Buffer.alloc(32, 1).toString('base64')}`]
  assert.match(new_, /^k20261122-[0-9a-f]{4}:[A-Za-z0-9+/]{43}=$/)
  const keys = readSecretKeys(` ${new_}, ${old}\n`)
  assert.deepEqual(
    keys.map(({ id, secret }) => [id, secret.length]),
    [
      [new_.split(':')[0], 32],
      ['k1', 32],
    ],
  )
  assert.deepEqual(readSecretKeys(''), [])
})

test('says which key is wrong, and repeats nothing of it', () => {
  const good = makeSecretKey(new Date())
  const cases = ['secret', 'k1:secret', `k 1:${good.split(':')[1]}`, `:${good.split(':')[1]}`, `${good}x`, `k1:${'A'.repeat(64)}`]
  for (const wrong of cases)
    assert.throws(
      () => readSecretKeys(`${good},${wrong}`),
      (error: Error) => /^has no valid key in place 2: .*make-key/.test(error.message) && !error.message.includes(wrong),
      wrong,
    )
  assert.throws(() => readSecretKeys(`k1:${good.split(':')[1]},k1:${good.split(':')[1]}`), /^Error: holds two keys with the id k1$/)
})
