import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { operations } from '@vakt/contract/operations.ts'
import pg from 'pg'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { removeKeptAnswers } from '#server/platform/idempotency/keep-answer.ts'
import { createCustomer, createEntity, createIngestToken } from '#server/testing/factories.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'

const vakt = await createTestApp()
after(() => vakt.close())
const provider = await createCustomer(vakt.database, { isProvider: true })
const staff: TestUser = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }

const work = (text: string, values: unknown[] = []) =>
  workForAllCustomers({ pool: vakt.database.worker }, async (transaction) => (await transaction.query(text, values)).rows)

async function createScene() {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const user: TestUser = { email: `anna@${emailDomain}`, roles: ['admin'] }
  const at = `/customer/${customerId}`
  const ticket = { subject: 'The till is slow', description: 'Since this morning.', email: user.email }
  const open = (key?: string, change: object = {}, who = user) =>
    vakt.call(who, 'POST', `${at}/ticket`, { ...ticket, ...change }, key === undefined ? {} : { 'idempotency-key': key })
  const count = async (table: string) =>
    (await work(`select count(*)::int as count from ${table} where customer_id = $1`, [customerId]))[0].count as number
  return { customerId, emailDomain, user, at, open, count }
}

const keyOf = (answer: { json(): { errors: { message_translation_key: string }[] } }) => answer.json().errors[0]?.message_translation_key

