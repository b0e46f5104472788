import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { findCustomersToEvaluateForAllCustomers } from '#server/features/alert-rules/rule-evaluation-table.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { enqueueJobs } from '#server/platform/jobs/job-table.ts'
import type { Queue } from '#server/platform/jobs/queue.ts'
import { workThrough } from '#server/platform/jobs/work-queue.ts'
import { notification } from '#server/testing/access-matrix/signal-content.ts'
import { createMachine } from '#server/testing/agent-machine.ts'
import { createCustomer, createEntity, createIngestToken } from '#server/testing/factories.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'

const vakt = await createTestApp()
after(() => vakt.close())
const provider = await createCustomer(vakt.database, { isProvider: true })
const staff: TestUser = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }
const run = (text: string, values: unknown[] = []) =>
  workForAllCustomers({ pool: vakt.database.worker }, async (transaction) => (await transaction.query(text, values)).rows)
const keyOf = (answer: { statusCode: number; json(): { errors?: { message_translation_key: string }[] } }) => [
  answer.statusCode,
  answer.json().errors?.[0]?.message_translation_key,
]
const alertOn = (name: string) => notification(name, 'one')
const closed = [403, 'error.customer_closed']

async function createScene() {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const { name: host, entityId } = await createEntity(vakt.database, customerId)
  const token = await createIngestToken(vakt.database, customerId)
  const anna: TestUser = { email: `anna@${emailDomain}`, roles: ['admin'] }
  const path = `/admin/customer/${customerId}/closing`
  const close = (change: object = {}) => vakt.call(staff, 'PUT', path, { confirmation: `Customer ${customerId}`, ...change })
  const reopen = () => vakt.call(staff, 'DELETE', path)
  return { customerId, emailDomain, entityId, host, token, anna, path, close, reopen }
}

/** What the customer has beside people: an open incident with a ticket, and tokens of each kind. */
async function furnish({ customerId, anna, host, token }: Awaited<ReturnType<typeof createScene>>) {
  const make = async (method: string, path: string, body: object) => {
    const answer = await vakt.call(anna, method, path, body)
    assert.ok(answer.statusCode < 300, answer.body)
    return answer.json().result
  }
  const scope = ['@feature.tickets.read']
  const { secret: service } = await make('POST', `/customer/${customerId}/service-token`, { name: 'Terraform', scope })
  const { secret: personal } = await make('POST', '/authentication/api-token', { name: 'Script', scope })
  const { secret: enrolment } = await make('POST', `/customer/${customerId}/agent-enrolment-token`, { name: 'Machines', entityId: null })
  assert.equal((await vakt.send('alertmanager', token, alertOn(host))).statusCode, 202)
  await vakt.work()
  return { service, personal, enrolment }
}

const machine = () =>
  createMachine(async (url, headers, payload) => {
    const answer = await vakt.app.inject({ method: 'POST', url, headers, payload })
    return { status: answer.statusCode, body: answer.json() }
  }, 'vakt.test')

const withToken = (secret: string, customerId: string) =>
  vakt.app.inject({ method: 'GET', url: `/api/v1/customer/${customerId}/ticket`, headers: { authorization: `Bearer ${secret}` } })

test('what closing ends is counted, and the name has to be typed', async () => {
  const scene = await createScene()
  await furnish(scene)
  const { result } = (await vakt.call(staff, 'GET', scene.path)).json()
  const { people, apiTokens, serviceTokens, sources, enrolmentTokens, incidents, tickets } = result.effect
  assert.deepEqual(
    [result.closing, people, apiTokens, serviceTokens, sources, enrolmentTokens, incidents, tickets],
    [null, 1, 1, 1, 1, 1, 1, 1],
  )
  assert.deepEqual(keyOf(await scene.close({ confirmation: 'Customer' })), [400, 'customer_closing.name_differs'])
  assert.equal((await vakt.call(staff, 'GET', scene.path)).json().result.closing, null)
  const own = `/admin/customer/${provider.customerId}/closing`
  const refused = await vakt.call(staff, 'PUT', own, { confirmation: `Customer ${provider.customerId}` })
  assert.deepEqual(keyOf(refused), [409, 'customer_closing.provider'])
})

