import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isEscalationHeld, isWorse } from './held-escalation.ts'

test('only a higher severity is worse', () => {
  assert.deepEqual([isWorse('critical', 'high'), isWorse('high', 'high'), isWorse('low', 'high')], [true, false, false])
})

test('an escalation is held as long as no alert outside the window is as bad', () => {
  const held = { severity: 'critical', isHeld: true } as const
  assert.equal(isEscalationHeld('critical', [held]), true)
  assert.equal(isEscalationHeld('critical', [held, { severity: 'high', isHeld: false }]), true)
  assert.equal(isEscalationHeld('critical', [held, { severity: 'critical', isHeld: false }]), false)
  assert.equal(isEscalationHeld('critical', []), false)
})
