import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bucketEnd, bucketStart } from '@vakt/domain/metrics/bucket.ts'
import { advanceRule, changeBetween, idleState, type RuleCondition, type RuleState } from './advance-rule.ts'
import { backTestRule } from './back-test.ts'

const rule = (given: Partial<RuleCondition> = {}): RuleCondition => ({
  thresholdComparison: '>',
  threshold: 10,
  criticalThreshold: null,
  alertsBeforeAction: 3,
  missingData: 'ignored',
  autoCloseDelayInSeconds: 0,
  validFrom: null,
  validTo: null,
  ...given,
})
const none = Number.NaN
const tested = (values: number[], countsFrom: number | null = null) => ({ firstSlot: 0, values, countsFrom })

/** The changes that a series of values causes, each with the number of its bucket. */
function changes(given: Partial<RuleCondition>, values: number[]): string[] {
  let state: RuleState = idleState
  return values.flatMap((value, slot) => {
    const next = advanceRule(rule(given), state, slot, value)
    const change = changeBetween(state, next)
    state = next
    return change ? [`${slot} ${change}`] : []
  })
}

test('fires after so many violations in a row; a healthy bucket between starts the count again', () => {
  assert.deepEqual(changes({}, [11, 11, 9, 11, 11, 11, 11]), ['5 fired'])
})

test('a missing bucket neither counts nor resets, or counts as the rule says', () => {
  assert.deepEqual(changes({}, [11, none, 11, none, none, 11]), ['5 fired'])
  assert.deepEqual(changes({ missingData: 'violates' }, [11, none, none]), ['2 fired'])
  assert.deepEqual(changes({ missingData: 'healthy' }, [11, none, 11, 11, 11]), ['4 fired'])
})

test('compares exactly, and equality tolerates the rounding of sums', () => {
  const once = { alertsBeforeAction: 1 }
  assert.deepEqual(changes(once, [10]), [])
  assert.deepEqual(changes({ ...once, thresholdComparison: '>=' }, [10]), ['0 fired'])
  assert.deepEqual(changes({ ...once, thresholdComparison: '<' }, [10, 9.99]), ['1 fired'])
  assert.deepEqual(changes({ ...once, thresholdComparison: '<=' }, [10]), ['0 fired'])
  assert.deepEqual(changes({ ...once, thresholdComparison: '=', threshold: 0.3 }, [0.1 + 0.2, 0.31]), ['0 fired', '1 closed'])
  assert.deepEqual(changes(once, [Number.POSITIVE_INFINITY]), ['0 fired'])
})

test('an infinity equals nothing: neither a threshold nor a critical one, in the back-test too', () => {
  const infinities = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  const equal = { alertsBeforeAction: 1, thresholdComparison: '=' as const, criticalThreshold: 5 }
  for (const threshold of [0, 5.5, -1e308]) {
    assert.deepEqual(changes({ ...equal, threshold }, infinities), [])
    assert.deepEqual(backTestRule(rule({ ...equal, threshold }), tested(infinities)), { periods: [], violations: [] })
  }
})

test('a bucket without data never lowers the severity, whatever it counts as', () => {
  const given = { alertsBeforeAction: 2, criticalThreshold: 20 }
  assert.deepEqual(changes({ ...given, missingData: 'violates' }, [21, 21, none, none, 11]), ['1 fired-critical', '4 fell-back'])
  const slow = { ...given, autoCloseDelayInSeconds: 600 }
  assert.deepEqual(changes({ ...slow, missingData: 'healthy' }, [21, 21, none, none]), ['1 fired-critical', '3 closed'])
  assert.deepEqual(changes({ ...slow, missingData: 'healthy' }, [21, 21, none, 9]), ['1 fired-critical', '3 closed'])
  assert.deepEqual(changes(given, [21, none, 21, none, 11]), ['2 fired-critical', '4 fell-back'])
})

test('closes after the healthy buckets of its delay; a violation starts them again, a missing bucket does not count', () => {
  const given = { alertsBeforeAction: 1, autoCloseDelayInSeconds: 900 }
  assert.deepEqual(changes({ alertsBeforeAction: 1 }, [11, 9]), ['0 fired', '1 closed'])
  assert.deepEqual(changes({ ...given, autoCloseDelayInSeconds: 1 }, [11, 9]), ['0 fired', '1 closed'])
  assert.deepEqual(changes(given, [11, 9, 9, 9]), ['0 fired', '3 closed'])
  assert.deepEqual(changes(given, [11, 9, 9, 11, 9, 9, 9]), ['0 fired', '6 closed'])
  assert.deepEqual(changes(given, [11, 9, none, none, 9, 9]), ['0 fired', '5 closed'])
  assert.deepEqual(changes(given, [11, none, none, none]), ['0 fired'])
})

