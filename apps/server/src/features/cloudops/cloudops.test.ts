import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { CloudOpsCost, CloudOpsMonth, CloudOpsService } from '@vakt/contract/cloudops.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCustomer, createEntity } from '#server/testing/factories.ts'
import { refuseWrites } from '#server/testing/refuse-writes.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'
import { readCovered } from './cloudops-covers.ts'
import { keepCloudOps } from './monthly-costs.ts'

const vakt = await createTestApp()
after(() => vakt.close())
const provider = await createCustomer(vakt.database, { isProvider: true })
const staff: TestUser = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }
const always = { timeZone: 'Europe/Stockholm', alwaysOpen: true, week: Array(7).fill(null), holidays: 'none', closedDays: [] }
const day = { opens: '08:00', closes: '17:00' }
const office = { ...always, alwaysOpen: false, week: [day, day, day, day, day, null, null] }

async function createPlace() {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const { entityId } = await createEntity(vakt.database, customerId, { name: 'vm-web-01' })
  const path = `/customer/${customerId}/entity/${entityId}/cloudops`
  const admin: TestUser = { email: `eva@${emailDomain}`, roles: ['admin'] }
  const reader: TestUser = { email: `rut@${emailDomain}`, roles: ['reader'] }
  const call = async (user: TestUser, method: string, to: string, body?: object) => {
    const answer = await vakt.call(user, method, to, body)
    return { ...answer.json(), status: answer.statusCode } as {
      status: number
      result: CloudOpsService
      errors: { message_translation_key: string }[]
    }
  }
  const save = (body: object, user = admin) => call(user, 'PUT', path, { description: '', calendar: always, version: 0, ...body })
  const set = (to: string, version: number, user = admin) => call(user, 'POST', `${path}/${to}`, { version })
  const prices = (list: Record<string, number>, body: object = {}) =>
    call(staff, 'PUT', `/admin/customer/${customerId}/cloudops-price`, {
      ...{ currency: 'SEK', version: 0, ...body },
      prices: Object.entries(list).map(([entityType, hourlyMinor]) => ({ entityType, hourlyMinor })),
    })
  /** What was done now is as if it had been done then. */
  const backdate = (version: number, at: string) =>
    workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
      transaction.query('update cloudops_version set valid_from = $3 where entity_id = $1 and version = $2', [entityId, version, at]),
    )
  return { customerId, entityId, path, admin, reader, call, save, set, prices, backdate }
}

const keep = (now: string) =>
  keepCloudOps({
    ...{ pool: vakt.database.worker, now: new Date(now), requestId: null, isStaff: true },
    ...{ actor: { type: 'system', job: 'keep-cloudops' }, log: silentLog },
  } as Context)

test('a service is configured, activated, changed, disabled and removed, and says who did what', async () => {
  const { path, admin, reader, call, save, set, prices, customerId } = await createPlace()
  await prices({ '': 900, 'Microsoft.Compute/virtualMachines': 1250 })
  const before = await call(reader, 'GET', path)
  assert.deepEqual(before.result, {
    ...{ current: null, version: 0, currency: 'SEK', timeZone: 'Europe/Stockholm' },
    listPrice: { kind: 'hourly', hourlyMinor: 1250 },
  })
  assert.equal((await set('enable', 0)).errors[0]?.message_translation_key, 'cloudops.not_configured')
  const saved = await save({ description: ' Nights too ' })
  assert.deepEqual([saved.result.current?.state, saved.result.current?.description], ['off', 'Nights too'])
  assert.equal((await set('enable', 1)).result.current?.state, 'active')
  const listed = await call(admin, 'GET', `/customer/${customerId}/entity?cloudOpsMapped=true`)
  assert.equal((listed.result as unknown as unknown[]).length, 1)
  assert.equal((await save({ calendar: office, version: 2 })).result.current?.state, 'active')
  assert.equal((await set('disable', 3)).result.current?.state, 'off')
  const removed = await set('remove', 4)
  assert.deepEqual([removed.result.current, removed.result.version], [null, 5])
  const history = (await call(reader, 'GET', `${path}/version`)).result as unknown as { state: string; changedBy: string }[]
  assert.deepEqual(
    history.map(({ state }) => state),
    ['removed', 'off', 'active', 'active', 'off'],
  )
  assert.ok(
    history.every(({ changedBy }) => changedBy.startsWith('eva')),
    JSON.stringify(history[0]),
  )
  const { result } = (await vakt.call(staff, 'GET', `/admin/recorded-action?customerId=${customerId}&action=cloudops.enable`)).json()
  assert.equal(result.length, 1)
})

