import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeValue } from '@vakt/domain/metrics/write-value.ts'
import { metricName } from '@vakt/domain/readable-names/metric-names.ts'
import { metricOptions } from './metric-options.ts'
import { ruleFieldTexts } from './rule-form.texts.ts'

const cpu = { metricName: 'system.cpu.utilization', unit: '%', kind: 'gauge', series: 1, latest: 61 } as const
const numbersIn = (language: 'en' | 'sv') => ({
  nameOf: (metric: string) => metricName(metric)[language],
  write: (value: number, metric: string) => writeValue(value, metric, '%', language),
})
const optionsIn = (language: 'en' | 'sv', metrics = [cpu], savedMetric: string | null = null) =>
  metricOptions({ metrics, savedMetric }, numbersIn(language), ruleFieldTexts[language]).map(({ label, description }) => [
    label,
    description,
  ])

test('a metric is offered by the name that people know, then its own, and its value with its unit', () => {
  assert.deepEqual(optionsIn('en'), [['CPU load', 'system.cpu.utilization · Now 61%']])
  assert.deepEqual(optionsIn('sv'), [['Processorbelastning', 'system.cpu.utilization · Nu 61\u00a0%']])
  assert.deepEqual(optionsIn('en', [], 'queue length'), [['queue length', undefined]])
})

test('two metrics of the same name are told apart, also once one of them is chosen', () => {
  assert.deepEqual(optionsIn('en', [cpu], 'Percentage CPU'), [
    ['CPU load (system.cpu.utilization)', 'Now 61%'],
    ['CPU load (Percentage CPU)', undefined],
  ])
})
