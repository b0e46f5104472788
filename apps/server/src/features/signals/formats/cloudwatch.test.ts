import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCloudWatch } from './cloudwatch.ts'
import { onlyEventOf, readFixture } from './fixtures/read-fixture.ts'

test('an alarm has its ARN as identity, the ARN of its resource, its value and its runbook', () => {
  const event = onlyEventOf(readCloudWatch(readFixture('cloudwatch-alarm')))
  assert.deepEqual(
    [event.fingerprint, event.state, event.severity, event.name, event.metricName, event.startedAt],
    [
      'arn:aws:cloudwatch:eu-north-1:123456789012:alarm:cpu-high-web-01',
      'firing',
      'critical',
      'cpu-high-web-01',
      'CPUUtilization',
      new Date('2026-11-22T10:00:00.236Z'),
    ],
  )
  assert.deepEqual(event.targets[0], {
    kind: 'resource-id',
    value: 'arn:aws:ec2:eu-north-1:123456789012:instance/i-0abc1234def567890',
  })
  const { value, threshold, operator, runbook_url } = event.labels
  assert.deepEqual([value, threshold, operator, runbook_url], ['97.3', '90', '>', 'https://wiki.nordan.example/cpu'])
  const ended = onlyEventOf(readCloudWatch(readFixture('cloudwatch-ok')))
  assert.deepEqual([ended.fingerprint, ended.state, ended.endedAt], [event.fingerprint, 'resolved', new Date('2026-11-22T10:30:00.236Z')])
})

test('an alarm that comes by EventBridge is the same alert as the one that comes from CloudWatch itself', () => {
  const direct = onlyEventOf(readCloudWatch(readFixture('cloudwatch-alarm')))
  const event = onlyEventOf(readCloudWatch(readFixture('cloudwatch-eventbridge')))
  const facts = ['fingerprint', 'state', 'severity', 'name', 'metricName', 'startedAt', 'sourceUrl'] as const
  for (const fact of facts) assert.deepEqual(event[fact], direct[fact], fact)
  assert.deepEqual(event.targets[0], direct.targets[0])
  assert.deepEqual([event.labels.value, event.labels.threshold], ['97.3', '90'])
})

test('metric math has the dimensions of its metrics, and an old alarm without an ARN an identity', () => {
  const event = onlyEventOf(readCloudWatch(readFixture('cloudwatch-metric-math')))
  assert.equal(event.fingerprint, '123456789012:eu-north-1:error-rate')
  assert.equal(event.targets[0]?.value, 'arn:aws:elasticloadbalancing:eu-north-1:123456789012:loadbalancer/app/shop/50dc6c495c0c9188')
})

test('too little data changes nothing, and other senders of the topic are set aside', () => {
  const quiet = readCloudWatch(readFixture('cloudwatch-insufficient-data'))
  const alarm = onlyEventOf(readCloudWatch(readFixture('cloudwatch-alarm')))
  assert.deepEqual(quiet.kind === 'no-alerts' && quiet.notes, [
    { source: 'cloudwatch-sns', fingerprint: alarm.fingerprint, step: 'source-little-data' },
  ])
  assert.equal(readCloudWatch(readFixture('cloudwatch-other-sender')).kind, 'unrecognised')
})
