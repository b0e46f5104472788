import assert from 'node:assert/strict'
import { test } from 'node:test'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createSecretBox } from '#server/platform/keys/secret-box.ts'
import { azure, connect, contextAt, few, staff, vakt, wanted, work } from '#server/testing/connector-desk.ts'
import { recordInventory } from '#server/testing/recorded-inventory.ts'
import { watchConnectors } from './watch-connectors.ts'

test('one run at a time; one that its worker left behind is cut off and repeated, and so is one that is stopped', async () => {
  azure.resources = few()
  const { own, find, customerId } = await connect()
  const ids = await Promise.all([1, 2, 3].map(async () => (await vakt.call(staff, 'POST', `${own}/run`)).json().result.runId))
  assert.equal(new Set(ids).size, 1)
  const stop = new AbortController()
  azure.behave = () => {
    stop.abort()
    return undefined
  }
  await work(new Date(), stop.signal)
  azure.behave = () => undefined
  const states = async () => (await vakt.call(staff, 'GET', `${own}/run`)).json().result.map(({ state }: { state: string }) => state)
  assert.deepEqual(await states(), ['waiting', 'cut_off'])
  await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
    transaction.query(
      "update connector_run set state = 'running', claim = gen_random_uuid(), claimed_until = now() - interval '1 second' where customer_id = $1 and state = 'waiting'",
      [customerId],
    ),
  )
  await work()
  assert.deepEqual(await states(), ['succeeded', 'cut_off', 'cut_off'])
  assert.equal((await find()).latestRun?.cause, 'repeat')
})

test('a connector that misses two runs of its schedule raises one alert, which ends with the next complete run or with the connector', async () => {
  azure.resources = recordInventory().slice(0, 3)
  const hour = 3_600_000
  const start = Date.now()
  const after = (hours: number) => new Date(start + hours * hour)
  const watch = (hours: number) => Promise.all([1, 2, 3].map(() => watchConnectors(contextAt(after(hours)))))
  // Connectors of other tests are due as well.
  const workAll = async (now: Date) => {
    while (await work(now)) {}
  }
  const alertsOf = (customerId: string) =>
    workForAllCustomers({ pool: vakt.database.worker }, async (transaction) => {
      const { rows } = await transaction.query('select state, rule, severity, count from alert where customer_id = $1', [customerId])
      return rows
    })
  const { customerId, own, find } = await connect()
  await workAll(new Date())
  assert.equal((await find()).latestRun?.state, 'succeeded')
  azure.behave = () => ({ status: 401 })
  await watch(11)
  await workAll(after(12.4))
  await watch(12.4)
  assert.deepEqual(await alertsOf(customerId), [])
  await watch(12.6)
  assert.deepEqual(await alertsOf(customerId), [{ state: 'firing', rule: 'ConnectorLate', severity: 'medium', count: 1 }])
  azure.behave = () => undefined
  await workAll(after(19))
  await watch(19)
  assert.equal((await alertsOf(customerId))[0].state, 'resolved')
  await workAll(after(26))
  await watch(48)
  assert.equal((await alertsOf(customerId))[0].state, 'resolved', 'one that is due is waited for')
  azure.behave = () => ({ status: 401 })
  await workAll(after(48))
  await watch(48.1)
  assert.equal((await alertsOf(customerId))[0].state, 'firing')
  assert.equal((await vakt.call(staff, 'DELETE', own)).statusCode, 204)
  await watchConnectors(contextAt(after(48.2)))
  assert.equal((await alertsOf(customerId))[0].state, 'resolved')
})

