import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { CloudOpsMonth } from '@vakt/contract/cloudops.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCloudOpsDesk, office } from '#server/testing/cloudops-desk.ts'

const { vakt, provider, staff, createPlace, keep } = await createCloudOpsDesk()
after(() => vakt.close())

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

test('an hourly price that staff set stays when the customer changes the hours; the lists come back when staff say so', async () => {
  const { save, prices } = await createPlace()
  await prices({ '': 100 })
  const saved = await save({ pricing: { kind: 'hourly', hourlyMinor: 80 } }, staff)
  assert.deepEqual(saved.result.current?.pricing, { kind: 'hourly', hourlyMinor: 80, isOwn: true })
  assert.deepEqual((await save({ calendar: office, version: 1 })).result.current?.pricing, { kind: 'hourly', hourlyMinor: 80, isOwn: true })
  await prices({ '': 120 }, { version: 1 })
  assert.deepEqual((await save({ pricing: null, version: 2 }, staff)).result.current?.pricing, { kind: 'hourly', hourlyMinor: 120 })
  // As a browser of the release before says that the lists decide.
  const listed = await save({ pricing: { kind: 'hourly', hourlyMinor: 120 }, version: 3 }, staff)
  assert.deepEqual(listed.result.current?.pricing, { kind: 'hourly', hourlyMinor: 120 })
  assert.equal((await save({ pricing: null, version: 4 })).status, 403)
})

test('a price is never taken for one of another currency', async () => {
  const { save, set, prices, path, admin, call } = await createPlace()
  const listed = await createPlace()
  for (const place of [{ save, prices }, listed]) await place.prices({ '': 1250 })
  await save({ pricing: { kind: 'hourly', hourlyMinor: 900 } }, staff)
  await listed.save({})
  for (const place of [{ prices }, listed]) assert.equal((await place.prices({ '': 110 }, { currency: 'EUR', version: 1 })).status, 200)
  // The price of the lists is read again, what staff set they must set again.
  const enabled = (await listed.set('enable', 1)).result.current
  assert.deepEqual([enabled?.pricing, enabled?.currency], [{ kind: 'hourly', hourlyMinor: 110 }, 'EUR'])
  const refused = await set('enable', 1)
  assert.deepEqual([refused.status, refused.errors[0]?.message_translation_key], [409, 'cloudops.other_currency'])
  const hours = (await save({ calendar: office, version: 1 })).result.current
  assert.deepEqual([hours?.pricing, hours?.currency], [{ kind: 'hourly', hourlyMinor: 900, isOwn: true }, 'SEK'])
  await save({ pricing: { kind: 'hourly', hourlyMinor: 80 }, version: 2 }, staff)
  assert.equal((await set('enable', 3)).result.current?.currency, 'EUR')
  const history = (await call(admin, 'GET', `${path}/version`)).result as unknown as { currency: string }[]
  assert.deepEqual(
    history.map(({ currency }) => currency),
    ['EUR', 'EUR', 'SEK', 'SEK'],
  )
})

test('the versions of an earlier release keep the currency that their customer had', async () => {
  const { save, prices, path, admin, call, customerId } = await createPlace()
  await prices({ '': 1250 })
  await save({})
  await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
    transaction.query('update cloudops_version set currency = null where customer_id = $1', [customerId]),
  )
  const currencyNow = async () => (await call(admin, 'GET', path)).result.current?.currency
  assert.equal(await currencyNow(), 'SEK')
  await prices({ '': 110 }, { currency: 'EUR', version: 1 })
  assert.equal(await currencyNow(), 'SEK')
})

test('an active service keeps the currency also where it has no active hour for months', async () => {
  const { save, set, prices } = await createPlace()
  await prices({ '': 1250 })
  const year = new Date().getUTCFullYear()
  const closedDays = Array.from({ length: 400 }, (_, index) =>
    new Date(Date.UTC(year, new Date().getUTCMonth() - 2, 1 + index)).toISOString().slice(0, 10),
  )
  await save({ calendar: { ...office, closedDays } })
  await set('enable', 1)
  assert.equal((await prices({ '': 110 }, { currency: 'EUR', version: 1 })).status, 400)
})
