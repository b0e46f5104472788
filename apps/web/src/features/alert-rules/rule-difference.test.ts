import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AlertRule } from '@vakt/contract/alert-rules/alert-rules.ts'
import { metricName } from '@vakt/domain/readable-names/metric-names.ts'
import { createFormat } from '#web/platform/format.ts'
import { alertRuleTexts } from './alert-rules.texts.ts'
import { findDifferences, mergeValues, writeValue } from './rule-difference.ts'
import { ruleEditingTexts } from './rule-editing.texts.ts'
import { ruleFieldTexts } from './rule-form.texts.ts'
import { valuesOf } from './rule-values.ts'

const base = {
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
  dependsOnMetrics: [],
  autoCloseDelayInSeconds: 900,
  missingData: 'ignored',
  valid_from_dt: null,
  valid_to_dt: null,
  enabled: true,
  runbookUrl: null,
  entityId: null,
  filter: { type: [], resourceGroup: [], tag: [] },
  excludedEntityIds: ['3'],
  excluded: [{ entityId: '3', name: 'VM-3' }],
} as unknown as AlertRule
const latest = { ...base, threshold: 90, severity: 3 } as AlertRule

test('what someone else changed is kept where the form left it alone, and the form wins where both changed', () => {
  const mine = { ...valuesOf(base), threshold: 70, name: 'CPU hot' }
  const merged = mergeValues(base, latest, mine)
  assert.deepEqual([merged.threshold, merged.name, merged.severity, merged.excluded], [70, 'CPU hot', 3, [{ entityId: '3', name: 'VM-3' }]])
  assert.deepEqual(findDifferences(valuesOf(base), valuesOf(latest)), ['severity', 'threshold'])
})

test('values are written as their fields show them', () => {
  const texts = { words: ruleFieldTexts.sv, editing: ruleEditingTexts.sv, compared: alertRuleTexts.sv.compared }
  const write = (name: Parameters<typeof writeValue>[0], value: unknown) =>
    writeValue(name, { ...valuesOf(base), [name]: value }, texts, {
      ...createFormat('sv', 'Europe/Stockholm'),
      nameOf: (metric) => metricName(metric).sv,
      write: (number) => `${number} %`,
    })
  assert.deepEqual(
    [write('severity', 3), write('autoCloseMinutes', 15), write('excluded', [{ entityId: '3', name: 'VM-3' }]), write('threshold', '')],
    ['Brådskande', '15 min', 'VM-3', 'tomt'],
  )
  assert.deepEqual([write('threshold', 90), write('criticalThreshold', 95)], ['över 90 %', 'över 95 %'])
  assert.equal(write('useCriticalThreshold', false), 'Nej')
  const [cpu, disk] = ['system.cpu.utilization', 'system.filesystem.utilization']
  assert.deepEqual(
    [write('metricName', cpu), write('dependsOnMetrics', [cpu, disk])],
    [metricName(cpu).sv, `${metricName(cpu).sv}, ${metricName(disk).sv}`],
  )
  assert.notEqual(write('metricName', cpu), cpu)
  assert.equal(write('filterType', [cpu]), cpu, 'a resource type is no metric')
})
