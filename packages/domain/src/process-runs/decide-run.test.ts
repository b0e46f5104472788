import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decideRun, isLoop, loopLimit, type RunMoment, type RunPosition, type RunStep } from './decide-run.ts'

const minute = 60_000
const day = 24 * 60 * minute
const now = Date.UTC(2026, 10, 23, 12)
const effect: RunStep = { kind: 'effect' }
const check: RunStep = { kind: 'check_alerting' }
const delay = (minutes: number, completeIfResolved = false): RunStep => ({ kind: 'delay', minutes, completeIfResolved })
const quiet: RunMoment = { isResolved: false, isAlerting: true, heldUntil: null, isAllowed: true, now }
const decide = (steps: RunStep[], { step = 0, since = now }: Partial<RunPosition> = {}, moment: Partial<RunMoment> = {}) =>
  decideRun(steps, { step, since }, { ...quiet, ...moment })

test('carries out effects one after the other, and finishes after the last one', () => {
  assert.deepEqual(decide([effect, effect]), { kind: 'act', step: 0 })
  assert.deepEqual(decide([effect, effect], { step: 1 }), { kind: 'act', step: 1 })
  assert.deepEqual(decide([effect, effect], { step: 2 }), { kind: 'end', outcome: 'finished', step: null })
  assert.deepEqual(decide([]), { kind: 'end', outcome: 'finished', step: null })
})

test('a delay waits to its due time, to the millisecond, and then passes however late it is', () => {
  assert.deepEqual(decide([delay(5)]), { kind: 'wait', reason: 'delay', until: now + 5 * minute })
  assert.deepEqual(decide([delay(5)], { since: now - 5 * minute + 1 }), { kind: 'wait', reason: 'delay', until: now + 1 })
  assert.deepEqual(decide([delay(5)], { since: now - 5 * minute }), { kind: 'pass', step: 0 })
  assert.deepEqual(decide([delay(5)], { since: now - 3 * day }), { kind: 'pass', step: 0 })
})

test('a delay of 0 passes at once, and one of 30 days waits 30 days over the change of clocks', () => {
  assert.deepEqual(decide([delay(0)]), { kind: 'pass', step: 0 })
  const since = Date.UTC(2026, 9, 20)
  assert.deepEqual(decide([delay(30 * 1440)], { since }, { now: since }), { kind: 'wait', reason: 'delay', until: since + 30 * day })
})

test('a delay that completes early ends the run when the incident is resolved, before and at its due time', () => {
  const ended = { kind: 'end', outcome: 'completed_early', step: 0 }
  assert.deepEqual(decide([delay(5, true), effect], {}, { isResolved: true }), ended)
  assert.deepEqual(decide([delay(5, true), effect], { since: now - day }, { isResolved: true }), ended)
  assert.deepEqual(decide([delay(5, true), effect], { since: now - day }), { kind: 'pass', step: 0 })
  assert.deepEqual(decide([delay(5), effect], { since: now - day }, { isResolved: true }), { kind: 'pass', step: 0 })
})

test('the check reads whether the incident alerts at that moment', () => {
  assert.deepEqual(decide([check, effect]), { kind: 'pass', step: 0 })
  assert.deepEqual(decide([check, effect], {}, { isAlerting: false }), { kind: 'end', outcome: 'no_longer_alerting', step: 0 })
})

test('a service window holds back effects alone', () => {
  const held = { heldUntil: now + minute }
  assert.deepEqual(decide([effect], {}, held), { kind: 'wait', reason: 'window', until: now + minute })
  assert.deepEqual(decide([effect], {}, { heldUntil: now }), { kind: 'act', step: 0 })
  assert.deepEqual(decide([delay(0)], {}, held), { kind: 'pass', step: 0 })
  assert.deepEqual(decide([check], {}, held), { kind: 'pass', step: 0 })
})

test('without the permission no effect begins', () => {
  assert.deepEqual(decide([effect], {}, { isAllowed: false }), { kind: 'end', outcome: 'not_allowed', step: 0 })
  assert.deepEqual(decide([delay(1)], {}, { isAllowed: false }), { kind: 'wait', reason: 'delay', until: now + minute })
})

test('a command waits for its outcome, no longer than its limit, and a window does not stop the waiting', () => {
  const command: RunStep = { kind: 'command' }
  assert.deepEqual(decide([command]), { kind: 'act', step: 0 })
  assert.deepEqual(decide([command], {}, { heldUntil: now + minute }), { kind: 'wait', reason: 'window', until: now + minute })
  const open = { commandOpenUntil: now + minute, heldUntil: now + 1, isAllowed: false }
  assert.deepEqual(decide([command, effect], {}, open), { kind: 'wait', reason: 'command', until: now + minute })
  assert.deepEqual(decide([command, effect], {}, { ...open, commandOpenUntil: null }), { kind: 'pass', step: 0 })
  assert.deepEqual(decide([command, effect], {}, { ...open, commandOpenUntil: now }), { kind: 'pass', step: 0 })
})

test('100 steps are taken each once, in their order', () => {
  const steps = Array.from({ length: 100 }, (_, index) => (index % 3 === 0 ? delay(0) : index % 3 === 1 ? check : effect))
  const taken: number[] = []
  for (let step = 0; step < 200; step++) {
    const decision = decide(steps, { step })
    if (decision.kind === 'end') break
    if ('step' in decision && decision.step !== null) taken.push(decision.step)
  }
  assert.deepEqual(
    taken,
    Array.from({ length: 100 }, (_, index) => index),
  )
})

test('the run after as many as may be within an hour is a loop', () => {
  assert.equal(isLoop(loopLimit.runs - 1), false)
  assert.equal(isLoop(loopLimit.runs), true)
})