test('the alert of a late connector is left as it is where its customer is closed', async () => {
  azure.resources = few()
  const { customerId } = await connect()
  const workAll = async (now: Date) => {
    while (await work(now)) {}
  }
  await workAll(new Date())
  azure.behave = () => ({ status: 401 })
  const later = contextAt(new Date(Date.now() + 13 * 3_600_000))
  await workAll(new Date(Date.now() + 12.4 * 3_600_000))
  azure.behave = () => undefined
  await watchConnectors(later)
  const query = (text: string) =>
    workForAllCustomers({ pool: vakt.database.worker }, async (transaction) => (await transaction.query(text, [customerId])).rows)
  const alerts = () => query('select state, count from alert where customer_id = $1')
  assert.deepEqual(await alerts(), [{ state: 'firing', count: 1 }])
  await query("insert into closed_customer (customer_id, closed_at, closed_by) values ($1, now(), 'x')")
  await watchConnectors(later)
  assert.deepEqual(await alerts(), [{ state: 'firing', count: 1 }])
  await query('delete from closed_customer where customer_id = $1')
})

test('runs by its schedule, not before, and not at all when it is switched off', async () => {
  azure.resources = few()
  const { own, find } = await connect({ change: { everyHours: null, cron: '15 2 * * *' } })
  await work()
  const { nextAt, version } = await find()
  assert.match(nextAt ?? '', /T02:15:00/)
  const runs = async () => (await vakt.call(staff, 'GET', `${own}/run`)).json().result.length
  assert.equal(await runs(), 1)
  const later = new Date(new Date(nextAt ?? '').getTime() + 1000)
  await work(later)
  assert.equal(await runs(), 2)
  const { secret: _, ...rest } = wanted
  const off = await vakt.call(staff, 'PUT', own, { ...rest, isEnabled: false, version })
  assert.equal(off.json().result.nextAt, null)
  assert.equal((await vakt.call(staff, 'POST', `${own}/run`)).statusCode, 409)
  assert.equal((await vakt.call(staff, 'PUT', own, { ...rest, isEnabled: true, version })).statusCode, 409)
})

test('a schedule that was stored once stops no connector, its own included', async () => {
  azure.resources = few()
  const [odd, other] = [await connect({ change: { everyHours: 1 } }), await connect({ change: { everyHours: 1 } })]
  await work()
  for (const cron of ['*/8 * * * *', 'no longer read']) {
    await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
      transaction.query('update connector set every_hours = null, cron = $2 where customer_id = $1', [odd.customerId, cron]),
    )
    const before = [await odd.find(), await other.find()].map(({ latestRun }) => latestRun?.runId)
    const due = Math.max(...[await odd.find(), await other.find()].map(({ nextAt }) => Date.parse(nextAt ?? '')))
    await work(new Date(due + 1000))
    const after = [await odd.find(), await other.find()].map(({ latestRun }) => latestRun?.runId)
    assert.ok(after.every((runId, index) => runId && runId !== before[index]))
    assert.ok((await odd.find()).nextAt)
  }
})

test('a secret that cannot be decrypted rests the schedule until it is entered again', async () => {
  azure.resources = few()
  const { connectorId, own, find, run } = await connect({ change: { everyHours: 1 } })
  await work()
  const other = createSecretBox({ keys: [{ id: 'other', secret: Buffer.alloc(32, 1) }], legacyPasswords: [] }, 'secrets of tests')
  await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
    transaction.query('update connector set sealed_secret = $2 where connector_id = $1', [
      connectorId,
      other.seal(connectorId, Buffer.from('right')),
    ]),
  )
  assert.equal((await run()).reason, 'secret_unreadable')
  assert.ok((await find()).secretUnreadableSince)
  const inAnHour = new Date(Date.now() + 62 * 60_000)
  const runs = async () => (await vakt.call(staff, 'GET', `${own}/run`)).json().result.length
  await work(inAnHour)
  assert.equal(await runs(), 2)
  const { secret, ...rest } = wanted
  const { version } = await find()
  const changed = await vakt.call(staff, 'PUT', own, { ...rest, everyHours: 1, isEnabled: true, version, secret })
  assert.equal(changed.json().result.secretUnreadableSince, null)
  await work(inAnHour)
  assert.equal(await runs(), 3)
  assert.equal((await find()).latestRun?.state, 'succeeded')
})
