import assert from 'node:assert/strict'
import test from 'node:test'
import { coalesceKeys, keysOf } from './live-keys.ts'

test('names the queries of the customer that changed', () => {
  assert.deepEqual(keysOf({ type: 'alert.changed', customerId: '1001' }), [['alerts', '1001']])
  assert.deepEqual(keysOf({ type: 'ticket.changed', customerId: '1001', ticketId: 'T-1' }), [['tickets', '1001']])
  assert.deepEqual(keysOf({ type: 'incident.changed', customerId: '1001' }), [
    ['incidents', '1001'],
    ['entities', '1001'],
    ['tickets', '1001', 'one'],
  ])
  assert.deepEqual(keysOf({ type: 'entity.changed', customerId: '1001' }), [['entities', '1001']])
})

test('asks for everything again when rights change', () => {
  assert.deepEqual(keysOf({ type: 'access.changed', customerId: '1001' }), [[]])
})

test('passes the first on at once and the rest together, each once', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const passed: unknown[] = []
  const note = coalesceKeys((keys) => passed.push(keys), 250)
  note([['alerts', '1']])
  assert.deepEqual(passed, [[['alerts', '1']]])
  note([['alerts', '1']])
  note([['tickets', '1']])
  note([['alerts', '1']])
  context.mock.timers.tick(249)
  assert.equal(passed.length, 1)
  context.mock.timers.tick(1)
  assert.deepEqual(passed[1], [
    ['alerts', '1'],
    ['tickets', '1'],
  ])
  context.mock.timers.tick(250)
  assert.equal(passed.length, 2)
  note([['alerts', '1']])
  assert.equal(passed.length, 3)
})
