import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRuleFinding, translateFinding, writeRuleFinding } from './rule-finding.ts'

const cpu = {
  metric: 'instance:node_cpu_utilisation:rate5m',
  unit: '%',
  resource: 'vm-web-01',
  value: 97.46,
  comparison: '>',
  limit: 80,
} as const

test('what a rule found is a sentence in the language of its reader', () => {
  assert.equal(writeRuleFinding(cpu, 'en'), 'CPU load of vm-web-01 is 97.46%, above the limit of 80%')
  assert.equal(writeRuleFinding(cpu, 'sv'), 'Processorbelastning på vm-web-01 är 97,46\u00a0%, över gränsvärdet 80\u00a0%')
  const disk = {
    ...cpu,
    metric: 'node_filesystem_avail_bytes',
    unit: null,
    value: 1.5 * 1024 ** 3,
    comparison: '<=',
    limit: 1024 ** 4,
  } as const
  assert.equal(writeRuleFinding(disk, 'en'), 'Free disk space of vm-web-01 is 1.5 GiB, at or below the limit of 1 TiB')
  assert.equal(writeRuleFinding({ ...cpu, value: null }, 'sv'), 'Processorbelastning på vm-web-01: inga data tas emot')
})

test('what stopped is named where a machine has several of it', () => {
  const labels = { operator: '<', threshold: '1', metricValue: '0', service: 'nginx', host: 'vm-web-01' }
  const alert = { source: 'alert-rule', metricName: 'vakt.service.up', targetName: 'vm-web-01', labels }
  const finding = readRuleFinding(alert)
  assert.equal(finding?.part, 'nginx')
  assert.equal(finding && writeRuleFinding(finding, 'en'), 'Service running (nginx) of vm-web-01 is 0, below the limit of 1')
  assert.equal(finding && writeRuleFinding(finding, 'sv'), 'Tjänst igång (nginx) på vm-web-01 är 0, under gränsvärdet 1')
  assert.equal(readRuleFinding({ ...alert, metricName: 'constructor' })?.part, undefined)
})

test('a value within the limit is not said to be beyond it', () => {
  assert.equal(writeRuleFinding({ ...cpu, value: 40 }, 'en'), 'CPU load of vm-web-01 is 40%, limit 80%')
})

test('long names give way to value and limit, and unknown metrics are written in words', () => {
  const long = writeRuleFinding({ ...cpu, metric: 'm'.repeat(200), resource: 'r'.repeat(200) }, 'en')
  assert.ok(long.length < 200 && long.endsWith('… is 97.46%, above the limit of 80%'), long)
  assert.match(writeRuleFinding({ ...cpu, metric: 'http_queue.depth' }, 'en'), /^Http queue depth of /)
  assert.match(writeRuleFinding({ ...cpu, metric: 'DtuConsumption' }, 'sv'), /^Dtu consumption på /)
})

test('the labels of an alert of a rule say what was found, those of other sources do not', () => {
  const labels = { operator: '>', threshold: '80', metricValue: '97.46', metric_unit: '%' }
  const alert = { source: 'alert-rule', metricName: cpu.metric, targetName: 'vm-web-01', labels }
  assert.deepEqual(readRuleFinding(alert), cpu)
  assert.equal(readRuleFinding({ ...alert, source: 'alertmanager' }), null)
  assert.equal(readRuleFinding({ ...alert, labels: { ...labels, operator: 'toString' } }), null)
  const { metricValue: _, ...silent } = labels
  assert.equal(readRuleFinding({ ...alert, labels: silent })?.value, null)
  assert.equal(readRuleFinding({ ...alert, labels: { ...labels, metricValue: 'Infinity' } })?.value, Number.MAX_VALUE)
})

test('the description of an alert says what was found in the language of its reader, and what people wrote as they wrote it', () => {
  const description = `${writeRuleFinding(cpu, 'en')}\n\nAsk the team of the shop.`
  assert.equal(translateFinding(description, cpu, 'sv'), `${writeRuleFinding(cpu, 'sv')}\n\nAsk the team of the shop.`)
  assert.equal(translateFinding('Ask the team of the shop.', cpu, 'sv'), 'Ask the team of the shop.')
})
