import assert from 'node:assert/strict'
import { test } from 'node:test'
import { silentLog } from '#server/testing/test-database.ts'
import { startLoop } from './run-loop.ts'

test('a job that leaves something behind goes on without a rest, and gathers once after all it did', { timeout: 10_000 }, async () => {
  let left = 5
  const worked: number[] = []
  await new Promise<void>((resolve) => {
    const loop = startLoop({
      name: 'test',
      run: async () => {
        left -= 1
        return left > 0
      },
      pollMilliseconds: 60_000,
      gather: (milliseconds) => {
        worked.push(milliseconds)
        void loop.stop().then(resolve)
        return 1
      },
      log: silentLog,
    })
  })
  assert.equal(left, 0)
  assert.equal(worked.length, 1)
})

test('what wakes a job while it gathers is worked through when it has gathered', { timeout: 10_000 }, async () => {
  let runs = 0
  await new Promise<void>((resolve) => {
    const loop = startLoop({
      name: 'test',
      run: async () => {
        runs += 1
        if (runs === 2) void loop.stop().then(resolve)
        return false
      },
      pollMilliseconds: 60_000,
      gather: () => {
        loop.wake()
        return 1
      },
      log: silentLog,
    })
  })
  assert.equal(runs, 2)
})

test('a job that may wait pauses between its runs too, and stopping does not wait for that', { timeout: 10_000 }, async () => {
  const paused: number[] = []
  const behind: number[] = []
  await new Promise<void>((resolve) => {
    const loop = startLoop({
      name: 'test',
      run: async () => true,
      pollMilliseconds: 60_000,
      pause: (milliseconds, behindMilliseconds) => {
        paused.push(milliseconds)
        behind.push(behindMilliseconds)
        if (paused.length < 3) return 1
        setImmediate(() => void loop.stop().then(resolve))
        return 60_000
      },
      log: silentLog,
    })
  })
  assert.equal(paused.length, 3)
  assert.ok((behind[2] ?? 0) > (behind[1] ?? 0), `${behind} grow by the pauses`)
})

test('a run that never ends is given up, and the next one begins', { timeout: 10_000 }, async () => {
  let runs = 0
  await new Promise<void>((resolve) => {
    const loop = startLoop({
      name: 'test',
      run: () => {
        runs += 1
        if (runs === 1) return new Promise(() => {})
        void loop.stop().then(resolve)
        return Promise.resolve(false)
      },
      pollMilliseconds: 1,
      maxSeconds: 0.05,
      log: silentLog,
    })
  })
  assert.equal(runs, 2)
})
