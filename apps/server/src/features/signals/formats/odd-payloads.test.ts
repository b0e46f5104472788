import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertWellFormed } from './fixtures/assert-well-formed.ts'
import { eventsOf, listFixtures, onlyEventOf, readFixture } from './fixtures/read-fixture.ts'
import { formats } from './formats.ts'

const readers = Object.entries(formats)

for (const [format, read] of readers) {
  test(`${format}: a body that is no object is unrecognised`, () => {
    for (const body of [null, undefined, 0, true, '', 'text', [], [[]], [{ alerts: [] }]]) assert.equal(read(body).kind, 'unrecognised')
  })

  test(`${format}: a body nested without end is read`, () => {
    const depth = 100_000
    const deep: unknown = JSON.parse(`${'{"alerts":['.repeat(depth)}1${']}'.repeat(depth)}`)
    for (const body of [
      deep,
      { alerts: [{ labels: { alertname: deep }, status: deep }] },
      { data: { essentials: { alertRule: 'a', severity: deep } } },
    ]) {
      assertWellFormed(read(body))
    }
  })

  test(`${format}: every recorded body is well formed with all its leaves as nulls or as texts`, () => {
    for (const name of listFixtures()) {
      for (const leaf of [() => null, String, () => ({}), () => []]) assertWellFormed(read(replaceLeaves(readFixture(name), leaf)))
    }
  })
}

function replaceLeaves(value: unknown, leaf: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => replaceLeaves(item, leaf))
  if (typeof value !== 'object' || value === null) return leaf(value)
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaceLeaves(item, leaf)]))
}

test('one bad alert does not lose the others', () => {
  const good = { status: 'firing', labels: { alertname: 'Good' } }
  const events = eventsOf(formats.alertmanager({ alerts: [null, 7, 'x', [], good, { labels: 'odd', annotations: 3, startsAt: {} }, good] }))
  assert.deepEqual(
    events.map((event) => event.name),
    ['Good', 'Alert without a name', 'Good'],
  )
})

test('bad target ids do not lose the alert', () => {
  const alertTargetIDs = [null, {}, 7, '', '\0', 'not an id']
  const body = { data: { essentials: { alertRule: 'a', alertTargetIDs }, alertContext: [] } }
  assertWellFormed(formats['azure-monitor'](body))
})

test('10,000 alerts are all read, each a condition of its own', () => {
  const alerts = Array.from({ length: 10_000 }, (_, index) => ({
    status: 'firing',
    labels: { alertname: 'A', instance: `vm-${index}:9100` },
  }))
  const events = eventsOf(formats.alertmanager({ alerts }))
  assert.equal(new Set(events.map((event) => event.fingerprint)).size, 10_000)
})

test('many targets with many dimensions are read in good time', () => {
  const alertTargetIDs = Array.from({ length: 10_000 }, (_, index) => `/subscriptions/a/resourceGroups/b/providers/c/d/e${index}`)
  const dimensions = Array.from({ length: 10_000 }, (_, index) => ({ name: `n${index}`, value: alertTargetIDs[index] }))
  const body = {
    data: { essentials: { alertRule: 'a', alertTargetIDs }, alertContext: { condition: { allOf: [{ metricName: 'm', dimensions }] } } },
  }
  const before = process.threadCpuUsage()
  const events = eventsOf(formats['azure-monitor'](body))
  assert.ok(process.threadCpuUsage(before).user < 2_000_000)
  assert.equal(new Set(events.map((event) => event.fingerprint)).size, 10_000)
})

test('hostile keys stay plain labels', () => {
  const labels = JSON.parse('{"alertname":"A","__proto__":"polluted","constructor":"c","hasOwnProperty":"h"}')
  const event = onlyEventOf(formats.alertmanager({ alerts: [{ labels, __proto__: { status: 'resolved' } }] }))
  assert.equal(event.state, 'firing')
  assert.equal(Object.getPrototypeOf(event.labels), Object.prototype)
  assert.deepEqual(Object.keys(event.labels), ['alertname', '__proto__', 'constructor', 'hasOwnProperty'])
  assert.equal(({} as Record<string, unknown>).polluted, undefined)
})

test('names of built-in properties are not taken as fields', () => {
  const event = onlyEventOf(formats.alertmanager({ alerts: [{ labels: {} }] }))
  assert.equal(event.name, 'Alert without a name')
  assert.equal(formats.alertmanager(JSON.parse('{"__proto__":{"alerts":[{"labels":{"alertname":"A"}}]}}')).kind, 'unrecognised')
})

test('texts that are too long, or that PostgreSQL cannot store, are made fit', () => {
  const long = `${'å\0😀\ud800'.repeat(20_000)}`
  const labels = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`label${index}${index % 2 ? long : ''}`, long]))
  const body = {
    alerts: [{ labels: { alertname: long, ...labels }, annotations: { summary: long, description: long }, fingerprint: long }],
  }
  assertWellFormed(formats.alertmanager(body))
  const essentials = { alertRule: long, description: long, alertTargetIDs: [long, `/subscriptions/${long}`], configurationItems: [long] }
  assertWellFormed(formats['azure-monitor']({ data: { essentials, customProperties: labels } }))
})

test('an id that is a row of slashes costs no time', () => {
  const slashes = `/subscriptions/a${'/'.repeat(1_900)}x`
  const labels = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`l${index}`, slashes]))
  const start = performance.now()
  assertWellFormed(formats.alertmanager({ alerts: [{ labels }] }))
  assert.ok(performance.now() - start < 1_000)
})
