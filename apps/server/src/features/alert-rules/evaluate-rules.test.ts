import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Notification } from '@vakt/contract/notifications/notifications.ts'
import { writeRuleFinding } from '@vakt/domain/alert-rules/rule-finding.ts'
import { bucketEnd } from '@vakt/domain/metrics/bucket.ts'
import { dispatchEvents } from '#server/features/events/dispatch-events.ts'
import { createDispatch } from '#server/roles/event-catalogue.ts'
import { createCustomer, createEntity } from '#server/testing/factories.ts'
import { createRuleDesks } from '#server/testing/rule-desk.ts'
import { createTestApp, testOutgoing } from '#server/testing/test-app.ts'

const vakt = await createTestApp()
after(vakt.close)

const { first, evaluation, run, openDesk, contextAt } = createRuleDesks(vakt)
const none = Number.NaN

test('a rule fires after its violations, opens an incident with a ticket, and closes by itself; its trail begins with the data points', async () => {
  const { call, createRule, send, evaluateTo, alerts, trail, states, entity } = await openDesk()
  const { alertRuleId } = await createRule({ autoCloseDelayInSeconds: 600 })
  await send([81, 82, 97, 40, 40])
  await evaluateTo(first + 1)
  assert.deepEqual([(await states())[0].counting, (await states())[0].violations, await alerts()], [1, 2, []])
  await evaluateTo(first + 2)
  const [fired] = await alerts()
  assert.deepEqual(
    [fired?.state, fired?.severity, fired?.name, fired?.startedAt],
    ['firing', 'medium', 'CPU high', new Date(bucketEnd(first + 2)).toISOString()],
  )
  const steps = await trail(fired?.alertId ?? '')
  assert.deepEqual(
    steps.map(({ step }) => step),
    ['rule-violated', 'received', 'entity-matched', 'incident-opened', 'ticket-opened'],
  )
  assert.deepEqual([steps[0]?.values.values, steps[0]?.values.condition], ['81 · 82 · 97', 'avg cpu > 80'])
  const [incident] = (await call('GET', '/incident')).json().result
  assert.deepEqual([incident.title, incident.entity.entityId], [`CPU load of ${entity.name} is 97, above the limit of 80`, entity.entityId])
  await evaluateTo(first + 3)
  assert.equal((await alerts())[0]?.state, 'firing')
  await evaluateTo(first + 4)
  const [closed] = await alerts()
  assert.deepEqual([closed?.state, closed?.endedAt], ['resolved', new Date(bucketEnd(first + 4)).toISOString()])
  assert.deepEqual(await run('select * from alert_rule_state where rule_id = $1', [alertRuleId]), [])
  const rule = (await call('GET', `/alert-rule/${alertRuleId}`)).json().result
  assert.ok(rule.activeSince && rule.lastFiredAt)
})

test('incident and ticket say the newest value of what fires; the first text stays in the trail, and a subject that a person wrote stays', async () => {
  const { call, createRule, send, evaluateTo, alerts, trail, entity } = await openDesk()
  await createRule({ alertsBeforeAction: 1, useCriticalThreshold: true, criticalThreshold: 95, autoCloseDelayInSeconds: 900 })
  const said = (value: number, limit = 80) => `CPU load of ${entity.name} is ${value}, above the limit of ${limit}`
  const called = async () => (await call('GET', '/incident')).json().result[0]
  const ticket = async () => (await call('GET', `/ticket/${(await called()).ticketId}`)).json().result
  await send([81, 84, 97, 98, 30, 90])
  await evaluateTo(first)
  assert.equal((await called()).title, said(81))
  const { version } = await ticket()
  await evaluateTo(first + 1)
  assert.deepEqual([(await called()).title, (await ticket()).subject, (await ticket()).version], [said(84), said(84), version])
  const { finding } = await called()
  assert.deepEqual(finding, { metric: 'cpu', unit: null, resource: entity.name, value: 84, comparison: '>', limit: 80 })
  await evaluateTo(first + 2)
  assert.deepEqual([(await called()).title, (await called()).severity], [said(97, 95), 'critical'])
  const now = await ticket()
  const changed = await call('PUT', `/ticket/${now.ticketId}`, { version: now.version, subject: 'Our own words' })
  assert.equal(changed.statusCode, 200, changed.body)
  await evaluateTo(first + 3)
  assert.deepEqual([(await called()).title, (await ticket()).subject], [said(98, 95), 'Our own words'])
  await evaluateTo(first + 4)
  assert.equal((await called()).title, `CPU load of ${entity.name} is 30, limit 80`)
  await evaluateTo(first + 5)
  assert.equal((await called()).title, said(90))
  const [alert] = await alerts()
  const opened = (await trail(alert?.alertId ?? '')).find(({ step }) => step === 'incident-opened')
  assert.equal(opened?.values.title, said(81))
})

