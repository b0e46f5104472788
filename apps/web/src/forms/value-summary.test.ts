import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFormat } from '#web/platform/format.ts'
import type { Field } from './field-definition.ts'
import { scheduleTexts } from './parts/schedule.texts.ts'
import { summarize } from './value-summary.ts'

const { duration } = createFormat('en', 'UTC')
const tools = {
  locale: 'en-GB',
  duration,
  moment: (iso: string) => iso,
  day: (iso: string) => iso,
  schedule: scheduleTexts.en,
  yes: 'Yes',
  no: 'No',
}
const of = (field: Partial<Field>, value: unknown) =>
  summarize({ type: 'text', name: 'it', label: 'It', ...field }, { it: value }, {}, tools)

test('sums up what was filled in as people read it', () => {
  const options = [{ value: 'cpu', label: 'Processor' }]
  assert.equal(of({ type: 'select', options }, 'cpu'), 'Processor')
  assert.equal(of({ type: 'filterselect', multiple: true, options }, ['cpu', 'typed']), 'Processor, typed')
  assert.equal(of({ type: 'duration' }, 90), '1 h 30 min')
  assert.equal(of({ type: 'money' }, { amount: '1250.50', currency: 'SEK' }), '1,250.50 SEK')
  assert.equal(of({ type: 'switch' }, false), 'No')
  assert.equal(of({ isSecret: true }, 'hidden'), '')
  assert.equal(of({ type: 'weekhours' }, [{ opens: '08:00', closes: '17:00' }, null]), 'Mon 08:00–17:00, Tue Closed')
})

test('a row is a line, without what is hidden in it', () => {
  const fields: Field[] = [
    { type: 'select', name: 'metric', label: 'Metric', options: [{ value: 'cpu', label: 'Processor' }] },
    { type: 'number', name: 'limit', label: 'Limit', render: () => false },
    { type: 'number', name: 'percent', label: 'Percent' },
  ]
  const row = { metric: 'cpu', limit: 3, percent: 90 }
  assert.equal(of({ type: 'rows', fields }, [row, { ...row, percent: '' }]), 'Processor · 90\nProcessor')
})