test('each call that takes a key is carried out once and answers the same again', async () => {
  const { customerId, at, open, count } = await createScene()
  const { ticketId } = (await open()).json().result
  const [{ incidentId }] = await work(
    `insert into incident (customer_id, subject, rule, title, severity, opened_at, changed_at)
     values ($1, 's', 'r', 't', 'low', now(), now()) returning incident_id as "incidentId"`,
    [customerId],
  )
  const [{ jobId }] = await work(
    `insert into job (queue, customer_id, row_id, state, failed_at) values ('test', $1, 'a', 'failed', now()) returning job_id as "jobId"`,
    [customerId],
  )
  const token = await createIngestToken(vakt.database, customerId)
  const labels = { alertname: 'Slow', severity: 'low', instance: `till-${randomUUID()}` }
  const alert = { status: 'firing', fingerprint: randomUUID(), labels, startsAt: '2026-11-20T10:00:00Z' }
  await vakt.send('alertmanager', token, { version: '4', status: 'firing', alerts: [alert] })
  await vakt.send('alertmanager', token, { note: 'not ours' })
  await vakt.work()
  const [{ alertId }] = await work('select alert_id as "alertId" from alert where customer_id = $1', [customerId])
  const [{ signalId }] = await work(
    `select signal_id as "signalId" from signal where customer_id = $1 and state in ('unrecognised', 'unreadable', 'failed')`,
    [customerId],
  )
  const other = await createEntity(vakt.database, customerId)
  const entry = { note: 'Looked', minutes: 15, date: '2026-11-20', hourType: 'normal', billable: true }
  const rule = {
    name: 'CPU',
    description: 'Busy.',
    severity: 2,
    aggregation: 'avg',
    thresholdComparison: '>',
    threshold: 80,
    alertsBeforeAction: 3,
    metricName: 'cpu',
  }
  const body = { ...rule, entityId: other.entityId }
  const { alertRuleId } = (await vakt.call(staff, 'POST', `${at}/alert-rule`, body)).json().result
  const [{ userId }] = await work('select user_id as "userId" from app_user where customer_id = $1', [customerId])
  const everything = { everything: true }
  const times = { timeZone: 'UTC', startsAt: '2035-01-01T22:00', repeats: 'once', weekdays: [], monthDay: null }
  const schedule = { ...times, cron: '', endsOn: null, endsAfter: null }
  const window = { reason: 'Patching', schedule, durationInSeconds: 3600, scope: everything }
  const major = await vakt.call(staff, 'POST', '/major-incident', { title: { en: 'Slow' }, incidents: [{ customerId, incidentId }] })
  const process = {
    name: 'Wait',
    entityId: other.entityId,
    actions: [{ type: 'delay', delayInMinutes: 1, completeActionIfIncidentIsResolved: false }],
  }
  const { processModelId: processId } = (await vakt.call(staff, 'POST', `${at}/process-model`, process)).json().result
  const calls: Record<string, { path: string; body: object; table: string; adds?: number }> = {
    createTicket: { path: `${at}/ticket`, body: { subject: 'A', description: 'B', email: 'a@b.example' }, table: 'ticket' },
    addTicketComment: { path: `${at}/ticket/${ticketId}/comment`, body: { body: 'Once.' }, table: 'ticket_comment' },
    changeTicketStatus: {
      path: `${at}/ticket/${ticketId}/status`,
      body: { status: 'in_progress', comment: 'I take it.', version: 1 },
      table: 'ticket_comment',
    },
    registerHours: { path: `${at}/ticket/${ticketId}/hours`, body: entry, table: 'ticket_hours' },
    changeManyTickets: { path: '/ticket/bulk', body: { tickets: [{ customerId, ticketId }], comment: 'All.' }, table: 'ticket_comment' },
    followUpTicket: { path: `${at}/ticket/${ticketId}/follow-up`, body: { description: 'It goes on.' }, table: 'ticket' },
    updateMajorIncident: {
      path: `/major-incident/${major.json().result.majorIncidentId}/update`,
      body: { text: { en: 'A link is down.' } },
      table: 'incident_event',
    },
    createAlertRule: {
      path: `${at}/alert-rule`,
      body: { ...rule, entityId: (await createEntity(vakt.database, customerId)).entityId },
      table: 'alert_rule',
    },
    changeManyAlertRules: {
      path: `${at}/alert-rule/bulk`,
      body: { what: 'disable', alertRuleIds: [alertRuleId] },
      table: 'recorded_action',
    },
    changeManyUsers: { path: `/admin${at}/user/bulk`, body: { isDisabled: true, userIds: [userId] }, table: 'recorded_action' },
    changeManyIncidents: {
      path: `${at}/incident/bulk`,
      body: { incidents: [incidentId], what: 'acknowledge' },
      table: 'recorded_action',
    },
    changeManyFailedJobs: {
      path: '/admin/failed-job/bulk',
      body: { what: 'retry', jobs: [{ customerId, jobId }] },
      table: 'recorded_action',
    },
    dismissManyUnmatchedSignals: {
      path: '/admin/unmatched-signal/bulk-dismissal',
      body: { what: 'dismiss', signals: [{ customerId, unmatchedAlertId: alertId }] },
      table: 'recorded_action',
    },
    bindManyUnmatchedSignals: {
      path: '/admin/unmatched-signal/bulk',
      body: { signals: [{ customerId, unmatchedAlertId: alertId }], entityCustomerId: customerId, entityId: other.entityId },
      table: 'recorded_action',
    },
    retryManySetAsideSignals: {
      path: '/admin/set-aside-signal/bulk',
      body: { signals: [{ customerId, signalId }] },
      table: 'recorded_action',
    },
    createServiceWindow: { path: `${at}/service-window`, body: window, table: 'service_window' },
    startServiceWindow: { path: `${at}/service-window/start`, body: { reason: 'Deploy', scope: everything }, table: 'service_window' },
    createProviderWindow: { path: '/service-window', body: { ...window, customerIds: [customerId] }, table: 'service_window' },
    createProcess: { path: `${at}/process-model`, body: process, table: 'process' },
    copyProcess: { path: `${at}/process-model/${processId}/copy`, body: { name: 'Wait too' }, table: 'process' },
    startProcessRun: { path: `${at}/incident/${incidentId}/process-run`, body: { processId }, table: 'process_run' },
    addIncidentNote: { path: `${at}/incident/${incidentId}/note`, body: { note: 'Seen.' }, table: 'incident_event' },
  }
  // Every POST is tried by repeated-calls.test.ts.
  const others = Object.entries(operations).filter(([, { takesIdempotencyKey }]) => takesIdempotencyKey)
  for (const [name] of others) assert.ok(calls[name], `${name} is not tried`)
  for (const [name, { path, body, table }] of Object.entries(calls)) {
    const send = () => vakt.call(staff, operations[name]?.method ?? '', path, body, { 'idempotency-key': `${name}-1` })
    const before = await count(table)
    const [first, second] = [await send(), await send()]
    assert.ok(first.statusCode < 300, `${name}: ${first.body}`)
    assert.deepEqual([second.statusCode, second.body], [first.statusCode, first.body], name)
    assert.deepEqual([first.headers['idempotent-replayed'], second.headers['idempotent-replayed']], [undefined, 'true'], name)
    assert.equal(await count(table), before + 1, name)
  }
})

