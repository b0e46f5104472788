import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeProvidedRule, mergeStandard, type StandardPart } from './standard-drift.ts'

const applied: StandardPart = {
  name: 'CPU high',
  description: 'Busy.',
  severity: 2,
  aggregation: 'avg',
  thresholdComparison: '>',
  threshold: 80,
  useCriticalThreshold: false,
  criticalThreshold: null,
  alertsBeforeAction: 3,
  metricName: 'cpu',
  autoCloseDelayInSeconds: 900,
  missingData: 'ignored',
  runbookUrl: null,
  enabled: true,
  filter: { type: ['vm'], resourceGroup: [], tag: [] },
}
const judge = (here: object, { standard = {}, allows = false } = {}) =>
  judgeProvidedRule({
    standard: { ...applied, ...standard },
    applied,
    here: { ...applied, ...here },
    allowsThresholdChanges: allows,
  })

test('a rule is the same, changed, adjusted where that is allowed, or outdated', () => {
  assert.deepEqual(judge({ filter: { tag: [], resourceGroup: [], type: ['vm'] } }), { state: 'same', fields: [] })
  assert.deepEqual(judge({ threshold: 90 }), { state: 'changed', fields: ['threshold'] })
  assert.deepEqual(judge({ threshold: 90 }, { allows: true }), { state: 'adjusted', fields: ['threshold'] })
  assert.equal(judge({ enabled: false }, { allows: true }).state, 'changed')
  assert.deepEqual(judge({}, { standard: { threshold: 85 } }), { state: 'outdated', fields: ['threshold'] })
  assert.equal(judge({ threshold: 90 }, { allows: true, standard: { severity: 3 } }).state, 'outdated')
})

test('applying a standard keeps thresholds that the customer set, as long as they are allowed and mean the same', () => {
  const merge = (standard: object, allowsThresholdChanges: boolean) =>
    mergeStandard({ standard: { ...applied, ...standard }, applied, here: { ...applied, threshold: 90 }, allowsThresholdChanges })
  assert.deepEqual([merge({ severity: 3 }, true).threshold, merge({ severity: 3 }, true).severity], [90, 3])
  assert.equal(merge({ threshold: 85 }, false).threshold, 85)
  assert.equal(merge({ threshold: 10, thresholdComparison: '<' }, true).threshold, 10)
})
