import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { inTransaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { always, createCloudOpsDesk, office } from '#server/testing/cloudops-desk.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { readCovered } from './cloudops-covers.ts'

const { vakt, staff, createPlace, keep } = await createCloudOpsDesk()
after(() => vakt.close())

test('a service is configured, activated, changed, disabled and removed, and says who did what', async () => {
  const { path, admin, reader, call, save, set, prices, customerId } = await createPlace()
  await prices({ '': 900, 'Microsoft.Compute/virtualMachines': 1250 })
  const before = await call(reader, 'GET', path)
  assert.deepEqual(before.result, {
    ...{ current: null, version: 0, currency: 'SEK', currencySince: null, timeZone: 'Europe/Stockholm' },
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
  const night = { ...office, week: [{ opens: '17:00', closes: '08:00' }, ...office.week.slice(1)] }
  assert.equal((await save({ calendar: night })).errors[0]?.message_translation_key, 'cloudops.hours_wrong')
  assert.equal((await save({ pricing: { kind: 'free' } })).status, 403)
  assert.equal((await save({}, reader)).status, 403)
  assert.equal((await call(reader, 'GET', path)).result.version, 0)
  await save({})
  const late = await save({})
  assert.deepEqual([late.status, late.errors[0]?.message_translation_key], [409, 'cloudops.changed'])
  const both = await Promise.all([set('enable', 1), set('enable', 1)])
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409])
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