test('a key that came with another request is refused, and so is one that is malformed or not taken', async () => {
  const { user, at, open, count } = await createScene()
  const key = randomUUID()
  await open(key)
  const other = await open(key, { subject: 'Another' })
  assert.deepEqual([other.statusCode, keyOf(other)], [422, 'error.idempotency_key_reused'])
  for (const bad of ['', 'å', 'a b', 'x'.repeat(256)]) {
    const refused = await open(bad)
    assert.deepEqual([refused.statusCode, keyOf(refused)], [400, 'error.idempotency_key'], JSON.stringify(bad))
  }
  const notTaken = await vakt.call(user, 'POST', '/authentication/usercontext', {}, { 'idempotency-key': key })
  assert.deepEqual([notTaken.statusCode, keyOf(notTaken)], [400, 'error.idempotency_key_not_taken'])
  assert.equal((await vakt.call(user, 'GET', `${at}/ticket`, undefined, { 'idempotency-key': key })).statusCode, 200)
  assert.equal(await count('ticket'), 1)
})

test('of the same call many times at once one is carried out, and all get its answer', async () => {
  const { open, at, user, count } = await createScene()
  const key = randomUUID()
  const answers = await Promise.all(Array.from({ length: 6 }, () => open(key)))
  assert.deepEqual([...new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`))].length, 1)
  assert.equal(await count('ticket'), 1)
  const { ticketId } = answers[0]?.json().result ?? assert.fail()
  const send = () => vakt.call(user, 'POST', `${at}/ticket/${ticketId}/comment`, { body: 'Once.' }, { 'idempotency-key': `${key}c` })
  const comments = await Promise.all(Array.from({ length: 6 }, send))
  assert.equal(new Set(comments.map(({ body }) => body)).size, 1)
  assert.equal(await count('ticket_comment'), 1)
})

test('a key is its caller’s own, and what was refused is tried again', async () => {
  const { emailDomain, customerId, open, count } = await createScene()
  const key = randomUUID()
  await open(key)
  const colleague: TestUser = { email: `bo@${emailDomain}`, roles: ['admin'] }
  assert.equal((await open(key, {}, colleague)).headers['idempotent-replayed'], undefined)
  assert.equal(await count('ticket'), 2)
  const disallowed: TestUser = { email: `carl@${emailDomain}`, roles: [] }
  assert.equal((await open('again', {}, disallowed)).statusCode, 403)
  assert.equal((await open('again', {}, { ...disallowed, roles: ['admin'] })).statusCode, 200)
  const incident = { incidentId: '99999999' }
  assert.equal((await open('incident', incident)).statusCode, 400)
  assert.equal((await open('incident', incident)).statusCode, 400)
  await work('update customer set ticket_visibility = $2 where customer_id = $1', [customerId, 'own'])
  const [first, second] = [await open('own'), await open('own')]
  assert.deepEqual([second.body, second.headers['idempotent-replayed']], [first.body, 'true'])
})

test('the answer stands or falls with the effect, and is forgotten after a day', async () => {
  const { customerId, open, count } = await createScene()
  const owner = new pg.Client(vakt.owner)
  await owner.connect()
  await owner.query(
    `create function refuse_key() returns trigger language plpgsql as $$ begin raise exception 'refused' using errcode = '57P01'; end $$;
     create trigger refuse_key before insert on idempotency_key for each row execute function refuse_key()`,
  )
  assert.equal((await open('a')).statusCode, 503)
  assert.equal(await count('ticket'), 0)
  await owner.query('drop trigger refuse_key on idempotency_key; drop function refuse_key()')
  await owner.end()
  assert.equal((await open('a')).statusCode, 200)
  await work("update idempotency_key set created_at = now() - interval '23 hours' where customer_id = $1", [customerId])
  await removeKeptAnswers({ pool: vakt.database.worker })
  assert.equal((await open('a')).headers['idempotent-replayed'], 'true')
  await work("update idempotency_key set created_at = now() - interval '25 hours' where customer_id = $1", [customerId])
  assert.equal(await removeKeptAnswers({ pool: vakt.database.worker }), false)
  assert.equal((await open('a')).headers['idempotent-replayed'], undefined)
  assert.equal(await count('ticket'), 2)
})
