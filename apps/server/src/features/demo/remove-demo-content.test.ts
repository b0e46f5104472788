import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createTestDatabase, silentLog } from '#server/testing/test-database.ts'
import { listDemoAccounts } from './list-demo-accounts.ts'
import { makeDemoContent } from './make-demo-content.ts'
import { planDemoRemoval, removeDemoContent } from './remove-demo-content.ts'

async function makeDemo(t: TestContext, ...additions: string[]) {
  const { database, close } = await createTestDatabase()
  t.after(close)
  await makeDemoContent({ database, log: silentLog, masterSecrets: ['secret'], progress: () => {} })
  const read = async (sql: string) => (await workForAllCustomers({ pool: database.worker }, (transaction) => transaction.query(sql))).rows
  for (const sql of additions) await read(sql)
  return { pool: database.worker, read }
}

const person = (customerId: string) =>
  `insert into app_user (customer_id, issuer, subject, name, email) values ('${customerId}', 'https://idp.example', 'anna', 'Anna', 'anna@ops.example')`

test('a provider in real use stays with what is its own, and loses the demo', async (t) => {
  const demoPerson = `insert into app_user (customer_id, issuer, subject, name, email)
    values ('1168', 'http://localhost/oidc', 'demo-vakt-staff', 'Karin', 'staff@vakt.example')`
  const ticket = `insert into ticket (customer_id, ticket_id, subject, description, type, area, requester_name, source, created_at, modified_at, due_at, entity_id)
    select '1168', 900000, 's', 'd', 'request', 'other', 'r', 'person', now(), now(), now(), entity_id from entity where customer_id = '1168' limit 1`
  const customer = "insert into customer (customer_id, name) values ('real', 'A real customer')"
  const rule = "insert into customer_sign_in_rule (kind, value, customer_id) values ('email-domain', 'ops.example', '1168')"
  const { pool, read } = await makeDemo(t, person('1168'), demoPerson, ticket, customer, rule)
  const calendars = await read('select count(*) from business_calendar')

  const outcome = await removeDemoContent(pool)

  assert.deepEqual(outcome, { removed: 2, kept: { customerId: '1168', name: 'Vakt Drift' } })
  assert.deepEqual(await read('select customer_id, is_demo, is_provider from customer order by 1'), [
    { customer_id: '1168', is_demo: false, is_provider: true },
    { customer_id: 'real', is_demo: false, is_provider: false },
  ])
  assert.deepEqual(await read('select ticket_id::int from ticket'), [{ ticket_id: 900000 }])
  assert.equal((await read('select from entity')).length, 1, 'only the entity that a real ticket is about')
  assert.deepEqual(await read('select value from customer_sign_in_rule'), [{ value: 'ops.example' }])
  assert.deepEqual(await read('select subject, disabled_at is not null as disabled from app_user order by 1'), [
    { subject: 'anna', disabled: false },
    { subject: 'demo-vakt-staff', disabled: true },
  ])
  assert.deepEqual(await read('select from ingest_token where revoked_at is null'), [])
  assert.deepEqual(await read('select count(*) from business_calendar'), calendars)
  assert.deepEqual(await listDemoAccounts(pool), [])
  assert.deepEqual(await removeDemoContent(pool), { removed: 0, kept: null })
})

const uses = {
  'a person of its own': person('1168'),
  'a sign-in rule': "insert into customer_sign_in_rule (kind, value, customer_id) values ('tenant', 'a-tenant', '1168')",
  'a customer that is no demo': "insert into customer (customer_id, name) values ('real', 'A real customer')",
  'an invitation': `insert into invitation (customer_id, email, name, roles, created_at, expires_at)
    values ('1168', 'anna@ops.example', 'Anna', '{}', now(), now() + interval '1 day')`,
  'a name of its own': "update customer set name = 'Real Ops AB' where customer_id = '1168'",
  'a service token': `insert into service_token (customer_id, name, token_hash, ending, scope, created_by, created_at)
    values ('1168', 'ERP', sha256('y'), 'abcd', '{}', 'anna', now())`,
  'an on-call schedule': "insert into on_call_schedule (customer_id, name, created_at) values ('1168', 'Operations', now())",
  'a ticket of a person': `insert into ticket (customer_id, subject, description, type, area, requester_name, source, created_at, modified_at, due_at)
    values ('1168', 's', 'd', 'request', 'other', 'r', 'person', now() + interval '1 minute', now(), now())`,
  'an ingest token': `insert into ingest_token (customer_id, name, token_hash) values ('1168', 'Alertmanager', sha256('x'))`,
}
for (const [what, addition] of Object.entries(uses))
  test(`${what} is enough for the provider to stay`, async (t) => {
    const { pool } = await makeDemo(t, addition)
    assert.deepEqual((await removeDemoContent(pool)).kept?.customerId, '1168')
  })

test('the demo as it was made is in no use', async (t) => {
  const { pool } = await makeDemo(t)
  assert.deepEqual(
    (await planDemoRemoval(pool)).map(({ customerId, uses, stays }) => [customerId, uses, stays]),
    ['1001', '1002', '1168'].map((customerId) => [customerId, [], false]),
  )
})

test('a person of a demo customer keeps nothing, and is named', async (t) => {
  const { pool } = await makeDemo(t, person('1001'))
  assert.deepEqual((await planDemoRemoval(pool))[0]?.uses, ['people'])
  assert.deepEqual(await removeDemoContent(pool), { removed: 3, kept: null })
})
