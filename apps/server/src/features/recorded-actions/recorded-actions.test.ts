import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCustomer, createEntity } from '#server/testing/factories.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { createLookRecorder } from './record-look.ts'

const vakt = await createTestApp()
after(() => vakt.close())
const provider = await createCustomer(vakt.database, { isProvider: true })
const staff = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }

const work = (text: string, values: unknown[]) =>
  workForAllCustomers({ pool: vakt.database.worker }, async (transaction) => (await transaction.query(text, values)).rows)
const looksInto = async (customerId: string) =>
  (await work("select actor_name from recorded_action where action = 'customer.look' and customer_id = $1", [customerId])).length
const list = (query: string) => vakt.call(staff, 'GET', `/admin/recorded-action?${query}`)

/** Actions with texts that a spreadsheet or a reader of lines would trip over. */
async function record(customerId: string, targets: string[]) {
  for (const [index, target] of targets.entries())
    await work(
      `insert into recorded_action (customer_id, at, actor_type, actor_id, actor_name, action, target)
       values ($1, timestamptz '2026-11-01T10:00:00Z' + make_interval(mins => $3), 'user', 'u1', 'Åsa', 'test.done', $2)`,
      [customerId, target, index],
    )
}

test('staff looking into a customer is recorded once in an hour, looking at one’s own customer is not', async () => {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  await Promise.all([1, 2, 3].map(() => vakt.call(staff, 'GET', `/customer/${customerId}/ticket`)))
  await vakt.call(staff, 'GET', `/customer/${customerId}/alert`)
  await vakt.call({ email: `a@${emailDomain}`, roles: ['admin'] }, 'GET', `/customer/${customerId}/ticket`)
  await vakt.call(staff, 'GET', `/customer/${provider.customerId}/ticket`)
  assert.deepEqual([await looksInto(customerId), await looksInto(provider.customerId)], [1, 0])
})

test('two processes record one look between them, and the next hour another', async () => {
  const { customerId } = await createCustomer(vakt.database)
  const recorders = [createLookRecorder(vakt.database.app), createLookRecorder(vakt.database.app)]
  const person = { type: 'user' as const, userId: '00000000-0000-4000-8000-000000000001', name: 'Oskar', email: 'oskar@vakt.example' }
  const look = (at: string) =>
    Promise.all(recorders.map((record) => record({ staff: person, customerId, viewedUser: null, now: new Date(at), requestId: 'r' })))
  await look('2026-11-21T10:00:00Z')
  await look('2026-11-21T10:59:59Z')
  assert.equal(await looksInto(customerId), 1)
  await look('2026-11-21T11:00:00Z')
  assert.equal(await looksInto(customerId), 2)
})

test('lists the newest first in pages, filtered by customer, actor, action and time', async () => {
  const { customerId } = await createCustomer(vakt.database)
  await record(customerId, ['a', 'b', 'c'])
  const targets = async (query: string) =>
    (await list(`customerId=${customerId}&${query}`)).json().result.map(({ target }: { target: string }) => target)
  assert.deepEqual(await targets('action=test.done'), ['c', 'b', 'a'])
  assert.deepEqual(await targets('action=test&actorId=u1&from=2026-11-01T10:01:00Z&to=2026-11-01T10:02:00Z'), ['b'])
  assert.deepEqual(await targets('action=tes'), [])
  assert.deepEqual(await targets('action=none&action=test.done&actor=%C3%85S&limit=1'), ['c'])
  assert.deepEqual(await targets('actor=asa'), [])
  assert.deepEqual(await targets('actorType=agent&actorType=automation'), [])
  assert.deepEqual(await targets('actorType=user&action=test'), ['c', 'b', 'a'])
  const query = `customerId=${customerId}&action=test&limit=2`
  const first = (await list(query)).json()
  const path = `/admin/recorded-action?${query}`
  const second = (await vakt.call(staff, 'GET', path, undefined, { 'x-continuation-token': first.continuation_token })).json()
  assert.deepEqual(
    second.result.map(({ target }: { target: string }) => target),
    ['a'],
  )
})

