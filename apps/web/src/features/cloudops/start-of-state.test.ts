import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CloudOpsVersion } from '@vakt/contract/cloudops.ts'
import { startOfState } from './start-of-state.ts'

const versionsOf = (...states: CloudOpsVersion['state'][]) =>
  states.map((state, index) => ({ state, version: states.length - index }) as CloudOpsVersion)

test('a state began with its first version, however often its hours or price were changed since', () => {
  const off = { version: 4, state: 'off' } as const
  assert.equal(startOfState(versionsOf('off', 'off', 'active', 'off'), off)?.version, 3)
  assert.equal(startOfState(versionsOf('off', 'active', 'active', 'off'), off)?.version, 4)
  assert.equal(startOfState(versionsOf('off', 'off'), { version: 2, state: 'off' })?.version, 1)
})

test('what is not known yet, or is older than what is shown, says nothing', () => {
  assert.equal(startOfState(undefined, { version: 1, state: 'off' }), null)
  assert.equal(startOfState(versionsOf('active', 'off'), { version: 3, state: 'off' }), null)
})