test('refuses what is wrong or stale, and changes nothing', async () => {
  const { path, reader, call, save, set } = await createPlace()
  const never = { ...office, week: Array(7).fill(null) }
  assert.equal((await save({ calendar: never })).errors[0]?.message_translation_key, 'cloudops.never_active')
  assert.equal((await save({ calendar: { ...always, timeZone: 'Mars' } })).errors[0]?.message_translation_key, 'error.time_zone')
  assert.equal((await save({ calendar: { ...office, week: [{ opens: '9', closes: '17:00' }, ...never.week.slice(1)] } })).status, 400)
  assert.equal((await save({ pricing: { kind: 'free' } })).status, 403)
  assert.equal((await save({}, reader)).status, 403)
  assert.equal((await call(reader, 'GET', path)).result.version, 0)
  await save({})
  const late = await save({})
  assert.deepEqual([late.status, late.errors[0]?.message_translation_key], [409, 'cloudops.changed'])
  const both = await Promise.all([set('enable', 1), set('enable', 1)])
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409])
})

test('a customer’s own price comes before the provider’s, which counts where the currency is the same', async () => {
  const { path, admin, call, prices } = await createPlace()
  const general = { currency: 'SEK', version: 0, prices: [{ entityType: '', hourlyMinor: 700 }] }
  assert.equal((await vakt.call(staff, 'PUT', `/admin/customer/${provider.customerId}/cloudops-price`, general)).statusCode, 200)
  const price = async () => (await call(admin, 'GET', path)).result.listPrice
  assert.deepEqual(await price(), { kind: 'hourly', hourlyMinor: 700 })
  await prices({ 'microsoft.compute/virtualmachines': 1250 })
  assert.deepEqual(await price(), { kind: 'hourly', hourlyMinor: 1250 })
  await prices({}, { currency: 'EUR', version: 1 })
  assert.deepEqual(await price(), { kind: 'custom', monthlyMinor: null })
  assert.equal((await prices({ VM: 1, vm: 2 }, { version: 2 })).errors[0]?.message_translation_key, 'cloudops.type_twice')
  assert.equal((await prices({}, { version: 0 })).status, 409)
})

test('what staff agreed on stays when the customer changes the hours; what is active keeps its price', async () => {
  const { save, set, prices, path, admin, call } = await createPlace()
  await prices({ '': 100 })
  await save({})
  await set('enable', 1)
  await prices({ '': 200 }, { version: 1 })
  assert.deepEqual((await call(admin, 'GET', path)).result.current?.pricing, { kind: 'hourly', hourlyMinor: 100 })
  const agreed = { kind: 'custom', monthlyMinor: 500_000 }
  assert.deepEqual((await save({ pricing: agreed, version: 2 }, staff)).result.current?.pricing, agreed)
  assert.deepEqual((await save({ calendar: office, version: 3 })).result.current?.pricing, agreed)
})

