import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findCircle, findInhibited } from './find-inhibited.ts'

const firing = (ruleId: string, dependsOnMetrics: string[] = [], since = 1) => ({ ruleId, metricName: ruleId, dependsOnMetrics, since })

test('a rule is inhibited by one on a metric that it depends on, also through one that is itself inhibited', () => {
  const inhibited = findInhibited([firing('http', ['service']), firing('service', ['host']), firing('host')])
  assert.deepEqual(
    inhibited,
    new Map([
      ['service', 'host'],
      ['http', 'service'],
    ]),
  )
  assert.deepEqual(findInhibited([firing('http', ['service'])]), new Map())
})

test('of rules in a circle the one that fired first is raised', () => {
  assert.deepEqual(findInhibited([firing('a', ['b'], 2), firing('b', ['a'], 1)]), new Map([['a', 'b']]))
  const three = findInhibited([firing('a', ['c']), firing('b', ['a']), firing('c', ['b'])])
  assert.equal(three.size, 2)
  assert.ok(!three.has('a'))
})

test('finds the circle that a rule would close', () => {
  const others = [
    { metricName: 'Memory', dependsOnMetrics: ['Disk'] },
    { metricName: 'Disk', dependsOnMetrics: ['CPU', 'Memory'] },
  ]
  assert.deepEqual(findCircle({ metricName: 'CPU', dependsOnMetrics: ['Memory'] }, others), ['CPU', 'Memory', 'Disk', 'CPU'])
  assert.deepEqual(findCircle({ metricName: 'CPU', dependsOnMetrics: ['CPU'] }, []), ['CPU', 'CPU'])
  assert.equal(findCircle({ metricName: 'HTTP', dependsOnMetrics: ['Memory'] }, others), null)
})
