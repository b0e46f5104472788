import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NotSignedIn, Unavailable } from '#server/platform/errors.ts'
import { createRecheck } from './keep-authorized.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))

function createChecks() {
  const begun: PromiseWithResolvers<void>[] = []
  let ends = 0
  const recheck = createRecheck(
    () => {
      const check = Promise.withResolvers<void>()
      begun.push(check)
      return check.promise
    },
    () => {
      ends += 1
    },
  )
  return { begun, recheck, ends: () => ends }
}

test('one check at a time, and once more for all that were asked for meanwhile', async () => {
  const { begun, recheck, ends } = createChecks()
  for (let asked = 0; asked < 4; asked += 1) recheck()
  await settled()
  assert.equal(begun.length, 1)
  begun[0]?.resolve()
  await settled()
  assert.equal(begun.length, 2)
  begun[1]?.resolve()
  await settled()
  assert.equal(begun.length, 2)
  assert.equal(ends(), 0)
})

test('a refusal ends it at once, a fault of ours only when it lasts', async () => {
  const refused = createChecks()
  refused.recheck()
  refused.begun[0]?.reject(new NotSignedIn())
  await settled()
  assert.equal(refused.ends(), 1)
  const failing = createChecks()
  for (const failure of [new Unavailable(), new Error('The connection broke.'), new Unavailable()]) {
    assert.equal(failing.ends(), 0)
    failing.recheck()
    failing.begun.at(-1)?.reject(failure)
    await settled()
  }
  assert.equal(failing.ends(), 1)
})