test('a month is frozen when it ends, once, and nothing changes it afterwards', async () => {
  const { customerId, save, set, prices, backdate, reader } = await createPlace()
  await prices({ '': 100 })
  await save({ calendar: office })
  await set('enable', 1)
  await backdate(1, '2026-09-01T00:00:00Z')
  await backdate(2, '2026-09-30T22:00:00Z')
  await keep('2026-10-31T22:59:59Z')
  const months = async () => (await vakt.call(reader, 'GET', `/customer/${customerId}/cloudops-month`)).json().result as CloudOpsMonth[]
  assert.deepEqual((await months()).slice(1), [])
  await Promise.all([keep('2026-10-31T23:00:00Z'), keep('2026-10-31T23:00:00Z')])
  const [frozen] = (await months()).slice(1)
  const expected = {
    month: '2026-10',
    isFrozen: true,
    resources: 1,
    activeMinutes: 22 * 540,
    amountMinor: 22 * 900,
    settledElsewhere: 0,
    currency: 'SEK',
  }
  assert.deepEqual(frozen, expected)
  await prices({ '': 900 }, { version: 1 })
  await save({ version: 2 })
  await keep('2026-10-31T23:10:00Z')
  assert.deepEqual((await months())[1], expected)
  const costs = (await vakt.call(reader, 'GET', `/customer/${customerId}/cloudops-month/2026-10`)).json().result as CloudOpsCost[]
  assert.deepEqual(
    costs.map(({ entityName, amountMinor }) => [entityName, amountMinor]),
    [['vm-web-01', 19_800]],
  )
  const csv = (await vakt.call(reader, 'GET', `/customer/${customerId}/cloudops-month/2026-10?format=csv`)).body
  assert.match(csv, /vm-web-01/)
  assert.equal((await vakt.call(reader, 'GET', `/customer/${customerId}/cloudops-month/2026-13`)).statusCode, 404)
})

test('months that no process saw ending are made up for in order', async () => {
  const { customerId, save, set, prices, backdate, reader } = await createPlace()
  await prices({ '': 100 })
  await save({})
  await set('enable', 1)
  await backdate(1, '2026-01-01T00:00:00Z')
  await backdate(2, '2026-01-31T23:00:00Z')
  await keep('2026-05-02T00:00:00Z')
  const months = (await vakt.call(reader, 'GET', `/customer/${customerId}/cloudops-month`)).json().result as CloudOpsMonth[]
  assert.deepEqual(
    months.slice(1).map(({ month, activeMinutes }) => [month, activeMinutes / 60]),
    [
      ['2026-04', 720],
      ['2026-03', 743],
      ['2026-02', 672],
    ],
  )
})

test('a customer whose month cannot be frozen keeps no other from theirs, and is named', async () => {
  const places = [await createPlace(), await createPlace()]
  for (const { save, set, backdate } of places) {
    await save({})
    await set('enable', 1)
    await backdate(1, '2026-01-01T00:00:00Z')
    await backdate(2, '2026-01-31T23:00:00Z')
  }
  const frozen = async (month: string) => {
    const { rows } = await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
      transaction.query<{ customerId: string }>(
        'select customer_id as "customerId" from cloudops_frozen_month where customer_id = any ($1) and month = $2',
        [places.map(({ customerId }) => customerId), month],
      ),
    )
    return rows.map(({ customerId }) => customerId)
  }
  const [first = '', second = ''] = places.map(({ customerId }) => customerId)
  // Whichever of them comes first.
  for (const { broken, other, month, now } of [
    { broken: first, other: second, month: '2026-02', now: '2026-03-02T00:00:00Z' },
    { broken: second, other: first, month: '2026-03', now: '2026-04-02T00:00:00Z' },
  ]) {
    const repair = await refuseWrites(vakt.owner, 'cloudops_frozen_month', broken)
    await assert.rejects(keep(now), new RegExp(`Failed for ${broken}: refused by the test`))
    await repair()
    assert.deepEqual(await frozen(month), [other])
  }
})

test('a customer that was closed is not charged from then on; what was frozen stays', async () => {
  const { customerId, save, set, prices, backdate } = await createPlace()
  await prices({ '': 100 })
  await save({})
  await set('enable', 1)
  await backdate(1, '2026-01-01T00:00:00Z')
  await backdate(2, '2026-01-31T23:00:00Z')
  await keep('2026-03-02T00:00:00Z')
  const inCustomer = (text: string) =>
    inTransaction({ pool: vakt.database.app }, customerId, async (transaction) => (await transaction.query(text, [customerId])).rows)
  await inCustomer("insert into closed_customer (customer_id, closed_at, closed_by) values ($1, '2026-03-02T23:00:00Z', 'Karin')")
  await keep('2026-06-02T00:00:00Z')
  const months = await inCustomer('select month, active_minutes / 60 as hours from cloudops_month where customer_id = $1 order by month')
  assert.deepEqual(months, [
    { month: '2026-02', hours: 672 },
    { month: '2026-03', hours: 48 },
  ])
})

