import assert from 'node:assert/strict'
import test, { type TestContext } from 'node:test'
import { createLiveStatus } from './live-status.ts'

function watch(context: TestContext) {
  context.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  const seen = { isReconnecting: false, polls: 0 }
  const status = createLiveStatus({
    tellReconnecting: (isReconnecting) => {
      seen.isReconnecting = isReconnecting
    },
    poll: () => {
      seen.polls += 1
    },
  })
  return { seen, status, tick: (milliseconds: number) => context.mock.timers.tick(milliseconds) }
}

test('a hiccup is not told', (context) => {
  const { seen, status, tick } = watch(context)
  status.noteLost()
  tick(4_999)
  status.noteLost()
  assert.equal(seen.isReconnecting, false)
  status.noteConnected()
  tick(60_000)
  assert.deepEqual(seen, { isReconnecting: false, polls: 0 })
})

test('a longer loss is told after five seconds and polled every thirty, until it ends', (context) => {
  const { seen, status, tick } = watch(context)
  status.noteLost()
  tick(5_000)
  assert.equal(seen.isReconnecting, true)
  tick(55_000)
  assert.equal(seen.polls, 2)
  status.noteConnected()
  assert.equal(seen.isReconnecting, false)
  tick(60_000)
  assert.equal(seen.polls, 2)
})