test('people, tokens, senders and machines of a closed customer are refused in words, and come back when it is opened again', async () => {
  const scene = await createScene()
  const { customerId, anna, host, close, reopen } = scene
  const { service, personal, enrolment } = await furnish(scene)
  const agent = machine()
  assert.equal((await agent.enrol(enrolment)).status, 201)
  // A token of the ingest is remembered for seconds: one that was not used yet is looked up.
  const fresh = await createIngestToken(vakt.database, customerId)
  assert.equal((await close()).statusCode, 200)

  assert.deepEqual(keyOf(await vakt.call(anna, 'GET', `/customer/${customerId}`)), closed)
  assert.deepEqual(
    keyOf(await vakt.call({ ...anna, email: `new@${scene.emailDomain}` }, 'POST', '/authentication/usercontext', {})),
    closed,
  )
  assert.deepEqual(keyOf(await withToken(service, customerId)), closed)
  assert.deepEqual(keyOf(await withToken(personal, customerId)), closed)
  assert.deepEqual(keyOf(await vakt.send('alertmanager', fresh, alertOn(host))), closed)
  const metrics = await vakt.app.inject({
    method: 'POST',
    url: '/ingest/v1/prometheus',
    headers: { authorization: `Bearer ${fresh}` },
    payload: '',
  })
  assert.deepEqual(keyOf(metrics), closed)
  assert.equal((await agent.report({})).status, 403)
  assert.equal((await machine().enrol(enrolment)).status, 403)
  const sessions = await run('select bool_and(ended_at is not null) as "haveEnded" from user_session where customer_id = $1', [customerId])
  assert.equal(sessions[0].haveEnded, true)
  const users = await run('select count(*)::int as count from app_user where customer_id = $1', [customerId])
  assert.equal(users[0].count, 1, 'no one new was let in')

  assert.equal((await reopen()).statusCode, 200)
  assert.equal((await agent.report({})).status, 200)
  assert.equal((await withToken(service, customerId)).statusCode, 200)
})

test('a closed customer is in no list, count or search over all customers, only among the closed ones', async () => {
  const scene = await createScene()
  const { customerId, close, reopen } = scene
  await furnish(scene)
  const idsIn = (answer: { body: string; statusCode: number }) => {
    assert.equal(answer.statusCode, 200, answer.body)
    return answer.body.includes(customerId)
  }
  const lists = [
    '/admin/customer?limit=500',
    '/incident',
    '/alert',
    '/ticket',
    '/incident/customer-state',
    '/alert-rule',
    '/monitoring-source',
  ]
  const seen = async () => {
    const found: string[] = []
    for (const path of lists) {
      const answer = await vakt.call(staff, 'GET', path)
      if (answer.statusCode !== 404 && idsIn(answer)) found.push(path)
    }
    return found
  }
  const firing = async () => (await vakt.call(staff, 'GET', '/alert/count')).json().result.firing.critical
  const [before, firingBefore] = [await seen(), await firing()]
  for (const path of ['/admin/customer?limit=500', '/incident', '/alert', '/ticket', '/incident/customer-state'])
    assert.ok(before.includes(path), path)
  await close()
  assert.deepEqual([await seen(), await firing()], [[], firingBefore - 1])
  const { result } = (await vakt.call(staff, 'GET', `/admin/customer?closed=true&q=${customerId}`)).json()
  assert.deepEqual(
    result.map((row: { customerId: string; closing: { by: string } }) => [row.customerId, row.closing.by]),
    [[customerId, 'karin']],
  )
  // Who looks at the customer itself sees all of it.
  assert.equal((await vakt.call(staff, 'GET', `/customer/${customerId}/incident`)).json().result.length, 1)
  await reopen()
  assert.deepEqual([await seen(), await firing()], [before, firingBefore])
})

test('jobs of a closed customer wait until it is opened again, and those that keep its storage in order do not', async () => {
  const { customerId, close, reopen } = await createScene()
  const done: string[] = []
  const queueOf = (name: string, more: Partial<Queue> = {}): Record<string, Queue> => ({
    [name]: {
      ...{ slots: 1, maxPerCustomer: 1, maxPerKey: 1, leaseSeconds: 30, maxAttempts: 1 },
      run: async (job) => void done.push(`${name} ${job.customerId}`),
      ...more,
    },
  })
  const queues = { ...queueOf(`work-${customerId}`), ...queueOf(`keep-${customerId}`, { isForClosed: true }) }
  const createContext = () => ({
    ...{ actor: { type: 'system' as const, job: 'test' }, now: new Date(), pool: vakt.database.worker },
    ...{ log: silentLog, requestId: null, isStaff: false },
  })
  await close()
  await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
    enqueueJobs(
      transaction,
      Object.keys(queues).map((queue) => ({ queue, customerId, rowId: 'a' })),
    ),
  )
  await workThrough(queues, createContext)
  assert.deepEqual(done, [`keep-${customerId} ${customerId}`])
  await reopen()
  await workThrough(queues, createContext)
  assert.deepEqual(done, [`keep-${customerId} ${customerId}`, `work-${customerId} ${customerId}`])
})