test('whatever shows what a rule found carries it, so that each reader has it in their language', async () => {
  const { customerId, call, createRule, send, evaluateTo, entity } = await openDesk()
  const { emailDomain } = await createCustomer(vakt.database, { isProvider: true })
  const karin = { email: `karin@${emailDomain}`, roles: ['api-permission-global-admin'] }
  await vakt.call(karin, 'POST', '/authentication/usercontext', {})
  const asStaff = async (method: string, path: string, body?: object) => {
    const answer = await vakt.call(karin, method, path, body)
    assert.equal(answer.statusCode, 200, answer.body)
    return answer.json().result
  }
  const choices = [{ kind: 'incident_opened', byMail: false, inPortal: true, fromSeverity: 'low' }]
  await asStaff('PUT', '/notification/preference', { choices })
  await createRule({ alertsBeforeAction: 1 })
  await send([81])
  await evaluateTo(first)
  const finding = { metric: 'cpu', unit: null, resource: entity.name, value: 81, comparison: '>', limit: 80 }
  const [alert] = (await call('GET', '/alert')).json().result
  assert.deepEqual([alert.finding, (await call('GET', `/alert/${alert.alertId}`)).json().result.finding], [finding, finding])
  assert.ok(alert.description.startsWith(writeRuleFinding(alert.finding, 'en')), alert.description)
  const { customers } = await asStaff('GET', '/incident/customer-state')
  assert.deepEqual(customers.find((one: { customerId: string }) => one.customerId === customerId).worst.finding, finding)
  const [incident] = (await call('GET', '/incident')).json().result
  const incidents = [{ customerId, incidentId: incident.incidentId }]
  const { majorIncidentId } = await asStaff('POST', '/major-incident', { title: { en: 'Slow machines' }, incidents })
  assert.deepEqual((await asStaff('GET', `/major-incident/${majorIncidentId}`)).parts[0].finding, finding)
  await asStaff('PUT', `/customer/${customerId}/incident/${incident.incidentId}/follow`, { isFollowing: true })
  assert.deepEqual((await asStaff('GET', '/followed')).followed[0].incident.finding, finding)
  await run(
    `with escalated as (
       insert into escalation (customer_id, incident_id, started_at, next_at) values ($1, $2, now(), now())
       on conflict (customer_id, incident_id) do update set next_at = now() returning escalation_id)
     insert into page (page_id, customer_id, escalation_id, incident_id, round, step, kind, channel, person_name, language, at)
     select gen_random_uuid(), $1, escalation_id, $2, 0, 0, 'nobody', 'none', '', 'en', now() from escalated`,
    [customerId, incident.incidentId],
  )
  const { pages } = await asStaff('GET', '/admin/page')
  assert.deepEqual(pages.find((one: { customerId: string }) => one.customerId === customerId)?.finding, finding)
  const dispatch = createDispatch({ origin: testOutgoing.origin, from: testOutgoing.from, isSending: false })
  await dispatchEvents(contextAt(new Date()), dispatch)
  const told = (await asStaff('GET', '/notification')).find((one: Notification) => one.customerId === customerId && one.incidentId)
  assert.deepEqual(told?.finding, finding)
})

