import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type FeatureKey, featureKeys, globalAdminRole } from '@vakt/contract/features.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'

const vakt = await createTestApp()
after(() => vakt.close())

const roles: Record<string, FeatureKey[]> = { admin: ['@feature.overview.read'] }
const first = await createCustomer(vakt.database, { roles })
const second = await createCustomer(vakt.database, { roles })
const provider = await createCustomer(vakt.database, { isProvider: true, roles: { [globalAdminRole]: [...featureKeys] } })
const admin: TestUser = { email: `anna@${first.emailDomain}`, roles: ['admin'] }
const staff: TestUser = { email: `karin@${provider.emailDomain}`, roles: [globalAdminRole] }

const work = <Row extends object>(sql: string, values: unknown[]) =>
  workForAllCustomers({ pool: vakt.database.worker }, (transaction) => transaction.query<Row>(sql, values))

async function addEntity(customerId: string, name: string): Promise<string> {
  const { rows } = await work<{ id: string }>(
    `insert into entity (customer_id, external_id, external_key, name, host_name, type, source) values ($1, $2, $2, $3, $2, 'vm', 'test') returning entity_id as id`,
    [customerId, randomUUID(), name],
  )
  return rows[0]?.id ?? ''
}

async function raise(
  customerId: string,
  name: string,
  { target = null, entityId = null }: { target?: string | null; entityId?: string | null },
) {
  const { rows } = await work<{ id: string }>(
    `insert into incident (customer_id, subject, rule, title, severity, entity_id, opened_at, changed_at)
     values ($1, $2, 'test', $3, 'high', $4, now(), now()) returning incident_id as id`,
    [customerId, randomUUID(), `${name} (incident)`, entityId],
  )
  await work(
    `insert into alert (customer_id, source, fingerprint, rule, name, description, severity, state, target_name, entity_id, incident_id, started_at, first_seen_at, last_seen_at, changed_at)
     values ($1, 'test', $2, 'test', $3, '', 'high', 'firing', $4, $5, $6, now(), now(), now(), now())`,
    [customerId, randomUUID(), name, target, entityId, rows[0]?.id],
  )
}

before(async () => {
  for (const user of [admin, staff]) await vakt.call(user, 'POST', '/authentication/usercontext', {})
  await raise(first.customerId, "It's 100 % \\ full: Överlast", { target: 'switch-17' })
  await raise(first.customerId, 'Slow answers', { entityId: await addEntity(first.customerId, 'SHOP-web-01') })
  await raise(second.customerId, 'Slow disk', { target: 'old-name', entityId: await addEntity(second.customerId, 'shop-db-01') })
  for (let n = 0; n < 40; n += 1) await raise(second.customerId, `Common ${n}`, {})
})

const search = async (user: TestUser, path: string, text: string): Promise<{ name?: string; title?: string }[]> => {
  const answer = await vakt.call(user, 'GET', `${path}${path.includes('?') ? '&' : '?'}q=${encodeURIComponent(text)}`)
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json().result
}
const namesOf = async (user: TestUser, path: string, text: string) => (await search(user, path, text)).map(({ name }) => name).sort()

const full = "It's 100 % \\ full: Överlast"
const cases: [text: string, ofFirst: string[], ofAll: string[]][] = [
  ['nothing is so', [], []],
  ['SLOW', ['Slow answers'], ['Slow answers', 'Slow disk']],
  ["t's 100 % \\ FULL: överl", [full], [full]],
  ['st', [full], [full]],
  ['17', [full], ['Common 17', full]],
  ['witch-17', [full], [full]],
  ['op-WEB', ['Slow answers'], ['Slow answers']],
  ['shop-', ['Slow answers'], ['Slow answers', 'Slow disk']],
  ['old-name', [], []],
  [':', [full], [full]],
]

for (const [text, ofFirst, ofAll] of cases)
  test(`alerts and incidents are found by ${JSON.stringify(text)} in any part of a name, of one customer and of all`, async () => {
    const own = `/customer/${first.customerId}`
    assert.deepEqual(await namesOf(admin, `${own}/alert`, text), [...ofFirst].sort())
    assert.deepEqual(await namesOf(staff, '/alert', text), [...ofAll].sort())
    if (/17|^:$|^st$/.test(text)) return
    const titles = (names: string[]) => names.map((name) => `${name} (incident)`).sort()
    const titlesOf = async (user: TestUser, path: string) => (await search(user, path, text)).map(({ title }) => title).sort()
    assert.deepEqual(await titlesOf(admin, `${own}/incident`), titles(ofFirst))
    assert.deepEqual(await titlesOf(staff, '/incident'), titles(ofAll))
  })

test('what many of the newest have is read in the order of the list, of all customers and of chosen ones', async () => {
  assert.equal((await search(staff, '/alert?limit=100', 'common')).length, 40)
  assert.equal((await search(staff, `/alert?limit=100&customer=${second.customerId}`, 'common')).length, 40)
  assert.deepEqual(await search(staff, `/alert?customer=${first.customerId}`, 'common'), [])
  assert.equal((await search(staff, '/incident?limit=100', 'COMMON')).length, 40)
})
