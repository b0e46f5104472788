import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSharedRuns } from './shared-runs.ts'

function createWork() {
  const begun: PromiseWithResolvers<number>[] = []
  const run = () => {
    const work = Promise.withResolvers<number>()
    begun.push(work)
    return work.promise
  }
  return { begun, run }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('who asks while a run goes on shares the next one, which begins when it has ended', async () => {
  const share = createSharedRuns<number>()
  const owner = {}
  const { begun, run } = createWork()
  const first = share(owner, 'a', run)
  const others = [share(owner, 'a', run), share(owner, 'a', run), share(owner, 'a', run)]
  await settled()
  assert.equal(begun.length, 1)
  begun[0]?.resolve(1)
  assert.equal(await first, 1)
  await settled()
  assert.equal(begun.length, 2)
  const later = share(owner, 'a', run)
  begun[1]?.resolve(2)
  assert.deepEqual(await Promise.all(others), [2, 2, 2])
  await settled()
  begun[2]?.resolve(3)
  assert.equal(await later, 3)
  await settled()
  assert.notEqual(share(owner, 'a', run), later)
  assert.equal(begun.length, 4)
})

test('other keys and other owners run by themselves, and a failure is not handed on', async () => {
  const share = createSharedRuns<number>()
  const owner = {}
  const { begun, run } = createWork()
  const failing = share(owner, 'a', run)
  const next = share(owner, 'a', run)
  const beside = [share(owner, 'b', run), share({}, 'a', run)]
  assert.equal(begun.length, 3)
  begun[0]?.reject(new Error('No.'))
  await assert.rejects(failing, /No\./)
  await settled()
  for (const [index, work] of begun.entries()) work.resolve(index)
  assert.deepEqual(await Promise.all([next, ...beside]), [3, 1, 2])
})

test('after a run during which others asked it rests, and all who ask meanwhile share the next one', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  let now = 0
  context.mock.method(performance, 'now', () => now)
  const share = createSharedRuns<number>({ restFactor: 4, maxRestMs: 100 })
  const owner = {}
  const { begun, run } = createWork()
  const first = share(owner, 'a', run)
  const others = [share(owner, 'a', run)]
  now = 10
  begun[0]?.resolve(1)
  assert.equal(await first, 1)
  await settled()
  others.push(share(owner, 'a', run))
  context.mock.timers.tick(39)
  await settled()
  assert.equal(begun.length, 1)
  context.mock.timers.tick(1)
  await settled()
  assert.equal(begun.length, 2)
  now = 20
  begun[1]?.resolve(2)
  assert.deepEqual(await Promise.all(others), [2, 2])
  await settled()
  share(owner, 'a', run)
  assert.equal(begun.length, 3)
})
