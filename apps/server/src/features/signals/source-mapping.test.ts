import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { until } from '#server/testing/real-program.ts'
import { createTestApp } from '#server/testing/test-app.ts'

const vakt = await createTestApp()
after(() => vakt.close())
const provider = await createCustomer(vakt.database, { isProvider: true })
const staff = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }

const mapping = {
  each: null,
  key: ['check', 'host'],
  state: { path: 'state', resolved: ['up'], ignored: [] },
  severity: { path: null, map: [], default: 'high' },
  title: '{check} on {host}',
  description: null,
  targets: ['host'],
  time: 'at',
  link: null,
  runbook: null,
  value: null,
  threshold: null,
}
const signal = (state: string, minute: number) => ({ check: 'ping', host: 'web-01', state, at: `2026-11-22T10:0${minute}:00Z` })

async function createSource() {
  const { customerId } = await createCustomer(vakt.database)
  const of = `/admin/customer/${customerId}/monitoring-source`
  const { sourceId, secret } = (await vakt.call(staff, 'POST', of, { name: 'Own checks', formats: ['generic'] })).json().result
  const path = `${of}/${sourceId}`
  return {
    secret: secret as string,
    path,
    save: (version: number, change: object = {}) =>
      vakt.call(staff, 'PUT', `${path}/mapping`, { mapping: { ...mapping, ...change }, version }),
    states: async () => {
      const { signals } = (await vakt.call(staff, 'GET', `${path}/signal`)).json().result
      return signals.map(({ state, alerts }: { state: string; alerts: { state: string }[] }) => [
        state,
        ...alerts.map((alert) => alert.state),
      ])
    },
  }
}

test('without a mapping signals are set aside, and are read again once there is one', async () => {
  const source = await createSource()
  await vakt.send('generic', source.secret, signal('down', 1))
  await vakt.work()
  assert.deepEqual(await source.states(), [['unrecognised']])
  assert.equal((await source.save(0)).json().result.version, 1)
  assert.equal((await vakt.call(staff, 'POST', `${source.path}/retry-signals`)).json().result.signals, 1)
  await vakt.work()
  assert.deepEqual(await source.states(), [['done', 'firing']])
  await vakt.send('generic', source.secret, signal('up', 5))
  await vakt.work()
  assert.deepEqual((await source.states())[0], ['done', 'resolved'])
})

test('a test with a sample becomes an alert by the saved mapping', async () => {
  const source = await createSource()
  await source.save(0)
  const sample = JSON.stringify(signal('down', 1))
  assert.equal((await vakt.call(staff, 'POST', `${source.path}/test-signal`, { format: 'generic', sample })).statusCode, 200)
  await vakt.work()
  assert.deepEqual(await source.states(), [['done', 'firing']])
})

test('a changed mapping is a new version, for signals from then on; who saw an older one is refused', async () => {
  const source = await createSource()
  await source.save(0)
  await vakt.send('generic', source.secret, signal('down', 1))
  await vakt.work()
  assert.equal((await source.save(1, { state: { path: 'state', resolved: ['down'], ignored: [] } })).statusCode, 200)
  const late = await source.save(1)
  assert.deepEqual([late.statusCode, late.json().errors[0].message_translation_key], [409, 'source_mapping.changed_meanwhile'])
  await vakt.send('generic', source.secret, signal('down', 5))
  await vakt.work()
  assert.deepEqual((await source.states())[0], ['done', 'resolved'])
  assert.equal((await vakt.call(staff, 'GET', `${source.path}/mapping`)).json().result.version, 2)
})