test('as CSV nothing runs in a spreadsheet, quotes and line ends stay inside their cell', async () => {
  const { customerId } = await createCustomer(vakt.database)
  await record(customerId, ['=1+1', '+46', '-x', '@a', '\tt', '\rr', 'say "hi", twice\nor more', 'plain'])
  const answer = await list(`customerId=${customerId}&action=test&format=csv`)
  assert.equal(answer.headers['content-type'], 'text/csv; charset=utf-8')
  assert.match(String(answer.headers['content-disposition']), /filename="recorded-action\.csv"/)
  const [head, ...lines] = answer.body.slice(1).split('\r\n').slice(0, -1)
  assert.equal(answer.body.charCodeAt(0), 0xfeff)
  assert.equal(
    head,
    'actionId,at,customerId,customerName,customerIsClosed,actor.type,actor.id,actor.name,action,target,details,requestId,entityName',
  )
  const cells = lines.map((line) => /test\.done,(.*),\{\},,$/s.exec(line)?.[1])
  assert.deepEqual(cells.toReversed(), [`'=1+1`, `'+46`, `'-x`, `'@a`, `"'\tt"`, `"'\rr"`, `"say ""hi"", twice\nor more"`, 'plain'])
})

test('an action on a resource names it, of its customer only', async () => {
  const [one, other] = [await createCustomer(vakt.database), await createCustomer(vakt.database)]
  const { entityId, name } = await createEntity(vakt.database, one.customerId)
  await record(one.customerId, [`entity ${entityId}`])
  await record(other.customerId, [`entity ${entityId}`])
  const named = async ({ customerId }: { customerId: string }) => (await list(`customerId=${customerId}`)).json().result[0].entityName
  assert.deepEqual([await named(one), await named(other)], [name, null])
})

test('one action is found by its id, and nothing by what is none', async () => {
  const { customerId } = await createCustomer(vakt.database)
  await record(customerId, ['a'])
  const [{ actionId, ...listed }] = (await list(`customerId=${customerId}`)).json().result
  const found = await vakt.call(staff, 'GET', `/admin/recorded-action/${actionId}`)
  assert.deepEqual(found.json().result, { actionId, ...listed })
  for (const id of ['0', '-1', '1e3', '999999999999999999', '9'.repeat(40), 'x', '%00'])
    assert.equal((await vakt.call(staff, 'GET', `/admin/recorded-action/${id}`)).statusCode, 404, id)
})

test('an export holds every row that the filter finds and is itself recorded', async () => {
  const { customerId } = await createCustomer(vakt.database)
  await work(
    `insert into recorded_action (customer_id, at, actor_type, actor_id, actor_name, action, target)
     select $1, now() - make_interval(secs => n), 'system', 'job', 'Vakt', 'test.many', n::text from generate_series(1, 1203) n`,
    [customerId],
  )
  const { result } = (await list(`customerId=${customerId}&action=test.many&format=json`)).json()
  assert.deepEqual(
    result.map(({ target }: { target: string }) => Number(target)),
    Array.from({ length: 1203 }, (_, index) => index + 1),
  )
  assert.deepEqual((await list(`customerId=${customerId}&action=none&format=json`)).json(), { result: [], continuation_token: null })
  const [action] = await work(
    "select details from recorded_action where action = 'list.export' and details -> 'action' ->> 0 = 'test.many' and customer_id = $1",
    [provider.customerId],
  )
  assert.deepEqual(action.details, { customerId: [customerId], action: ['test.many'], format: 'json' })
})

test('the record is the staff’s alone, as a list and as a file', async () => {
  const { emailDomain } = await createCustomer(vakt.database)
  const user = { email: `a@${emailDomain}`, roles: ['admin'] }
  for (const format of ['', '?format=csv', '?format=json'])
    assert.equal((await vakt.call(user, 'GET', `/admin/recorded-action${format}`)).statusCode, 403)
})
