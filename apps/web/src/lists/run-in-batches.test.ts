import assert from 'node:assert/strict'
import test from 'node:test'
import { runInBatches } from './run-in-batches.ts'

const rows = Array.from({ length: 250 }, (_, index) => index)

function start({ failsAt, stopsAt }: { failsAt?: number; stopsAt?: number } = {}) {
  const calls: number[][] = []
  const progress: number[] = []
  const ended = runInBatches(rows, {
    batchSize: 100,
    run(some) {
      calls.push(some)
      if (calls.length === failsAt) return Promise.reject(new Error('no server'))
      return Promise.resolve({ changed: some.length, refused: [] })
    },
    onProgress: (tried) => progress.push(tried),
    isStopped: () => calls.length === stopsAt,
  })
  return { calls, progress, ended }
}

test('each row is in one call, in their order, and each call is reported', async () => {
  const { calls, progress, ended } = start()
  const { outcomes, untried, failure } = await ended
  assert.deepEqual(calls.flat(), rows)
  assert.deepEqual(
    outcomes.map(({ changed }) => changed),
    [100, 100, 50],
  )
  assert.deepEqual([progress, untried, failure], [[100, 200, 250], [], null])
})

test('a call that fails ends it: its rows and those after it are untried', async () => {
  const { calls, ended } = start({ failsAt: 2 })
  const { outcomes, untried, failure } = await ended
  assert.deepEqual([calls.length, outcomes.length, untried], [2, 1, rows.slice(100)])
  assert.match(String(failure?.error), /no server/)
})

test('the user stops between two calls', async () => {
  const { progress, ended } = start({ stopsAt: 1 })
  const { untried, failure } = await ended
  assert.deepEqual([progress, untried, failure], [[100], rows.slice(100), null])
})
