import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { AlertRule } from '@vakt/contract/alert-rules/alert-rules.ts'
import { bucketEnd, bucketStart, slotOf } from '@vakt/domain/metrics/bucket.ts'
import { createRandom, followPlainly, type PlainRule, randomRule, randomValues } from '@vakt/domain/testing/rule-sequences.ts'
import { closeBuckets } from '#server/features/metrics/close-buckets.ts'
import { createEntity } from '#server/testing/factories.ts'
import { encodeRemoteWrite1, remoteWriteHeaders, type SampleSeries, toSnappy } from '#server/testing/remote-write.ts'
import { createRuleDesks } from '#server/testing/rule-desk.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { evaluateRules, noteClosedBucket } from './evaluate-rules.ts'

const vakt = await createTestApp()
after(vakt.close)

const perRound = 150
const rounds = Math.ceil(Number(process.env.RULE_SEQUENCES ?? 300) / perRound)
const buckets = 30
const first = slotOf(Date.now()) - 60
const { openDesk, contextAt, run, evaluation } = createRuleDesks(vakt, first)

type Sequence = {
  rule: PlainRule
  ruleId: string
  entityId: string
  values: number[]
  /** The step after which each point arrives; its own for those in time. */
  arrives: number[]
  /** From this bucket on the rule has another threshold; null: it is never changed. */
  edit: { at: number; threshold: number } | null
}
type State = { violations: number; firing: string; healthy: number; raised: string | null }

for (let round = 0; round < rounds; round++)
  test(`round ${round}: evaluation, however late its points and whatever fails between, equals a plain model and the back-test`, async () => {
    const random = createRandom(1000 + round)
    const desk = await openDesk()
    const sequences = await Promise.all(Array.from({ length: perRound }, () => makeSequence(desk, random)))
    let down = 0
    for (let step = 0; step < buckets; step++) {
      const edited = sequences.filter(({ edit }) => edit?.at === step)
      // A changed rule counts from the change on: what was not evaluated by then is not evaluated by what it was before.
      if (edited.length > 0) await desk.evaluateTo(first + step - 1)
      for (const one of edited) await editRule(desk, one)
      await sendStep(desk, sequences, step)
      // Now and then the worker is away for some buckets, or ends in the middle of its work.
      if (down > 0 || random() < 0.15) down = down > 0 ? down - 1 : Math.floor(random() * 4)
      if (down > 0 && step < buckets - 1) continue
      if (random() < 0.2) await evaluateAndFail(step)
      await desk.evaluateTo(first + step)
      await compareStates(desk.customerId, sequences, step)
    }
    for (const one of sequences) if (!one.edit) await compareBackTest(desk, one)
  })

type Desk = Awaited<ReturnType<typeof openDesk>>

async function makeSequence({ customerId, call }: Desk, random: () => number): Promise<Sequence> {
  const isEdited = random() < 0.25
  const rule = { ...randomRule(random), ...(isEdited ? { useCriticalThreshold: false, criticalThreshold: null } : {}) }
  const values = randomValues(random, buckets)
  const isLate = random() < 0.4
  const arrives = values.map((_, at) => (isLate && random() < 0.15 ? at + 1 + Math.floor(random() * 8) : at))
  const edit = isEdited ? { at: 3 + Math.floor(random() * (buckets - 6)), threshold: Math.floor(random() * 10) } : null
  const { entityId } = await createEntity(vakt.database, customerId)
  const body = { ...rule, name: 'Rule', description: 'A rule.', aggregation: 'last', metricName: 'm', entityId, enabled: true }
  const answer = await call('POST', '/alert-rule', body)
  assert.equal(answer.statusCode, 200, answer.body)
  const { alertRuleId: ruleId }: AlertRule = answer.json().result
  await run('update alert_rule set active_from_slot = $2 where rule_id = $1', [ruleId, first])
  return { rule, ruleId, entityId, values, arrives, edit }
}

async function editRule({ call }: Desk, { ruleId, edit }: Sequence) {
  const before: AlertRule = (await call('GET', `/alert-rule/${ruleId}`)).json().result
  const answer = await call('PUT', `/alert-rule/${ruleId}`, { ...contentOf(before), threshold: edit?.threshold, version: before.version })
  assert.equal(answer.statusCode, 200, answer.body)
  await run('update alert_rule set active_from_slot = $2 where rule_id = $1', [ruleId, first + (edit?.at ?? 0)])
}

