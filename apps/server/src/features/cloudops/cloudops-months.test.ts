import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { CloudOpsCost, CloudOpsMonth } from '@vakt/contract/cloudops.ts'
import { inTransaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCloudOpsDesk, office } from '#server/testing/cloudops-desk.ts'
import { refuseWrites } from '#server/testing/refuse-writes.ts'

const { vakt, createPlace, keep } = await createCloudOpsDesk()
after(() => vakt.close())

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