test('an expression reshapes the body before the paths read it; one that fails sets the signal aside with the reason', async () => {
  const source = await createSource()
  await source.save(0, { expression: '$.{"check": "ping", "host": node.name, "state": code > 0 ? "down" : "up"}' })
  await vakt.send('generic', source.secret, { node: { name: 'web-01' }, code: 2 })
  await vakt.work()
  assert.deepEqual((await source.states())[0], ['done', 'firing'])
  await source.save(1, { expression: '$error("no")' })
  await vakt.send('generic', source.secret, { node: { name: 'web-01' }, code: 0 })
  await vakt.work()
  const [latest] = (await vakt.call(staff, 'GET', `${source.path}/signal`)).json().result.signals
  assert.deepEqual([latest.state, latest.note], ['unrecognised', 'The expression of the mapping does not work: no'])
})

test('the preview shows what a sample becomes and stores nothing; what is no path is named', async () => {
  const source = await createSource()
  const preview = (sample: string, change: object = {}) =>
    vakt.call(staff, 'POST', `${source.path}/mapping/preview`, { mapping: { ...mapping, ...change }, sample })
  const shown = (await preview(JSON.stringify(signal('down', 1)))).json().result
  assert.deepEqual([shown.kind, shown.count, shown.alerts[0].name, shown.alerts[0].severity], ['alerts', 1, 'ping on web-01', 'high'])
  assert.deepEqual((await preview('{}')).json().result.kind, 'unrecognised')
  assert.equal((await preview('no json')).json().result.reason, 'The body is not valid JSON.')
  const odd = await preview('{}', { time: 'a..b' })
  assert.deepEqual([odd.statusCode, odd.json().errors[0].property], [400, 'mapping.time'])
  assert.deepEqual(await source.states(), [])
})

test('an expression that exceeds its limits pauses its own source alone: its signals wait, and only the one that did it is set aside', async (t) => {
  const expression = 'bad ? ($f := function($n) { $f($n + 1) }; $f(1)) : $'
  const [source, other] = [await createSource(), await createSource()]
  for (const one of [source, other]) await one.save(0, { expression })
  const send = (to: typeof source, body: object) => vakt.send('generic', to.secret, { ...signal('down', 1), ...body })
  await send(source, { host: 'web-01', bad: true })
  await vakt.work()
  assert.deepEqual(await source.states(), [['pending']])
  await send(source, { host: 'web-02' })
  await send(other, { host: 'web-03' })
  await vakt.work()
  assert.deepEqual(await source.states(), [['pending'], ['pending']])
  assert.deepEqual(await other.states(), [['done', 'firing']])

  t.mock.timers.enable({ apis: ['Date'], now: Date.now() })
  for (let time = 1; time < 3; time += 1) {
    t.mock.timers.setTime(Date.now() + 5 * 60_000)
    // The one that waits because of the other is due before it.
    for (const attempts of [0, time]) {
      await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
        transaction.query("update signal set next_at = now() where state = 'pending' and attempts = $1", [attempts]),
      )
      await vakt.work()
    }
  }
  // The list reads a signal again for its alerts, which waits while the source is paused.
  assert.deepEqual(
    (await source.states()).map(([state]: string[]) => state),
    ['done', 'unrecognised'],
  )
  const [, latest] = (await vakt.call(staff, 'GET', `${source.path}/signal`)).json().result.signals
  assert.equal(latest.note, 'The expression of the mapping does not work: it takes longer than it may')
})

test('the sender of a body that the mapping does not understand is told so', async () => {
  const source = await createSource()
  const send = async (body: object) => (await vakt.send('generic', source.secret, body)).json().result as { state?: string; note?: string }
  assert.match((await send(signal('down', 1))).note ?? '', /The source has no mapping yet/)
  await source.save(0)
  assert.deepEqual(
    [(await send({ check: 'ping', host: 'web-01' })).state, (await send(signal('down', 1))).state],
    ['unrecognised', undefined],
  )
  assert.match((await send({ other: 1 })).note ?? '', /There is no value at check, host/)
  await source.save(1, { expression: '{"check": name, "host": $string(machine), "state": state}' })
  await until(async () => (await send({ state: 'down' })).state === 'unrecognised')
  assert.equal((await send({ name: 'ping', machine: 'web-01', state: 'down' })).state, undefined)
})
