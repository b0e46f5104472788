import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createKept } from './kept.ts'

test('a result is kept for its time, for each owner, and a failure is not', async (context) => {
  context.mock.timers.enable({ apis: ['Date'], now: 0 })
  let reads = 0
  const keep = createKept<number>(1000)
  const owner = {}
  const ask = (of: object = owner) => keep(of, async () => ++reads)
  assert.deepEqual(await Promise.all([ask(), ask()]), [1, 1])
  assert.equal(await ask({}), 2)
  context.mock.timers.setTime(1000)
  await assert.rejects(
    keep(owner, () => Promise.reject(new Error('No.'))),
    /No\./,
  )
  assert.equal(await ask(), 3)
  assert.equal(await ask(), 3)
})
