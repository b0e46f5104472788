import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { AlertRule } from '@vakt/contract/alert-rules/alert-rules.ts'
import { bucketEnd, bucketStart } from '@vakt/domain/metrics/bucket.ts'
import { type MetricStore, QuestionRefused } from '#server/features/metrics/metric-store.ts'
import { ownMetricStore } from '#server/features/metrics/own-metric-store.ts'
import { createRuleDesks } from '#server/testing/rule-desk.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { evaluateCustomer } from './evaluate-customer.ts'
import { countRuleFaults } from './read-rule-lag.ts'

const vakt = await createTestApp()
after(vakt.close)
const { first, contextAt, run, openDesk } = createRuleDesks(vakt)
type Desk = Awaited<ReturnType<typeof openDesk>>

/** A store that fails for some series, by their labels. */
function createPoisonStore() {
  const poison = new Set<string>()
  const spans: string[] = []
  const store: MetricStore = {
    ...ownMetricStore,
    async readAggregates(scope, id, wanted, span) {
      if (wanted.some(({ series }) => poison.has(series.labels.disk ?? ''))) throw new QuestionRefused('The series cannot be read.')
      for (const { series } of wanted) spans.push(`${series.metric} ${span.from - first}-${span.to - first}`)
      return ownMetricStore.readAggregates(scope, id, wanted, span)
    },
  }
  const evaluateTo = async (customerId: string, slot: number) => {
    const createContext = contextAt(new Date(bucketEnd(slot) + 91_000))
    const evaluation = { store, cache: new Map() }
    let times = 0
    while (await evaluateCustomer(createContext(), customerId, evaluation)) assert.ok(++times < 20)
  }
  return { poison, spans, evaluateTo }
}

const faultOf = async ({ call }: Desk, { alertRuleId }: AlertRule) =>
  ((await call('GET', `/alert-rule/${alertRuleId}`)).json().result as AlertRule).fault
const evaluatedTo = async ({ call }: Desk, { alertRuleId }: AlertRule) =>
  ((await call('GET', `/alert-rule/${alertRuleId}`)).json().result as AlertRule).evaluatedTo
const namesIn = async ({ call }: Desk, state: string) =>
  (await call('GET', `/alert-rule?state=${state}`)).json().result.map(({ name }: AlertRule) => name)
const names = async (desk: Desk) => (await desk.alerts()).map(({ name }) => name).sort()
const breakRule = ({ alertRuleId }: AlertRule) => run("update alert_rule set filter_tags = '[]' where rule_id = $1", [alertRuleId])
const byFilter = { entityId: null, filter: { type: [], resourceGroup: [], tag: [] }, alertsBeforeAction: 1 }

test('a rule whose evaluation fails is left out, and the other rules of its customer fire on the same bucket', async () => {
  const desk = await openDesk()
  const bad = await desk.createRule({ ...byFilter, name: 'Bad' })
  for (let index = 0; index < 6; index++) await desk.createRule({ ...byFilter, name: `Good ${index}` })
  await breakRule(bad)
  await desk.send([90])
  await desk.evaluateTo(first)
  assert.deepEqual(
    await names(desk),
    Array.from({ length: 6 }, (_, index) => `Good ${index}`),
  )
  assert.deepEqual(await faultOf(desk, bad), {
    since: new Date(bucketStart(first)).toISOString(),
    reason: 'cannot call jsonb_each on a non-object',
    series: 0,
    isSetAside: false,
  })
  assert.ok((await countRuleFaults({ pool: vakt.database.worker })) >= 1)
})

test('a rule that is not evaluated says the last period before its fault, and is in no list of rules that are', async () => {
  const desk = await openDesk()
  const rule = await desk.createRule({ ...byFilter, name: 'Disk', threshold: 95 })
  const never = await desk.createRule({ ...byFilter, name: 'Never', threshold: 95 })
  await breakRule(never)
  for (const at of [0, 1, 2]) {
    if (at === 1) await breakRule(rule)
    await desk.send([90], { from: first + at })
    await desk.evaluateTo(first + at)
  }
  assert.equal(await evaluatedTo(desk, rule), new Date(bucketEnd(first)).toISOString())
  assert.equal(await evaluatedTo(desk, never), null)
  assert.deepEqual([await namesIn(desk, 'ok'), await namesIn(desk, 'not-evaluated')], [[], ['Disk', 'Never']])
})