function contentOf(rule: AlertRule) {
  const { name, description, severity, aggregation, thresholdComparison, useCriticalThreshold, criticalThreshold } = rule
  const { alertsBeforeAction, metricName, entityId, missingData, autoCloseDelayInSeconds } = rule
  return {
    ...{ name, description, severity, aggregation, thresholdComparison, useCriticalThreshold, criticalThreshold },
    ...{ alertsBeforeAction, metricName, entityId, missingData, autoCloseDelayInSeconds },
  }
}

/** Everything that arrives in this step, in one request, and what is due then is closed. */
async function sendStep({ customerId, token }: Desk, sequences: Sequence[], step: number) {
  const series = sequences.flatMap(({ entityId, values, arrives }): SampleSeries[] => {
    const samples = values.flatMap((value, at): [number, number][] =>
      arrives[at] === step && !Number.isNaN(value) ? [[value, bucketStart(first + at) + 1000]] : [],
    )
    return samples.length > 0 ? [{ labels: { __name__: 'm', vakt_entity: entityId }, samples }] : []
  })
  if (series.length > 0) {
    const answer = await vakt.send('prometheus', token, toSnappy(encodeRemoteWrite1(series)), remoteWriteHeaders[1])
    assert.equal(answer.statusCode, 204, answer.body)
  }
  await run(
    `with matched as (update metric_series set entity_id = (labels ->> 'vakt_entity')::uuid where customer_id = $1 and entity_id is null returning 1)
     update metric_customer set series_version = series_version + 1 where customer_id = $1 and exists (select from matched)`,
    [customerId],
  )
  while (await closeBuckets(contextAt(new Date(Date.now() + 120_000)), [noteClosedBucket])) {
    // Until nothing is due.
  }
}

/** The connection breaks: nothing of the transaction may be left, and no rule is to blame. */
async function evaluateAndFail(step: number) {
  const end = Object.assign(new Error('the process ends here'), { code: '57P01' })
  const broken = { ...evaluation.store, readAggregates: () => Promise.reject(end) }
  const evaluating = evaluateRules(contextAt(new Date(bucketEnd(first + step) + 91_000)), { store: broken, cache: new Map() })
  await evaluating.catch((error) => assert.equal(error, end))
}

/** What has arrived by this step. */
const knownAt = ({ values, arrives }: Sequence, step: number) =>
  values.slice(0, step + 1).map((value, at) => ((arrives[at] as number) <= step ? value : Number.NaN))

async function compareStates(customerId: string, sequences: Sequence[], step: number) {
  const rows = await run('select rule_id as "ruleId", violations, firing, healthy, raised from alert_rule_state where customer_id = $1', [
    customerId,
  ])
  const stateOf = new Map(rows.map(({ ruleId, ...state }) => [ruleId, state as State]))
  for (const one of sequences) {
    // Points from before a change that come after it: what the rule was then is not kept.
    if (one.edit && one.arrives.some((arrival, at) => arrival > at)) continue
    const expected = followPlainly(one.rule, knownAt(one, step), one.edit)
    const severity = ['low', 'medium', 'high', 'critical'][one.rule.severity]
    const raised = expected.firing === 'critical' ? 'critical' : expected.firing === 'yes' ? severity : null
    const { violations, firing, healthy } = expected
    const isIdle = firing === 'no' && violations === 0
    assert.deepEqual(stateOf.get(one.ruleId), isIdle ? undefined : { violations, firing, healthy, raised }, describe(one, step))
  }
}

const describe = ({ rule, values, arrives, edit }: Sequence, step: number) =>
  JSON.stringify({ step, rule, values: values.map(String), arrives, edit })

async function compareBackTest({ call }: Desk, one: Sequence) {
  const { severity: _, ...condition } = one.rule
  const question = { ...condition, aggregation: 'last', metricName: 'm', entityId: one.entityId, dependsOnMetrics: [] }
  const answer = await call('POST', '/alert-rule/back-test', question)
  assert.equal(answer.statusCode, 200, answer.body)
  const [series] = answer.json().result.series
  const known = knownAt(one, buckets - 1)
  const periods = followPlainly(one.rule, known, null).periods
  const slotEnd = (at: number) => new Date(bucketEnd(first + at)).toISOString()
  // The test goes on to the last closed bucket, past those of the sequence.
  const end = slotEnd(buckets - 1)
  const found = (series?.periods ?? []).filter(({ from }: { from: string }) => from <= end)
  assert.deepEqual(
    found.map(({ from, to }: { from: string; to: string | null }) => [from, to !== null && to <= end ? to : null]),
    periods.map(({ from, to }) => [slotEnd(from), to === null ? null : slotEnd(to)]),
    describe(one, buckets - 1),
  )
}
