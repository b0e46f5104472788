import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeEntityHealth } from './entity-health.ts'
import { noCounts } from './severity.ts'

const signs = { openIncidents: noCounts, isHeld: true, hasNoData: true, isAgentSilent: true, isUnheard: true }

test('the worst open incident goes before everything, then a window, missing data, a silent agent, a silent customer', () => {
  assert.deepEqual(judgeEntityHealth({ ...signs, openIncidents: { ...noCounts, low: 3, high: 1 } }), { mark: 'incident', severity: 'high' })
  assert.deepEqual(judgeEntityHealth(signs), { mark: 'held', severity: null })
  assert.deepEqual(judgeEntityHealth({ ...signs, isHeld: false }), { mark: 'no-data', severity: null })
  assert.deepEqual(judgeEntityHealth({ openIncidents: noCounts, isAgentSilent: true, isUnheard: true }), {
    mark: 'agent-silent',
    severity: null,
  })
  assert.deepEqual(judgeEntityHealth({ openIncidents: noCounts, isUnheard: true }), { mark: 'nothing-received', severity: null })
  assert.deepEqual(judgeEntityHealth({ openIncidents: noCounts }), { mark: 'good', severity: null })
})