test('of deliveries to webhooks those that were due while it was closed are dropped, and those that are due later stay', async () => {
  const { customerId, close, reopen } = await createScene()
  const query = async (text: string) =>
    (await workForAllCustomers({ pool: vakt.database.worker }, (transaction) => transaction.query(text, [customerId]))).rows
  await query(
    "insert into webhook (customer_id, name, url, kinds, sealed_secret, created_at) values ($1, 'n', 'https://x.example', '{}', 'x', now())",
  )
  await query(
    `insert into webhook_delivery (customer_id, webhook_id, message_id, kind, body, next_at, created_at)
     select $1, webhook_id, gen_random_uuid(), kind, '{}', now() + due, now() - interval '3 days'
     from webhook, (values ('overdue', interval '-2 days'), ('later', interval '1 hour')) as d (kind, due) where customer_id = $1`,
  )
  await close()
  await reopen()
  assert.deepEqual(await query('select kind, state, reason from webhook_delivery where customer_id = $1 order by kind'), [
    { kind: 'later', state: 'waiting', reason: null },
    { kind: 'overdue', state: 'failed', reason: 'customer_closed' },
  ])
})

test('nothing of a closed customer is looked for by the worker: signals, rules, events', async () => {
  const { customerId, token, host, close, reopen } = await createScene()
  assert.equal((await vakt.send('alertmanager', token, alertOn(host))).statusCode, 202)
  await close()
  const evaluated = () =>
    workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
      findCustomersToEvaluateForAllCustomers(transaction, { closedSlot: 1, deletedBefore: new Date() }),
    )
  await run('insert into alert_rule_revision (customer_id, revision) values ($1, 1) on conflict do nothing', [customerId])
  assert.ok(!(await evaluated()).includes(customerId))
  await vakt.work()
  assert.equal((await run('select from alert where customer_id = $1', [customerId])).length, 0)
  await reopen()
  assert.ok((await evaluated()).includes(customerId))
  await vakt.work()
  assert.equal((await run('select from alert where customer_id = $1', [customerId])).length, 1)
})

test('what the provider’s own token brings of a machine of a closed customer stays with the provider', async () => {
  const { customerId, host, close } = await createScene()
  const token = await createIngestToken(vakt.database, provider.customerId, { isProvider: true })
  await close()
  assert.equal((await vakt.send('alertmanager', token, alertOn(host))).statusCode, 202)
  await vakt.work()
  assert.equal((await run('select from alert where customer_id = $1', [customerId])).length, 0)
})

test('outbox, failed jobs and the audit log say of entries that their customer is closed', async () => {
  const scene = await createScene()
  const { customerId, close, reopen } = scene
  await furnish(scene)
  await run("insert into job (queue, customer_id, row_id, state, failed_at) values ('test', $1, '1', 'failed', now())", [customerId])
  await run(
    `insert into mail_delivery (delivery_id, customer_id, recipient_customer_id, kind, private, address, recipient_name, language, subject, text_body,
       html_body, message_id, state, created_at, next_at, channel)
     values (gen_random_uuid(), $1, $1, 'page', false, 'a@b.example', 'Anna', 'en', 's', 't', 'h', $2, 'kept', now(), now(), 'mail')`,
    [customerId, customerId],
  )
  const lists = ['/admin/outbox', '/admin/failed-job', `/admin/recorded-action?customerId=${customerId}`]
  const marks = async () => {
    const found: boolean[][] = []
    for (const path of lists) {
      const answer = await vakt.call(staff, 'GET', path)
      assert.equal(answer.statusCode, 200, `${path}: ${answer.body}`)
      const { result } = answer.json()
      const own = result.filter((row: { customerId: string }) => row.customerId === customerId)
      found.push([...new Set<boolean>(own.map((row: { customerIsClosed: boolean }) => row.customerIsClosed))])
    }
    return found
  }
  assert.deepEqual(await marks(), [[false], [false], [false]])
  await close()
  assert.deepEqual(await marks(), [[true], [true], [true]])
  await reopen()
})

test('closing and opening are in the audit log, once each', async () => {
  const { customerId, close, reopen, path } = await createScene()
  await close()
  const { at } = (await vakt.call(staff, 'GET', path)).json().result.closing
  assert.equal((await close()).json().result.closing.at, at)
  await reopen()
  await reopen()
  const actions = (await vakt.call(staff, 'GET', `/admin/recorded-action?customerId=${customerId}&action=customer`)).json().result
  assert.deepEqual(
    actions.map(({ action }: { action: string }) => action).filter((action: string) => action !== 'customer.look'),
    ['customer.reopen', 'customer.close'],
  )
  assert.equal((await vakt.call(staff, 'GET', path)).json().result.closing, null)
})
