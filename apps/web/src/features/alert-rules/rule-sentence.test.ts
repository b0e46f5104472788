import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeValue } from '@vakt/domain/metrics/write-value.ts'
import { metricName } from '@vakt/domain/readable-names/metric-names.ts'
import { createFormat } from '#web/platform/format.ts'
import { alertRuleTexts } from './alert-rules.texts.ts'
import { describeRule, shortRule, shortRuleParts, subjectOf } from './rule-sentence.ts'

const rule = {
  aggregation: 'avg',
  metricName: 'Percentage CPU',
  thresholdComparison: '>',
  threshold: 80.5,
  useCriticalThreshold: true,
  criticalThreshold: 95,
  alertsBeforeAction: 3,
  autoCloseDelayInSeconds: 900,
  dependsOnMetrics: ['Heartbeat', 'Ping'],
  missingData: 'violates',
  valid_from_dt: null,
  valid_to_dt: '2026-11-30T11:00:00Z',
} as const

const unitOf = (metric: string) => (metric.startsWith('instance:') ? '%' : null)
const numbersIn = (language: 'en' | 'sv') => ({
  nameOf: (metric: string) => metricName(metric)[language],
  write: (value: number, metric: string) => writeValue(value, metric, unitOf(metric), language),
})
const toolsIn = (language: 'en' | 'sv') => ({ ...createFormat(language, 'Europe/Stockholm'), ...numbersIn(language) })

test('a rule is said in plain sentences in both languages', () => {
  const asRule = { ...rule, dependsOnMetrics: [...rule.dependsOnMetrics] }
  assert.equal(
    describeRule(asRule, 'vm-web-01', alertRuleTexts.en, toolsIn('en')),
    'Fires when the average of CPU load on vm-web-01 is above 80.5% in 3 consecutive 5-minute periods (15 minutes). Becomes critical when it is above 95% for as long. Closes after 15 minutes without a violation. Is held while a rule on Heartbeat or Ping fires on the same resource. A period without data counts as a violation. Valid until 30 Nov 2026, 12:00.',
  )
  assert.equal(
    describeRule(asRule, 'vm-web-01', alertRuleTexts.sv, toolsIn('sv')),
    'Larmar när medelvärdet av Processorbelastning på vm-web-01 är över 80,5\u00a0% under 3 femminutersperioder i rad (15 minuter). Blir kritiskt när värdet är över 95\u00a0% lika länge. Stängs efter 15 minuter utan överträdelse. Hålls tillbaka medan en regel på Heartbeat eller Ping larmar på samma resurs. En period utan data räknas som en överträdelse. Gäller till 30 nov. 2026 12:00.',
  )
  const ofBytes = { ...asRule, metricName: 'node_filesystem_avail_bytes', threshold: 20 * 1024 ** 3 }
  assert.match(shortRule(ofBytes, alertRuleTexts.en, numbersIn('en')), /^avg Free disk space > 20 GiB for/)
  assert.equal(shortRule(asRule, alertRuleTexts.en, numbersIn('en')), 'avg CPU load > 80.5% for 15 min')
  const recorded = { ...asRule, metricName: 'instance:node_cpu_utilisation:rate5m' }
  assert.equal(shortRule(recorded, alertRuleTexts.en, numbersIn('en')), 'avg CPU load > 80.5% for 15 min')
  const parts = shortRuleParts(asRule, alertRuleTexts.sv, numbersIn('sv'))
  assert.deepEqual(parts, ['medel Processorbelastning', '> 80,5\u00a0% i 15 min'])
})

test('a long time of a rule is in days and hours', () => {
  const daily = { ...rule, dependsOnMetrics: [], alertsBeforeAction: 288, autoCloseDelayInSeconds: 86_400 }
  assert.equal(shortRule(daily, alertRuleTexts.en, numbersIn('en')), 'avg CPU load > 80.5% for 1 day')
  assert.equal(shortRule(daily, alertRuleTexts.sv, numbersIn('sv')), 'medel Processorbelastning > 80,5\u00a0% i 1 dygn')
  const half = { ...daily, alertsBeforeAction: 18 }
  assert.equal(shortRule(half, alertRuleTexts.en, numbersIn('en')), 'avg CPU load > 80.5% for 1 h 30 min')
  const inWords = describeRule(daily, '', alertRuleTexts.en, toolsIn('en'))
  assert.match(inWords, /in 288 consecutive 5-minute periods \(a day\)\. .* Closes after a day without a violation\./)
  const inSwedish = describeRule(daily, '', alertRuleTexts.sv, toolsIn('sv'))
  assert.match(inSwedish, /under 288 femminutersperioder i rad \(ett dygn\)\. .* Stängs efter ett dygn utan överträdelse\./)
})

test('what a rule leaves out is named, three at most', () => {
  const named = (...names: string[]) => ({ entity: null, excluded: names.map((name) => ({ name })) })
  assert.equal(subjectOf(named(), alertRuleTexts.en), '')
  assert.equal(subjectOf(named('VM-3'), alertRuleTexts.en), 'each matching resource except VM-3')
  assert.equal(subjectOf(named('a', 'b', 'c', 'd', 'e'), alertRuleTexts.sv), 'varje matchande resurs utom a, b, c och 2 andra')
})