test('it is tried again on each bucket, after five attempts only once an hour, and at once when it is edited', async () => {
  const desk = await openDesk()
  const bad = await desk.createRule({ ...byFilter, name: 'Bad' })
  await desk.createRule({ ...byFilter, name: 'Good' })
  await breakRule(bad)
  const attempts = async () => (await run('select attempts from alert_rule_fault where rule_id = $1', [bad.alertRuleId]))[0]?.attempts
  for (const at of [0, 1, 2, 3]) {
    await desk.send([90], { from: first + at })
    await desk.evaluateTo(first + at)
    assert.deepEqual([await attempts(), (await faultOf(desk, bad))?.isSetAside], [at + 1, false])
  }
  for (const at of [4, 5]) {
    await desk.send([90], { from: first + at })
    await desk.evaluateTo(first + at)
    assert.deepEqual([await attempts(), (await faultOf(desk, bad))?.isSetAside], [5, true])
  }
  await desk.send([90], { from: first + 17 })
  await desk.evaluateTo(first + 17)
  assert.equal(await attempts(), 6)
  assert.deepEqual(await names(desk), ['Good'])
  const { alertRuleId: _, customer_id: __, ...content } = bad
  const { name, description, severity, aggregation, thresholdComparison, threshold, alertsBeforeAction, metricName, filter } = content
  const shown = { name, description, severity, aggregation, thresholdComparison, threshold, alertsBeforeAction, metricName, filter }
  const answer = await desk.call('PUT', `/alert-rule/${bad.alertRuleId}`, { ...shown, version: bad.version })
  assert.equal(answer.statusCode, 200, answer.body)
  await run('update alert_rule set active_from_slot = $2 where rule_id = $1', [bad.alertRuleId, first + 18])
  assert.equal(await faultOf(desk, bad), null)
  await desk.send([90], { from: first + 18 })
  await desk.evaluateTo(first + 18)
  assert.deepEqual(await names(desk), ['Bad', 'Good'])
  assert.equal(await attempts(), undefined)
})

test('one series that fails leaves out itself alone, and counts the buckets that it missed when it can be evaluated again', async () => {
  const desk = await openDesk()
  const { poison, spans, evaluateTo } = createPoisonStore()
  const disk = await desk.createRule({ name: 'Disk', metricName: 'disk', alertsBeforeAction: 3 })
  await desk.createRule({ name: 'CPU' })
  const sendAll = async (at: number) => {
    for (const one of ['a', 'b', 'c']) await desk.send([90], { metric: 'disk', labels: { disk: one }, from: first + at })
    await desk.send([90], { from: first + at })
  }
  const firing = async () => (await desk.alerts()).length
  await sendAll(0)
  await evaluateTo(desk.customerId, first)
  poison.add('b')
  for (const at of [1, 2]) {
    await sendAll(at)
    await evaluateTo(desk.customerId, first + at)
    const fault = await faultOf(desk, disk)
    assert.deepEqual([fault?.series, fault?.since], [1, new Date(bucketStart(first + 1)).toISOString()])
  }
  assert.equal(await firing(), 3)
  poison.clear()
  spans.length = 0
  await sendAll(3)
  await evaluateTo(desk.customerId, first + 3)
  assert.equal(await faultOf(desk, disk), null)
  assert.equal(await firing(), 4)
  assert.deepEqual(
    spans.filter((span) => span.startsWith('disk 1-')),
    ['disk 1-3'],
  )
})

test('where nothing can be evaluated, no rule is blamed', async () => {
  const desk = await openDesk()
  const rules: AlertRule[] = []
  for (let index = 0; index < 10; index++) rules.push(await desk.createRule({ name: `Rule ${index}`, alertsBeforeAction: 1 }))
  await desk.send([90])
  const end = new Error('The store broke.')
  const store = { ...ownMetricStore, readAggregates: () => Promise.reject(end) }
  const context = contextAt(new Date(bucketEnd(first) + 91_000))()
  await assert.rejects(evaluateCustomer(context, desk.customerId, { store, cache: new Map() }), end)
  for (const rule of rules) assert.equal(await faultOf(desk, rule), null)
  await desk.evaluateTo(first)
  assert.equal((await desk.alerts()).length, 10)
})
