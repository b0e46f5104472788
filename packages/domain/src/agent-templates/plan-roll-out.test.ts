import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planRollOut, type RollOutMachine } from './plan-roll-out.ts'

const machinesOf = (states: Partial<Record<RollOutMachine['state'], number>>, isHeard = true): RollOutMachine[] =>
  Object.entries(states).flatMap(([state, count]) =>
    Array.from({ length: count }, (_, index) => ({
      key: `${state}-${String(index).padStart(3, '0')}`,
      state: state as 'waiting',
      isHeard,
    })),
  )
const plan = (machines: RollOutMachine[], change: object = {}) =>
  planRollOut({ stage: 0, restedMs: 200_000, toleratedFailures: 0, machines, ...change })

test('one machine of few, and one in a hundred of many, are given it first: those that are heard from', () => {
  assert.deepEqual(plan(machinesOf({ without: 5 })), { do: 'give', keys: ['without-000'] })
  const mixed = [...machinesOf({ without: 1 }, false), { key: 'x', state: 'without', isHeard: true } as const]
  assert.deepEqual(plan(mixed), { do: 'give', keys: ['x'] })
  const many = plan(machinesOf({ without: 1000 }))
  assert.equal(many.do === 'give' && many.keys.length, 10)
})

test('the next stage begins when all that are heard from have applied it, and it has rested', () => {
  assert.deepEqual(plan(machinesOf({ waiting: 1, without: 99 })), { do: 'wait' })
  assert.deepEqual(plan(machinesOf({ applied: 1, without: 99 }), { restedMs: 119_999 }), { do: 'wait' })
  assert.deepEqual(plan(machinesOf({ applied: 1, without: 99 })), { do: 'next-stage' })
  assert.deepEqual(plan([...machinesOf({ applied: 1, without: 198 }), ...machinesOf({ waiting: 1 }, false)]), { do: 'next-stage' })
  assert.deepEqual(plan([...machinesOf({ without: 99 }), ...machinesOf({ waiting: 1 }, false)]), { do: 'wait' }, 'only a silent one has it')
})

test('a failure stops it, until someone goes on in spite of it', () => {
  assert.deepEqual(plan(machinesOf({ failed: 1, without: 99 })), { do: 'stop' })
  assert.deepEqual(plan(machinesOf({ failed: 1, applied: 1, without: 98 }), { toleratedFailures: 1 }), { do: 'next-stage' })
})

test('the last stage gives it to all, some at a time, and ends without the silent ones', () => {
  const step = plan(machinesOf({ applied: 100, without: 900 }), { stage: 2 })
  assert.equal(step.do === 'give' && step.keys.length, 200)
  assert.deepEqual(plan([...machinesOf({ applied: 3 }), ...machinesOf({ waiting: 1 }, false)], { stage: 2, restedMs: 0 }), { do: 'finish' })
  assert.deepEqual(plan([], { stage: 2 }), { do: 'finish' })
})
