import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { EntityOfCustomer } from '@vakt/contract/entities/entities-of-all.ts'
import { globalAdminRole } from '@vakt/contract/features.ts'
import { readForAllCustomers, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCustomer, createEntity, createIngestToken } from '#server/testing/factories.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'
import {
  readEntityPageForAllCustomers,
  readTagsForAllCustomers,
  readValuesForAllCustomers,
  selectEntityPage,
} from './entities-of-all-table.ts'
import { findEntitiesOfPlace } from './find-places.ts'

const vakt = await createTestApp()
after(() => vakt.close())
const first = await createCustomer(vakt.database)
const second = await createCustomer(vakt.database)
const provider = await createCustomer(vakt.database, { isProvider: true })
const staff: TestUser = { email: `karin@${provider.emailDomain}`, roles: [globalAdminRole] }
const eva: TestUser = { email: `eva@${first.emailDomain}`, roles: ['admin'] }

async function fire(customerId: string, name: string, severity: string): Promise<void> {
  const token = await createIngestToken(vakt.database, customerId)
  const labels = { alertname: `Busy ${name}`, severity, instance: name }
  const alert = { status: 'firing', fingerprint: name, labels, annotations: {}, startsAt: new Date().toISOString() }
  await vakt.send('alertmanager', token, { version: '4', status: 'firing', alerts: [alert] })
}

before(async () => {
  for (const user of [staff, eva]) await vakt.call(user, 'POST', '/authentication/usercontext', {})
  for (const { customerId } of [first, second]) {
    // The same name at both, and twice at each.
    for (const _ of [1, 2]) await createEntity(vakt.database, customerId, { name: 'vm-same', tags: { Env: 'Prod "A"' } })
  }
  await createEntity(vakt.database, first.customerId, { name: 'vm-critical' })
  await createEntity(vakt.database, second.customerId, { name: 'vm-low' })
  await createEntity(vakt.database, second.customerId, { name: 'vm-hidden', type: 'microsoft.test/secret' })
  await createEntity(vakt.database, first.customerId, { name: 'a-other', type: 'microsoft.test/secret' })
  await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
    transaction.query("update customer set hidden_types = '{microsoft.test/secret}' where customer_id = $1", [second.customerId]),
  )
  await fire(first.customerId, 'vm-critical', 'critical')
  await fire(second.customerId, 'vm-low', 'info')
  await vakt.work()
})

async function readAll(query: string): Promise<EntityOfCustomer[]> {
  const rows: EntityOfCustomer[] = []
  for (let token: string | null = null, page = 0; page === 0 || token; page += 1) {
    const answer = await vakt.call(staff, 'GET', `/entity?${query}`, undefined, token ? { 'x-continuation-token': token } : {})
    assert.equal(answer.statusCode, 200, answer.body)
    rows.push(...answer.json().result)
    token = answer.json().continuation_token
  }
  return rows
}
const namesOf = (rows: EntityOfCustomer[]) => rows.map(({ name }) => name)

test('staff list the resources of all customers page by page, the worst first, each once and with its customer', async () => {
  const all = ['vm-critical', 'vm-low', 'a-other', 'vm-same', 'vm-same', 'vm-same', 'vm-same']
  for (const limit of [1, 2, 3, 100]) {
    const rows = await readAll(`limit=${limit}`)
    assert.deepEqual(namesOf(rows), all, `pages of ${limit}`)
    assert.equal(new Set(rows.map(({ entityId }) => entityId)).size, all.length)
    assert.deepEqual(
      rows.slice(0, 2).map(({ health }) => health.severity),
      ['critical', 'low'],
    )
    assert.equal(rows[0]?.customer.customerId, first.customerId)
    assert.equal(rows.filter(({ customer }) => customer.customerId === second.customerId).length, 3)
  }
  assert.deepEqual(namesOf(await readAll('sort=name&limit=2')), [
    ...['a-other', 'vm-critical', 'vm-low', 'vm-same', 'vm-same', 'vm-same', 'vm-same'],
  ])
})

test('the resources of all customers are narrowed to customers, by health and by words of name, id and tags', async () => {
  assert.deepEqual(namesOf(await readAll(`customer=${second.customerId}&limit=1`)), ['vm-low', 'vm-same', 'vm-same'])
  assert.deepEqual(namesOf(await readAll('severity=critical&severity=high')), ['vm-critical'])
  assert.equal((await readAll('severity=good&limit=2')).length, 5)
  assert.deepEqual(namesOf(await readAll('severity=good&severity=low&sort=name&search=vm-l')), ['vm-low'])
  assert.equal((await readAll(`search=VM-SAME%20env=prod&customer=${first.customerId}`)).length, 2)
  assert.equal((await readAll(encodeURI('search="a"'))).length, 4)
  assert.deepEqual(await readAll('search=vm-same%20nothing'), [])
  assert.deepEqual(await readAll('stale=true'), [])
})

test('staff who are limited to some customers see no resource of another', async () => {
  const limitedTo = { own: provider.customerId, customerIds: [second.customerId] }
  const rows = await readForAllCustomers({ pool: vakt.database.app, isStaff: true, limitedTo }, (transaction) =>
    readEntityPageForAllCustomers(
      transaction,
      { customer: [first.customerId, second.customerId] },
      { sort: 'severity', after: null, limit: 100 },
    ),
  )
  assert.deepEqual([...new Set(rows.map(({ customer }) => customer.customerId))], [second.customerId])
  assert.equal((await vakt.call(eva, 'GET', '/entity')).statusCode, 403)
})