test('the minutes of a month can be more than 32 bits hold', async () => {
  const { customerId, reader } = await createPlace()
  await workForAllCustomers({ pool: vakt.database.worker }, async (transaction) => {
    await transaction.query(
      "insert into cloudops_frozen_month (customer_id, month, frozen_at, ends_at) values ($1, '2026-01', now(), '2026-01-31T23:00:00Z')",
      [customerId],
    )
    await transaction.query(
      `insert into cloudops_month (customer_id, month, entity_id, entity_name, entity_type, active_minutes, pricing, amount_minor, currency, frozen_at)
       select $1, '2026-01', gen_random_uuid(), 'vm', 'vm', 2147483647, '{"kind":"free"}', 0, 'SEK', now() from generate_series(1, 2)`,
      [customerId],
    )
  })
  const answer = await vakt.call(reader, 'GET', `/customer/${customerId}/cloudops-month`)
  assert.equal(answer.statusCode, 200, answer.body)
  assert.equal(answer.json().result[1].activeMinutes, 2 * 2_147_483_647)
})

test('months follow each other without a gap or an overlap when the time zone of the customer changes', async () => {
  const write = (text: string, values: unknown[]) =>
    workForAllCustomers({ pool: vakt.database.worker }, (transaction) => transaction.query(text, values))
  const { customerId, save, set, prices, backdate, reader } = await createPlace()
  const moveTo = (timeZone: string) => write('update customer set time_zone = $2 where customer_id = $1', [customerId, timeZone])
  const list = async () => (await vakt.call(reader, 'GET', `/customer/${customerId}/cloudops-month`)).json().result as CloudOpsMonth[]
  const hoursOf = async (month: string) => ((await list()).find((one) => one.month === month)?.activeMinutes ?? Number.NaN) / 60
  await moveTo('Pacific/Auckland')
  await prices({ '': 60 })
  await save({})
  await set('enable', 1)
  await backdate(1, '2026-03-31T11:00:00Z')
  await backdate(2, '2026-03-31T11:00:00Z')
  await keep('2026-04-30T12:30:00Z')
  // As an earlier release leaves it.
  await write('update cloudops_frozen_month set ends_at = null where customer_id = $1', [customerId])
  await keep('2026-05-01T12:00:00Z')
  // April is not over yet in Honolulu: May has begun all the same, 22 hours before it does there.
  await moveTo('Pacific/Honolulu')
  await keep('2026-05-01T12:30:00Z')
  assert.deepEqual(
    (await list()).slice(1).map(({ month }) => month),
    ['2026-04'],
  )
  await keep('2026-06-01T10:00:00Z')
  assert.deepEqual([await hoursOf('2026-04'), await hoursOf('2026-05')], [721, 744 + 22])
  // June ends that much earlier in Auckland.
  await moveTo('Pacific/Auckland')
  await keep('2026-06-30T12:00:00Z')
  assert.equal(await hoursOf('2026-06'), 720 - 22)
  const total = (await list()).filter(({ isFrozen }) => isFrozen).reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  assert.equal(total, Date.parse('2026-06-30T12:00:00Z') / 60_000 - Date.parse('2026-03-31T11:00:00Z') / 60_000)
})

test('a month that was frozen is listed once, although it is not over in the time zone of now', async () => {
  const { customerId, save, set, reader } = await createPlace()
  const write = (text: string, values: unknown[]) =>
    workForAllCustomers({ pool: vakt.database.worker }, (transaction) => transaction.query(text, values))
  await save({})
  await set('enable', 1)
  const month = new Date().toISOString().slice(0, 7)
  await write('insert into cloudops_frozen_month (customer_id, month, frozen_at, ends_at) values ($1, $2, now(), now())', [
    customerId,
    month,
  ])
  const listed = (await vakt.call(reader, 'GET', `/customer/${customerId}/cloudops-month`)).json().result as CloudOpsMonth[]
  assert.deepEqual(
    listed.map(({ month: name, isFrozen }) => [name === month, isFrozen]),
    [
      [false, false],
      [true, true],
    ],
  )
})