test('an alert on a query of an event log shows the entries that matched it last, and no others', async () => {
  const { customerId, entity, createRule, send, evaluateTo, call } = await openDesk()
  await createRule({ name: 'Disk errors', metricName: 'vakt.event_log.events', aggregation: 'sum', threshold: 0, alertsBeforeAction: 1 })
  const entry = (query: string, text: string) => ({
    query,
    at: '2026-11-23T08:15:02.000Z',
    level: 'error',
    source: 'Disk',
    eventId: 7,
    text,
  })
  const events = [...Array.from({ length: 8 }, (_, index) => entry('Disks', `bad block ${index}`)), entry('Other', 'not this one')]
  await run(
    `insert into agent_configuration_report (customer_id, entity_id, agent_version, platform, last_contact_at, applied_version, found)
     values ($1, $2, '1', 'windows', now(), 0, $3)`,
    [customerId, entity.entityId, JSON.stringify({ services: [], websites: [], appPools: [], events })],
  )
  await send([3], { metric: 'vakt.event_log.events', labels: { query: 'Disks' } })
  await send([0], { metric: 'vakt.event_log.events', labels: { query: 'Other' } })
  await evaluateTo(first)
  const alerts = (await call('GET', '/alert')).json().result
  assert.equal(alerts.length, 1)
  const { description } = alerts[0]
  const headline = `Event log entries (Disks) of ${entity.name} is 3, above the limit of 0`
  assert.ok(description.startsWith(`${headline}\n\nBusy.\n\n2026-11-23 08:15:02 UTC · error · Disk 7\nbad block 7\n\n`), description)
  assert.deepEqual(description.match(/bad block \d/g), ['bad block 7', 'bad block 6', 'bad block 5', 'bad block 4', 'bad block 3'])
  assert.ok(!description.includes('not this one'))
})

test('each bucket counts once, however many workers evaluate at once', async () => {
  const { createRule, send, evaluateTo, alerts, states } = await openDesk()
  await createRule({ alertsBeforeAction: 4 })
  await send([81, 82, 83])
  for (const slot of [first, first + 1, first + 2]) await evaluateTo(slot, 4)
  assert.deepEqual([(await states())[0].violations, await alerts()], [3, []])
})

test('after downtime it catches up in order and tells only what is still wrong', async () => {
  const { createRule, send, evaluateTo, alerts } = await openDesk()
  await createRule({ alertsBeforeAction: 2 })
  await createRule({ name: 'Disk full', metricName: 'disk', alertsBeforeAction: 2, useCriticalThreshold: true, criticalThreshold: 95 })
  await send([81, 82, 40, 40, 40])
  await send([40, 90, 91, 97, 98], { metric: 'disk' })
  await evaluateTo(first + 4)
  assert.deepEqual(
    (await alerts()).map(({ name, state, severity, startedAt }) => [name, state, severity, startedAt]),
    [['Disk full', 'firing', 'critical', new Date(bucketEnd(first + 2)).toISOString()]],
  )
})

test('a clock that is set back counts no bucket again, and one that runs ahead leaves none out', async () => {
  const { createRule, send, evaluateTo, alerts, states } = await openDesk()
  await createRule({ alertsBeforeAction: 4 })
  await send([81, 82])
  await evaluateTo(first + 1)
  await evaluateTo(first - 20)
  await evaluateTo(first + 1)
  assert.deepEqual([(await states())[0].violations, await alerts()], [2, []])
  // Three hours ahead: evaluated are buckets that have not begun, and then they come.
  await evaluateTo(first + 38)
  await send([83], { from: first + 2 })
  await evaluateTo(first + 2)
  assert.deepEqual([(await states())[0].violations, await alerts()], [3, []])
  await send([84], { from: first + 3 })
  await evaluateTo(first + 3)
  assert.deepEqual(
    (await alerts()).map(({ state }) => state),
    ['firing'],
  )
  await send([40], { from: first + 4 })
  await evaluateTo(first + 4)
  assert.deepEqual(
    (await alerts()).map(({ state }) => state),
    ['resolved'],
  )
})

test('points that come late are evaluated once more, from the hour before', async () => {
  const { createRule, send, evaluateTo, alerts } = await openDesk()
  await createRule()
  await send([81, none, 83, 84])
  await send([82], { from: first + 20 })
  await evaluateTo(first + 2)
  assert.deepEqual(await alerts(), [])
  await send([82], { from: first + 1 })
  await evaluateTo(first + 2)
  assert.equal((await alerts())[0]?.state, 'firing')
  // A higher value of the same bucket that makes it healthy takes nothing back that is still wrong.
  await evaluateTo(first + 3)
  assert.equal((await alerts()).length, 1)
})

test('a rule is held while one on a metric that it depends on fires, and raised when that clears and it is still in violation', async () => {
  const { createRule, send, evaluateTo, alerts, trail, states } = await openDesk()
  await createRule({ name: 'Host down', metricName: 'up', thresholdComparison: '<', threshold: 1, alertsBeforeAction: 1 })
  await createRule({ name: 'HTTP slow', metricName: 'http', alertsBeforeAction: 1, dependsOnMetrics: ['up'] })
  await send([0, 1, 1], { metric: 'up' })
  await send([99, 99, 99], { metric: 'http' })
  await evaluateTo(first)
  assert.deepEqual(
    (await alerts()).map(({ name }) => name),
    ['Host down'],
  )
  assert.deepEqual(
    (await states()).map(({ inhibited }: { inhibited: number }) => inhibited),
    [0, 1],
  )
  await evaluateTo(first + 1)
  const raised = (await alerts()).find(({ name }) => name === 'HTTP slow')
  assert.equal(raised?.state, 'firing')
  const held = (await trail(raised?.alertId ?? '')).find(({ step }) => step === 'rule-was-inhibited')
  assert.equal(held?.values.rule, 'Host down')
})