test('what has no open incident is read in the order of an index over all customers', async () => {
  const after = ['0', 'vm-a', '00000000-0000-4000-8000-000000000000']
  const { text, values } = selectEntityPage({}, { sort: 'severity', after, limit: 50 })
  const plan = await workForAllCustomers({ pool: vakt.database.worker }, async (transaction) => {
    // With few rows it costs as much to read and sort them all.
    await transaction.query('set local enable_sort = off; set local enable_seqscan = off; set local enable_bitmapscan = off')
    const { rows } = await transaction.query<{ 'QUERY PLAN': string }>(`explain (costs off) ${text}`, values)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
  assert.match(plan, /Index Scan using entity_of_all_by_name on entity e\b[^\n]*\n\s*Index Cond: \(ROW\(name_key, entity_id\) > /)
})

test('a resource without an incident is good where its customer sends something, and unknown where it does not', async () => {
  const quiet = await createCustomer(vakt.database)
  await createEntity(vakt.database, quiet.customerId, { name: 'vm-quiet' })
  const markOf = async (name: string) => [...new Set((await readAll(`search=${name}`)).map(({ health }) => health.mark))]
  assert.deepEqual(await markOf('vm-quiet'), ['nothing-received'])
  assert.deepEqual(await markOf('vm-same'), ['good'])
})

const query = (name: string, ...values: string[]) => values.map((value) => `${name}=${encodeURIComponent(value)}`).join('&')

test('the resources, alerts and incidents of all customers are filtered by the type, the resource group and the tags of the resource', async () => {
  const group = `RG-Places-${crypto.randomUUID().slice(0, 8)}`
  for (const [at, { customerId }] of [first, second].entries()) {
    const name = `place-${at}`
    await createEntity(vakt.database, customerId, { name, type: 'Microsoft.Place/Sea', resourceGroup: group, tags: { 'a=b': `Ö ${at}` } })
    await fire(customerId, name, 'warning')
  }
  await createEntity(vakt.database, first.customerId, { name: 'place-other', resourceGroup: group, tags: { 'a=b': 'Ö 0' } })
  await fire(first.customerId, 'place-other', 'warning')
  await vakt.work()
  const listed = async (path: string, filter: string) => {
    const answer = await vakt.call(staff, 'GET', `${path}?${filter}`)
    assert.equal(answer.statusCode, 200, answer.body)
    const rows: (EntityOfCustomer | { entity: { name: string } | null })[] = answer.json().result
    return rows.map((row) => ('entity' in row ? row.entity?.name : row.name)).toSorted()
  }
  for (const path of ['/entity', '/alert', '/incident']) {
    const by = (filter: string) => listed(path, filter)
    assert.deepEqual(await by(query('type', 'microsoft.place/sea')), ['place-0', 'place-1'], path)
    assert.deepEqual(await by(query('resourceGroup', group.toLowerCase())), ['place-0', 'place-1', 'place-other'])
    assert.deepEqual(await by(query('tag', 'a%3Db=Ö 0')), ['place-0', 'place-other'])
    assert.deepEqual(await by(query('tag', 'a%3Db=Ö 0', 'a%3Db=Ö 1')), ['place-0', 'place-1', 'place-other'])
    const both = [query('tag', 'a%3Db=Ö 0'), query('type', 'microsoft.place/sea', 'microsoft.test/none')]
    assert.deepEqual(await by(both.join('&')), ['place-0'])
    assert.deepEqual(await by(`${query('resourceGroup', group)}&customer=${second.customerId}`), ['place-1'])
    assert.deepEqual(await by(query('tag', 'a=b=Ö 0')), [])
  }
  const places = async (kind: string, search: string, of = '') => {
    const answer = await vakt.call(staff, 'GET', `/entity/place?kind=${kind}&${query('search', search)}${of}`)
    assert.equal(answer.statusCode, 200, answer.body)
    return answer.json().result as string[]
  }
  assert.deepEqual(await places('type', 'microsoft.place'), ['Microsoft.Place/Sea'])
  assert.ok((await places('type', '')).includes('Microsoft.Place/Sea'))
  assert.deepEqual(await places('resourceGroup', 'rg-places-'), [group])
  assert.deepEqual(await places('resourceGroup', 'places'), [])
  assert.deepEqual(await places('tag', 'ö'), ['a%3Db=Ö 0', 'a%3Db=Ö 1'])
  assert.deepEqual(await places('tag', 'ö', `&customer=${second.customerId}`), ['a%3Db=Ö 1'])
  assert.deepEqual(await places('resourceGroup', 'rg-places-', `&customer=${provider.customerId}`), [])
  assert.equal((await vakt.call(eva, 'GET', '/entity/place?kind=type')).statusCode, 403)
})

test('staff who are limited to some customers find no type, group or tag of another', async () => {
  const limitedTo = { own: provider.customerId, customerIds: [second.customerId] }
  const type = `microsoft.limited/${crypto.randomUUID().slice(0, 8)}`
  await createEntity(vakt.database, first.customerId, { name: 'aa-limited', type, resourceGroup: type, tags: { limited: type } })
  const find = (limited: boolean) =>
    readForAllCustomers({ pool: vakt.database.app, isStaff: true, ...(limited ? { limitedTo } : {}) }, async (transaction) => {
      const asked = { search: type, customer: undefined, limit: 10 }
      const tags = await readTagsForAllCustomers(transaction, asked)
      return [
        ...(await readValuesForAllCustomers(transaction, { ...asked, kind: 'type' })),
        ...(await readValuesForAllCustomers(transaction, { ...asked, kind: 'resourceGroup' })),
        ...tags.map(({ value }) => value),
        ...((await findEntitiesOfPlace(transaction, { type: [type] }, undefined))?.customerIds ?? []),
      ]
    })
  assert.deepEqual(await find(false), [type, type, type, first.customerId])
  assert.deepEqual(await find(true), [])
})
