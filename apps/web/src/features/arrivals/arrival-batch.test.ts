import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Arrival, createArrivalBatch } from './arrival-batch.ts'

const arrival = (id: string): Arrival => ({ kind: 'opened', customerId: '1001', path: `/incidents/1001/${id}`, sentence: id })

test('what arrives is shown together, at most once in ten seconds, each once', ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_000_000 })
  const shown: string[][] = []
  const batch = createArrivalBatch({ isOnScreen: () => false, show: (arrivals) => shown.push(arrivals.map(({ sentence }) => sentence)) })
  batch.add([arrival('1')])
  mock.timers.tick(1500)
  assert.deepEqual(shown, [['1']])
  batch.add([arrival('2')])
  batch.add([arrival('3'), arrival('2')])
  mock.timers.tick(9_900)
  assert.deepEqual(shown, [['1']])
  mock.timers.tick(100)
  assert.deepEqual(shown, [['1'], ['2', '3']])
})

test('what is on the screen by then is not shown, and does not count', ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_000_000 })
  const shown: string[][] = []
  const batch = createArrivalBatch({
    isOnScreen: (path) => path.endsWith('/1'),
    show: (arrivals) => shown.push(arrivals.map(({ sentence }) => sentence)),
  })
  batch.add([arrival('1')])
  mock.timers.tick(1500)
  assert.deepEqual(shown, [])
  batch.add([arrival('2'), arrival('1')])
  mock.timers.tick(1500)
  assert.deepEqual(shown, [['2']])
  batch.add([arrival('3')])
  batch.stop()
  mock.timers.tick(60_000)
  assert.deepEqual(shown, [['2']])
})