test('an alert stays open when its rule is switched off, and is resolved when the rule is deleted or its resource has gone', async () => {
  const { call, createRule, send, evaluateTo, alerts, trail, entity } = await openDesk()
  const { alertRuleId } = await createRule({ alertsBeforeAction: 1 })
  await send([99, 99])
  await evaluateTo(first)
  await call('POST', `/alert-rule/${alertRuleId}/disable`)
  await evaluateTo(first + 1)
  const [open] = await alerts()
  assert.equal(open?.state, 'firing')
  assert.ok((await trail(open?.alertId ?? '')).some(({ step }) => step === 'rule-disabled'))
  await call('DELETE', `/alert-rule/${alertRuleId}`)
  await run("update alert_rule set deleted_at = deleted_at - interval '1 day' where rule_id = $1", [alertRuleId])
  await evaluateTo(first + 1)
  assert.equal((await alerts())[0]?.state, 'resolved')
  assert.ok((await trail(open?.alertId ?? '')).some(({ step }) => step === 'rule-ended-deleted'))
  await createRule({ name: 'Of a resource that goes', alertsBeforeAction: 1 })
  await send([99], { from: first + 2 })
  await evaluateTo(first + 2)
  assert.equal((await alerts()).filter(({ state }) => state === 'firing').length, 1)
  await run('update entity set stale = true where entity_id = $1', [entity.entityId])
  evaluation.cache.clear()
  await evaluateTo(first + 3)
  assert.deepEqual(
    (await alerts()).filter(({ state }) => state === 'firing'),
    [],
  )
})

test('a back-test says when a rule would have fired, what would have held it, and what it covers shows the live state', async () => {
  const { call, createRule, send, evaluateTo, entity } = await openDesk()
  await createRule({ name: 'Host down', metricName: 'up', thresholdComparison: '<', threshold: 1, alertsBeforeAction: 1 })
  const rule = await createRule({ alertsBeforeAction: 2 })
  await send([81, 82, 40, 97, 98, 99])
  await send([1, 1, 1, 0, 0, 1], { metric: 'up' })
  const question = {
    aggregation: 'avg',
    thresholdComparison: '>',
    threshold: 80,
    alertsBeforeAction: 2,
    metricName: 'cpu',
    entityId: entity.entityId,
  }
  const answer = await call('POST', '/alert-rule/back-test', { ...question, dependsOnMetrics: ['up'] })
  assert.equal(answer.statusCode, 200, answer.body)
  const iso = (slot: number) => new Date(bucketEnd(slot)).toISOString()
  assert.deepEqual(answer.json().result.series[0].periods, [
    { from: iso(first + 1), to: iso(first + 2), critical: [], raisedAt: iso(first + 1), heldBy: null },
    { from: iso(first + 4), to: null, critical: [], raisedAt: iso(first + 5), heldBy: 'Host down' },
  ])
  // However many series the other rule watches: the last of 25 is the one that fires.
  for (let core = 0; core < 25; core++) await send([1, core === 24 ? 0 : 1], { metric: 'pressure', labels: { core: String(core) } })
  await createRule({ name: 'Pressure low', metricName: 'pressure', thresholdComparison: '<', threshold: 1, alertsBeforeAction: 1 })
  const many = await call('POST', '/alert-rule/back-test', { ...question, dependsOnMetrics: ['pressure'] })
  assert.equal(many.json().result.series[0].periods[0].heldBy, 'Pressure low')
  const metrics = (await call('GET', `/entity/${entity.entityId}/alert-rule-metric`)).json().result.metrics
  assert.deepEqual(
    metrics.map(({ metricName }: { metricName: string }) => metricName),
    ['cpu', 'pressure', 'up'],
  )
  await evaluateTo(first + 4)
  const [covered] = (await call('GET', `/alert-rule/${rule.alertRuleId}/entity`)).json().result
  assert.deepEqual([covered.name, covered.series[0].state], [entity.name, 'firing'])
  const missing = await call('POST', '/alert-rule/back-test', { ...question, entityId: '5b9fe8a1-8f0c-4a37-9a71-3d1f1d8e0c11' })
  assert.equal(missing.statusCode, 404)
})

