import assert from 'node:assert/strict'
import test from 'node:test'
import { reasonOfLeaving, takeLeave } from './leaving.ts'

/** As browsers do it: one holder of a name, and `ifAvailable` tells everybody else so at once. */
function createLocks(): LockManager {
  const held = new Set<string>()
  return {
    query: () => Promise.resolve({ held: [...held].map((name) => ({ name })) }),
    async request(name: string, _options: LockOptions, answer: LockGrantedCallback<unknown>) {
      await Promise.resolve()
      if (held.has(name)) return answer(null)
      held.add(name)
      return answer({ name, mode: 'exclusive' })
    },
  } as LockManager
}

test('of all tabs that are told at once, one leaves', async () => {
  const locks = createLocks()
  const answers = await Promise.all([1, 2, 3].map(() => takeLeave('session-ended', locks)))
  assert.deepEqual(answers.filter(Boolean), [true])
})

test('the other tabs learn why, and signing out is the stronger reason', async () => {
  const locks = createLocks()
  assert.equal(await reasonOfLeaving(locks), null)
  await takeLeave('session-ended', locks)
  assert.equal(await reasonOfLeaving(locks), 'session-ended')
  await takeLeave('sign-out', locks)
  assert.equal(await reasonOfLeaving(locks), 'sign-out')
})

test('a browser without locks leaves', async () => {
  const broken = { request: () => Promise.reject(new Error('not here')) } as unknown as LockManager
  assert.equal(await takeLeave('sign-out', broken), true)
})
