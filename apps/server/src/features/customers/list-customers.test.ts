import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { createTestApp } from '#server/testing/test-app.ts'

const vakt = await createTestApp()
after(() => vakt.close())
const provider = await createCustomer(vakt.database, { isProvider: true })
const staff = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }

test('lists all customers by name in pages, each with its open incidents by severity', async () => {
  const created = await Promise.all([createCustomer(vakt.database), createCustomer(vakt.database), createCustomer(vakt.database)])
  const [busy] = created
  await workForAllCustomers({ pool: vakt.database.worker }, async (transaction) => {
    for (const [rule, severity, state] of [
      ['a', 'critical', 'open'],
      ['b', 'low', 'acknowledged'],
      ['c', 'low', 'resolved'],
    ])
      await transaction.query(
        `insert into incident (customer_id, subject, rule, title, severity, state, opened_at, changed_at, resolved_at)
         values ($1, 's', $2, 't', $3, $4, now(), now(), case when $4 = 'resolved' then now() end)`,
        [busy.customerId, rule, severity, state],
      )
  })
  const found: { customerId: string; name: string; isProvider: boolean; openIncidents: object; isConnected: boolean }[] = []
  let token: string | null = ''
  while (token !== null) {
    const headers: Record<string, string> = token ? { 'x-continuation-token': token } : {}
    const page = (await vakt.call(staff, 'GET', '/admin/customer?limit=2', undefined, headers)).json()
    found.push(...page.result)
    token = page.continuation_token
  }
  assert.deepEqual(
    found.map(({ customerId }) => customerId).toSorted(),
    [provider, ...created].map(({ customerId }) => customerId).toSorted(),
  )
  assert.deepEqual(
    found.map(({ name }) => name),
    found.map(({ name }) => name).toSorted(),
  )
  const ofBusy = found.find(({ customerId }) => customerId === busy.customerId)
  assert.deepEqual(ofBusy?.openIncidents, { critical: 1, high: 0, medium: 0, low: 1 })
  assert.equal(ofBusy?.isConnected, false, 'an incident alone tells of no source')
  assert.deepEqual(
    found.filter(({ isProvider }) => isProvider).map(({ customerId }) => customerId),
    [provider.customerId],
  )
})

test('a part of the name or the id finds a customer', async () => {
  const { customerId } = await createCustomer(vakt.database)
  const search = async (q: string) => (await vakt.call(staff, 'GET', `/admin/customer?q=${q}`)).json().result
  assert.deepEqual(
    (await search(customerId.slice(1).toUpperCase())).map((row: { customerId: string }) => row.customerId),
    [customerId],
  )
  assert.deepEqual(await search('%25'), [])
})

test('is the staff’s alone', async () => {
  const { emailDomain } = await createCustomer(vakt.database)
  assert.equal(
    (await vakt.call({ email: `a@${emailDomain}`, roles: ['admin', 'api-permission-global-admin'] }, 'GET', '/admin/customer')).statusCode,
    403,
  )
})