test('the service of a resource that moved to another customer ends by itself, and says so', async () => {
  const { customerId, entityId, path, admin, call, save, set } = await createPlace()
  await save({})
  await set('enable', 1)
  const other = await createCustomer(vakt.database)
  await workForAllCustomers({ pool: vakt.database.worker }, async (transaction) => {
    await transaction.query(
      `insert into entity (customer_id, external_id, external_key, name, host_name, type, source)
       select $2, external_id, external_key, name, host_name, type, source from entity where customer_id = $1`,
      [customerId, other.customerId],
    )
    await transaction.query('update entity set stale = true where entity_id = $1', [entityId])
  })
  await keep(new Date().toISOString())
  const { current } = (await call(admin, 'GET', path)).result
  assert.deepEqual([current?.state, current?.reason, current?.changedBy], ['off', 'resource_moved', 'Vakt'])
})

test('people are called from when the active hours begin', async () => {
  const { customerId, entityId, save, set } = await createPlace()
  const covers = (at: string) =>
    inTransaction({ pool: vakt.database.app }, customerId, (transaction) =>
      readCovered(transaction, customerId, { entityIds: [entityId], at: new Date(at) }),
    ).then((covered) => covered.get(entityId))
  await save({ calendar: office })
  assert.equal(await covers('2026-11-23T08:00:00Z'), undefined)
  await set('enable', 1)
  assert.equal(await covers('2026-11-23T08:00:00Z'), Date.parse('2026-11-23T08:00:00Z'))
  assert.equal(await covers('2026-11-23T20:00:00Z'), Date.parse('2026-11-24T07:00:00Z'))
})

test('another customer’s resource is not there', async () => {
  const [one, two] = [await createPlace(), await createPlace()]
  const foreign = `/customer/${two.customerId}/entity/${one.entityId}/cloudops`
  assert.equal((await two.call(two.admin, 'GET', foreign)).status, 404)
  assert.equal((await two.call(two.admin, 'PUT', foreign, { description: '', calendar: always, version: 0 })).status, 404)
  assert.equal((await vakt.call(two.admin, 'GET', `${foreign}/version`)).statusCode, 404)
  assert.ok([403, 404].includes((await vakt.call(one.admin, 'GET', `/customer/${two.customerId}/cloudops-month`)).statusCode))
})

test('a customer has one currency: it stays while something costs money, and a frozen month keeps its own', async () => {
  const { save, set, prices, backdate, reader, customerId } = await createPlace()
  await prices({ '': 100 })
  await save({})
  await set('enable', 1)
  const refused = await prices({ '': 10 }, { currency: 'EUR', version: 1 })
  assert.deepEqual([refused.status, refused.errors[0]?.message_translation_key], [400, 'cloudops.currency_in_use'])
  assert.equal((await prices({ '': 200 }, { version: 1 })).status, 200)
  await set('disable', 2)
  // As if it had been active in February 2026 only.
  await backdate(1, '2026-01-31T23:00:00Z')
  await backdate(2, '2026-01-31T23:00:00Z')
  await backdate(3, '2026-02-28T23:00:00Z')
  await keep('2026-04-01T00:00:00Z')
  assert.equal((await prices({ '': 10 }, { currency: 'EUR', version: 2 })).status, 200)
  const months = (await vakt.call(reader, 'GET', `/customer/${customerId}/cloudops-month`)).json().result as CloudOpsMonth[]
  assert.deepEqual(
    months.map(({ month, currency, amountMinor }) => [month, currency, amountMinor]).filter(([month]) => month === '2026-02'),
    [['2026-02', 'SEK', 672 * 100]],
  )
  assert.equal(months[0]?.currency, 'EUR')
})