test('an inhibited rule that is healthy again is not raised when its cause clears, evaluated bucket by bucket or all at once', async () => {
  for (const steps of [[0, 1, 2, 3, 4], [4], [0, 4], [1, 3, 4]]) {
    const { createRule, send, evaluateTo, alerts, states } = await openDesk()
    await createRule({ name: 'Host down', metricName: 'up', thresholdComparison: '<', threshold: 1, alertsBeforeAction: 1 })
    await createRule({ name: 'Slow', metricName: 'http', alertsBeforeAction: 1, dependsOnMetrics: ['up'], autoCloseDelayInSeconds: 1800 })
    await send([0, 0, 0, 1, 1, 1], { metric: 'up' })
    await send([99, 99, 40, 40, 40, 99], { metric: 'http' })
    for (const step of steps) await evaluateTo(first + step)
    assert.ok(!(await alerts()).some(({ name }) => name === 'Slow'), `evaluated to ${steps}`)
    const [, slow] = await states()
    assert.deepEqual([slow.firing, slow.inhibited], [0, 1])
    await evaluateTo(first + 5)
    assert.equal((await alerts()).find(({ name }) => name === 'Slow')?.state, 'firing')
  }
})

test('a series counts from its first point on, in the evaluation and in the back-test alike; a point that comes late may be the first', async () => {
  const { call, createRule, send, evaluateTo, states, entity } = await openDesk()
  const condition = { thresholdComparison: '>' as const, threshold: 80, alertsBeforeAction: 9, missingData: 'violates' }
  await createRule(condition)
  const violations = async () => (await states())[0].violations
  await send([40], { metric: 'other' })
  await send([81], { from: first + 3 })
  await evaluateTo(first + 4)
  assert.equal(await violations(), 2)
  await send([81], { from: first + 1 })
  await evaluateTo(first + 4)
  assert.equal(await violations(), 4)
  const question = { aggregation: 'avg', metricName: 'cpu', entityId: entity.entityId, ...condition, alertsBeforeAction: 1 }
  const answer = await call('POST', '/alert-rule/back-test', question)
  assert.deepEqual(
    answer.json().result.series[0].periods.map(({ from }: { from: string }) => from),
    [new Date(bucketEnd(first + 1)).toISOString()],
  )
})

test('a rule by filter is offered every metric of the customer, and tested on a resource that has it; it says up to when it was evaluated', async () => {
  const { call, customerId, createRule, send, evaluateTo, entity } = await openDesk()
  const other = await createEntity(vakt.database, customerId, { name: 'aa-without', type: 'microsoft.compute/disks' })
  await send([1], { metric: 'cpu' })
  await send([1], { metric: 'disk', of: other.entityId })
  await send([1], { metric: 'disk', labels: { mount: '/' } })
  const { metrics } = (await call('GET', '/alert-rule-metric')).json().result
  assert.deepEqual(
    metrics.map(({ metricName, entities, types }: { metricName: string; entities: number; types: string[] }) => [
      metricName,
      entities,
      types.length,
    ]),
    [
      ['disk', 2, 2],
      ['cpu', 1, 1],
    ],
  )
  const examples = async (query: string) =>
    (await call('GET', `/alert-rule-example?${query}`)).json().result.entities.map(({ name }: { name: string }) => name)
  assert.deepEqual(await examples('metric=cpu'), [entity.name])
  assert.deepEqual(await examples('metric=disk&type=Microsoft.Compute/disks'), ['aa-without'])
  assert.deepEqual(await examples('metric=cpu&type=microsoft.compute/disks'), [])

  const { alertRuleId } = await createRule()
  const read = async () => (await call('GET', `/alert-rule/${alertRuleId}`)).json().result.evaluatedTo
  assert.equal(await read(), null)
  assert.equal((await call('GET', '/alert-rule?state=ok')).json().result.length, 0)
  await evaluateTo(first)
  assert.equal(await read(), new Date(bucketEnd(first)).toISOString())
  assert.equal((await call('GET', '/alert-rule?state=ok')).json().result.length, 1)
  await call('POST', `/alert-rule/${alertRuleId}/disable`)
  assert.equal(await read(), null)
})
