import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { globalAdminRole } from '@vakt/contract/features.ts'
import { createCustomer, createEntity, createIngestToken } from '#server/testing/factories.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'

const vakt = await createTestApp()
after(() => vakt.close())
const provider = await createCustomer(vakt.database, { isProvider: true })
const admin: TestUser = { email: `karin@${provider.emailDomain}`, roles: [globalAdminRole] }
const technician: TestUser = { email: `tove@${provider.emailDomain}`, roles: [] }

const resultOf = async (user: TestUser, path: string) => {
  const answer = await vakt.call(user, 'GET', path)
  assert.equal(answer.statusCode, 200, `${path} ${answer.body}`)
  return answer.json().result
}
const ruleBody = { description: 'Busy.', severity: 2, aggregation: 'avg', thresholdComparison: '>', threshold: 80, alertsBeforeAction: 3 }

/** A customer with something in every list over all customers. */
async function createBusyCustomer(): Promise<string> {
  const { customerId } = await createCustomer(vakt.database)
  const { name, entityId } = await createEntity(vakt.database, customerId)
  const token = await createIngestToken(vakt.database, customerId)
  const labels = { alertname: `Rule of ${customerId}`, severity: 'critical', instance: name }
  const alert = { status: 'firing', fingerprint: customerId, labels, annotations: {}, startsAt: new Date().toISOString() }
  await vakt.send('alertmanager', token, { version: '4', status: 'firing', alerts: [alert] })
  await vakt.work()
  const rule = { ...ruleBody, name: `Rule ${customerId}`, metricName: 'cpu', entityId }
  const answer = await vakt.call(admin, 'POST', `/customer/${customerId}/alert-rule`, rule)
  assert.equal(answer.statusCode, 200, answer.body)
  return customerId
}

async function label(customerId: string, labels: string[]) {
  const path = `/admin/customer/${customerId}`
  const { name, emailDomains, tenants, version } = await resultOf(admin, path)
  return vakt.call(admin, 'PUT', path, { name, emailDomains, tenants, version, labels })
}

let [gold, other, plain]: string[] = []
before(async () => {
  for (const user of [admin, technician]) await vakt.call(user, 'POST', '/authentication/usercontext', {})
  ;[gold, other, plain] = [await createBusyCustomer(), await createBusyCustomer(), await createBusyCustomer()]
  assert.equal((await label(gold ?? '', ['Gold', ' finance '])).statusCode, 200)
  assert.equal((await label(other ?? '', ['GOLD', 'Linnéa’s'])).statusCode, 200)
})

const lists = ['/incident', '/alert', '/ticket', '/alert-rule', '/entity']
type Row = { customerId?: string; customer?: { customerId: string } }
const customersIn = (rows: Row[]) => [...new Set(rows.map(({ customerId, customer }) => customer?.customerId ?? customerId))].toSorted()
const inGroup = (group: string) => `customer=${encodeURIComponent(`group:${group}`)}`

test('every list over all customers is narrowed to a group, which is the customers with a label in any case', async () => {
  for (const list of lists) {
    assert.deepEqual(customersIn(await resultOf(admin, `${list}?${inGroup('gold')}`)), [gold, other].toSorted(), list)
    assert.deepEqual(customersIn(await resultOf(admin, `${list}?${inGroup('linnéa’s')}`)), [other], list)
    const both = `${list}?${inGroup('finance')}&customer=${plain}`
    assert.deepEqual(customersIn(await resultOf(admin, both)), [gold, plain].toSorted(), list)
  }
  const { incidents } = await resultOf(admin, `/incident/open-now?${inGroup('Finance')}`)
  assert.deepEqual(customersIn(incidents), [gold])
})

test('a group without customers leaves nothing, and not everything', async () => {
  for (const list of [...lists, '/service-window']) assert.deepEqual(await resultOf(admin, `${list}?${inGroup('nobody')}`), [], list)
  assert.deepEqual((await resultOf(admin, `/incident/open-now?${inGroup('nobody')}`)).incidents, [])
})

test('of a group, staff who are limited to some customers see theirs alone, and of other groups nothing', async () => {
  const people = `/admin/customer/${provider.customerId}/user`
  const [{ userId }] = await resultOf(admin, `${people}?q=${technician.email}`)
  const limit = { roles: ['vakt-technician'], staffCustomers: [other] }
  assert.equal((await vakt.call(admin, 'PUT', `${people}/${userId}`, limit)).statusCode, 200)
  for (const list of lists) {
    assert.deepEqual(customersIn(await resultOf(technician, `${list}?${inGroup('gold')}`)), [other], list)
    assert.deepEqual(await resultOf(technician, `${list}?${inGroup('finance')}`), [], list)
  }
  const { customers } = await resultOf(technician, '/incident/customer-state')
  assert.deepEqual(
    customers.map(({ labels }: { labels: string[] }) => labels),
    [['GOLD', 'Linnéa’s']],
  )
})

test('labels are kept trimmed and each once; what is left out stays; too many and too long ones are refused', async () => {
  const path = `/admin/customer/${plain}`
  const saved = await label(plain ?? '', [' Silver', 'silver ', 'North'])
  assert.deepEqual(saved.json().result.labels, ['Silver', 'North'])
  const { name, emailDomains, tenants, version } = saved.json().result
  const kept = await vakt.call(admin, 'PUT', path, { name, emailDomains, tenants, version })
  assert.deepEqual(kept.json().result.labels, ['Silver', 'North'])
  const keyOf = async (labels: string[]) => {
    const answer = await label(plain ?? '', labels)
    assert.equal(answer.statusCode, 400)
    return answer.json().errors[0].message_translation_key
  }
  assert.equal(await keyOf(Array.from({ length: 21 }, (_, index) => `label ${index}`)), 'customers.labels_many')
  assert.equal(await keyOf(['x'.repeat(41)]), 'customers.label_long')
  assert.equal(await keyOf(['two\nlines']), 'form.one_line')
  assert.equal((await label(plain ?? '', [])).json().result.labels.length, 0)
  assert.deepEqual(await resultOf(admin, `/incident?${inGroup('silver')}`), [])
})