test('a violation within the delay keeps the alert open without counting to n again', () => {
  const given = { alertsBeforeAction: 2, autoCloseDelayInSeconds: 900 }
  assert.deepEqual(changes(given, [11, 11, 9, 11, 9, 9, 9]), ['1 fired', '6 closed'])
})

test('becomes critical after its own n, and falls back without closing', () => {
  const given = { alertsBeforeAction: 2, criticalThreshold: 20 }
  assert.deepEqual(changes(given, [11, 11, 21, 21, 21, 11, 9]), ['1 fired', '3 became-critical', '5 fell-back', '6 closed'])
  assert.deepEqual(changes(given, [21, 21, 9]), ['1 fired-critical', '2 closed'])
  assert.deepEqual(changes({ ...given, autoCloseDelayInSeconds: 600 }, [21, 21, 9, 9]), ['1 fired-critical', '2 fell-back', '3 closed'])
})

test('counts nothing outside its validity, which is half open; what fires stays', () => {
  const given = { alertsBeforeAction: 2, validFrom: bucketStart(1), validTo: bucketStart(4) }
  assert.deepEqual(changes(given, [11, 11, 11, 11, 9, 9]), ['2 fired'])
  assert.deepEqual(changes({ ...given, validTo: bucketStart(4) - 1 }, [9, 9, 11, 11]), [])
})

test('returns the same state when nothing changed', () => {
  const firing = [11, 11, 11].reduce((state, value, slot) => advanceRule(rule(), state, slot, value), idleState)
  assert.equal(advanceRule(rule(), firing, 3, 12), firing)
  assert.equal(advanceRule(rule(), firing, 3, none), firing)
  assert.equal(advanceRule(rule(), idleState, 3, 1), idleState)
})

test('a back-test finds the periods and violations, and when each would have been raised', () => {
  const values = [11, 11, 11, 9, 11, 11, 11, 11, 21]
  const windows = [{ from: bucketEnd(1), to: bucketEnd(5), reason: 'window' }]
  const inhibitors = [{ from: bucketEnd(5), to: bucketEnd(7), reason: 'CPU' }]
  assert.deepEqual(backTestRule(rule({ criticalThreshold: 20 }), tested(values), { windows, inhibitors }), {
    periods: [
      { from: bucketEnd(2), to: bucketEnd(3), critical: [], raisedAt: null, heldBy: 'window' },
      { from: bucketEnd(6), to: null, critical: [], raisedAt: bucketEnd(7), heldBy: 'CPU' },
    ],
    violations: [
      { from: bucketStart(0), to: bucketEnd(2) },
      { from: bucketStart(4), to: bucketEnd(8) },
    ],
  })
  const critical = backTestRule(rule({ criticalThreshold: 20, alertsBeforeAction: 1 }), tested([21, 11, 21]))
  assert.deepEqual(critical.periods[0]?.critical, [
    { from: bucketEnd(0), to: bucketEnd(1) },
    { from: bucketEnd(2), to: bucketEnd(2) },
  ])
})

test('in a back-test a series counts from its first point on: one that was silent before the span counts from its beginning', () => {
  const silent = rule({ missingData: 'violates' })
  const values = [none, none, none, none, 9, none, none, none]
  const firedAt = (countsFrom: number | null) => backTestRule(silent, tested(values, countsFrom)).periods.map(({ from }) => from)
  assert.deepEqual(firedAt(null), [bucketEnd(7)])
  assert.deepEqual(firedAt(4), [bucketEnd(7)])
  assert.deepEqual(firedAt(-20), [bucketEnd(2), bucketEnd(7)])
  assert.deepEqual(backTestRule(silent, tested(values)).violations, [{ from: bucketStart(5), to: bucketEnd(7) }])
  assert.deepEqual(backTestRule(silent, tested([none, none, none, none])), { periods: [], violations: [] })
})

test('what an inhibitor held is raised in a back-test only while it is itself in violation; a window raises whatever still fires', () => {
  const given = rule({ alertsBeforeAction: 1, autoCloseDelayInSeconds: 900 })
  const hold = { from: bucketEnd(0), to: bucketEnd(2), reason: 'CPU' }
  const raised = (values: number[], holds: object) => backTestRule(given, tested(values), holds).periods.map(({ raisedAt }) => raisedAt)
  assert.deepEqual(raised([11, 9, 9, 9], { inhibitors: [hold] }), [null])
  assert.deepEqual(raised([11, 9, 9, 11], { inhibitors: [hold] }), [bucketEnd(3)])
  assert.deepEqual(raised([11, 11, none, 9], { inhibitors: [hold] }), [bucketEnd(2)])
  assert.deepEqual(raised([11, 9, 9, 9], { windows: [hold] }), [bucketEnd(2)])
})
