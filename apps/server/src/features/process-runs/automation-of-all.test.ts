import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { globalAdminRole } from '@vakt/contract/features.ts'
import { selectProcessPage } from '#server/features/processes/process-list-table.ts'
import { readForAllCustomers, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCustomer, createEntity, createIngestToken } from '#server/testing/factories.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'
import { readRunPageForAllCustomers, selectRunPage } from './run-list-table.ts'

const vakt = await createTestApp()
after(() => vakt.close())
const provider = await createCustomer(vakt.database, { isProvider: true })
const staff: TestUser = { email: `karin@${provider.emailDomain}`, roles: [globalAdminRole] }
const technician: TestUser = { email: `tove@${provider.emailDomain}`, roles: [] }
const delay = { type: 'delay', delayInMinutes: 60, completeActionIfIncidentIsResolved: false }

async function ask(user: TestUser, method: string, path: string, body?: object) {
  const answer = await vakt.call(user, method, path, body)
  assert.equal(answer.statusCode, 200, `${path} ${answer.body}`)
  return answer.json().result
}

/** A customer whose process has run once. */
async function createPlace(name: string) {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const entity = await createEntity(vakt.database, customerId)
  const token = await createIngestToken(vakt.database, customerId)
  const labels = { alertname: `Rule of ${customerId}`, severity: 'critical', instance: entity.name }
  const alert = { status: 'firing', fingerprint: customerId, labels, annotations: {}, startsAt: new Date().toISOString() }
  await vakt.send('alertmanager', token, { version: '4', status: 'firing', alerts: [alert] })
  await vakt.work()
  const path = `/customer/${customerId}`
  const { processModelId } = await ask(staff, 'POST', `${path}/process-model`, { name, entityId: entity.entityId, actions: [delay] })
  const [{ incidentId }] = await ask(staff, 'GET', `${path}/incident`)
  await ask(staff, 'POST', `${path}/incident/${incidentId}/process-run`, { processId: processModelId })
  return { customerId, emailDomain, processModelId }
}

type Place = Awaited<ReturnType<typeof createPlace>>
let places: Place[] = []
before(async () => {
  for (const user of [staff, technician]) await vakt.call(user, 'POST', '/authentication/usercontext', {})
  // The same name at both.
  places = [await createPlace('Restart'), await createPlace('Restart'), await createPlace('Call')]
})

type Row = { customer: { customerId: string } }
async function readAll<R extends Row>(path: string, query: string): Promise<R[]> {
  const rows: R[] = []
  for (let token: string | null = null, page = 0; page === 0 || token; page += 1) {
    const answer = await vakt.call(staff, 'GET', `${path}?${query}`, undefined, token ? { 'x-continuation-token': token } : {})
    assert.equal(answer.statusCode, 200, answer.body)
    rows.push(...answer.json().result)
    token = answer.json().continuation_token
  }
  return rows
}
const customersOf = (rows: Row[]) => rows.map(({ customer }) => customer.customerId)
const idsOf = (wanted: Place[]) => wanted.map(({ customerId }) => customerId)

test('staff list the processes of all customers page by page, by name, and narrow them', async () => {
  const rows = await readAll<Row & { name: string }>('/process-model', 'limit=1')
  assert.deepEqual(
    rows.map(({ name }) => name),
    ['Call', 'Restart', 'Restart'],
  )
  assert.deepEqual(customersOf(rows).toSorted(), idsOf(places).toSorted())
  assert.deepEqual(customersOf(await readAll('/process-model', `q=restart&active=true&customer=${places[1]?.customerId}`)), [
    places[1]?.customerId,
  ])
  assert.deepEqual(await readAll('/process-model', 'active=false'), [])
})

test('staff list the runs of all customers page by page, the newest first, and narrow them', async () => {
  const rows = await readAll<Row & { process: { name: string }; steps: object[] }>('/process-run', 'limit=1')
  assert.deepEqual(customersOf(rows), idsOf(places).toReversed())
  assert.deepEqual(rows[0]?.steps.length, 1)
  assert.deepEqual(customersOf(await readAll('/process-run', 'q=restart')), idsOf(places).slice(0, 2).toReversed())
  assert.deepEqual(customersOf(await readAll('/process-run', `customer=${places[2]?.customerId}&customer=nowhere`)), [
    places[2]?.customerId,
  ])
  assert.deepEqual(await readAll('/process-run', 'state=failed'), [])
})

test('staff who are limited to some customers see no process and no run of another, and customers neither', async () => {
  const people = `/admin/customer/${provider.customerId}/user`
  const [{ userId }] = await ask(staff, 'GET', `${people}?q=${technician.email}`)
  await ask(staff, 'PUT', `${people}/${userId}`, { roles: ['vakt-technician'], staffCustomers: [places[0]?.customerId] })
  for (const path of ['/process-model', '/process-run']) {
    assert.deepEqual(customersOf(await ask(technician, 'GET', path)), [places[0]?.customerId], path)
    const eva: TestUser = { email: `eva@${places[0]?.emailDomain}`, roles: ['admin'] }
    await vakt.call(eva, 'POST', '/authentication/usercontext', {})
    assert.equal((await vakt.call(eva, 'GET', path)).statusCode, 403, path)
  }
})

test('what a customer that has left has is in neither list', async () => {
  const [left] = places
  await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
    transaction.query("insert into closed_customer (customer_id, closed_at, closed_by) values ($1, now(), 'karin')", [left?.customerId]),
  )
  for (const path of ['/process-model', '/process-run'])
    assert.ok(!customersOf(await readAll(path, 'limit=100')).includes(left?.customerId ?? ''), path)
  const found = await readForAllCustomers({ pool: vakt.database.app, isStaff: true }, (transaction) =>
    readRunPageForAllCustomers(transaction, {}, { after: null, limit: 100 }),
  )
  assert.equal(found.length, 2)
})

test('pages of the processes and runs of all customers are read in the order of an index', async () => {
  const id = '00000000-0000-4000-8000-000000000000'
  const plans = await workForAllCustomers({ pool: vakt.database.worker }, async (transaction) => {
    // With few rows it costs as much to sort them all.
    await transaction.query('set local enable_sort = off; set local enable_seqscan = off')
    const pages = [
      selectProcessPage(null, {}, { after: ['restart', id], limit: 50 }),
      selectRunPage(null, {}, { after: ['2026-01-01', id], limit: 50 }),
    ]
    const found: string[] = []
    for (const { text, values } of pages) {
      const { rows } = await transaction.query<{ 'QUERY PLAN': string }>(`explain (costs off) ${text}`, values)
      found.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
    }
    return found
  })
  assert.match(plans[0] ?? '', /Index Scan using process_of_all_by_name/)
  assert.match(plans[1] ?? '', /Index Scan using process_run_of_all_by_start/)
})
