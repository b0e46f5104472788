import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ProcessAction } from '@vakt/contract/processes/process-actions.ts'
import { compareSteps } from './compare-steps.ts'

const wait = (delayInMinutes: number): ProcessAction => ({ type: 'delay', delayInMinutes, completeActionIfIncidentIsResolved: false })
const check: ProcessAction = { type: 'check_alerting' }
const sms: ProcessAction = { type: 'sms', phoneNumber: '+46701234567', message: 'x' }
const nothing = { added: [], removed: [], edited: [], isReordered: false }

test('steps are told apart that were added, removed, edited and moved', () => {
  assert.deepEqual(compareSteps([wait(5), check], [wait(5), check]), nothing)
  assert.deepEqual(compareSteps([wait(5)], [wait(5), check]), { ...nothing, added: [check] })
  assert.deepEqual(compareSteps([wait(5), check], [check]), { ...nothing, removed: [wait(5)] })
  assert.deepEqual(compareSteps([wait(5), check], [wait(10), check]), { ...nothing, edited: [wait(10)] })
  assert.deepEqual(compareSteps([wait(5), check], [check, wait(5)]), { ...nothing, isReordered: true })
  assert.deepEqual(compareSteps([wait(5), check], [check, sms, wait(5)]), { ...nothing, added: [sms], isReordered: true })
})

test('the same step twice is counted, and the order of its parameters does not matter', () => {
  assert.deepEqual(compareSteps([wait(5), wait(5)], [wait(5)]), { ...nothing, removed: [wait(5)] })
  const turned: ProcessAction = { completeActionIfIncidentIsResolved: false, delayInMinutes: 5, type: 'delay' }
  assert.deepEqual(compareSteps([wait(5)], [turned]), nothing)
})
