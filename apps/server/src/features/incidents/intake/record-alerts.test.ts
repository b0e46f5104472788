import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Alert, AlertDetails } from '@vakt/contract/alerts/alerts.ts'
import type { Incident } from '@vakt/contract/incidents/incidents.ts'
import pg from 'pg'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCustomer, createEntity, createIngestToken } from '#server/testing/factories.ts'
import { createTestApp } from '#server/testing/test-app.ts'

const vakt = await createTestApp()
after(() => vakt.close())

type Told = { rule?: string; severity?: string; fingerprint?: string; startsAt?: string; endsAt?: string }
type Entity = Awaited<ReturnType<typeof createEntity>>

function notification(status: 'firing' | 'resolved', entity: Pick<Entity, 'name'>, told: Told = {}) {
  const { rule = 'HighCpu', severity = 'high', fingerprint = `${rule} ${entity.name}`, startsAt = '2026-11-20T10:00:00Z' } = told
  const labels = { alertname: rule, severity, instance: entity.name }
  return {
    version: '4',
    status,
    alerts: [{ status, fingerprint, labels, annotations: {}, startsAt, endsAt: told.endsAt ?? '0001-01-01T00:00:00Z' }],
  }
}

async function createInventory(options: { isProvider?: boolean } = {}) {
  const { customerId, emailDomain } = await createCustomer(vakt.database, options)
  const token = await createIngestToken(vakt.database, customerId, options)
  const user = { email: `anna@${emailDomain}`, roles: ['admin'] }
  const read = async <T>(what: string): Promise<T> => (await vakt.call(user, 'GET', `/customer/${customerId}/${what}`)).json().result
  return {
    customerId,
    createEntity: (entity: Parameters<typeof createEntity>[2] = {}) => createEntity(vakt.database, customerId, entity),
    alerts: (query = '') => read<Alert[]>(`alert${query}`),
    incidents: (query = '') => read<Incident[]>(`incident${query}`),
    trail: async (alertId: string) => (await read<AlertDetails>(`alert/${alertId}`)).trail.map(({ step }) => step),
    tickets: () => read<{ open: number; all: number }>('ticket/count'),
    async send(...bodies: unknown[]) {
      for (const body of bodies) assert.equal((await vakt.send('alertmanager', token, body)).statusCode, 202)
    },
  }
}

const first = { startsAt: '2026-11-20T10:00:00.000Z', endsAt: '2026-11-20T10:05:00.000Z' }
const second = { startsAt: '2026-11-20T10:20:00.000Z', endsAt: '2026-11-20T10:25:00.000Z' }
const told = {
  fire1: (entity: Entity) => notification('firing', entity, { startsAt: first.startsAt }),
  resolve1: (entity: Entity) => notification('resolved', entity, first),
  fire2: (entity: Entity) => notification('firing', entity, { startsAt: second.startsAt }),
  resolve2: (entity: Entity) => notification('resolved', entity, second),
}
type Word = keyof typeof told

function permute<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]]
  return items.flatMap((item, index) => permute(items.toSpliced(index, 1)).map((rest) => [item, ...rest]))
}

/** In a given order, each twice in a row, and the first once more at the end. */
const withDuplicates = (order: readonly Word[]) => [...order.flatMap((word) => [word, word]), ...order.slice(0, 1)]

const ways = {
  'one by one': (order: Word[]) => order,
  'one by one, with duplicates': withDuplicates,
  'all together': (order: Word[]) => order,
  'all together, with duplicates': withDuplicates,
}

for (const [way, arrange] of Object.entries(ways)) {
  const words = Object.keys(told) as Word[]
  const orders = [...permute(words), ...permute(words.slice(0, 3))]
  test(`signals in every order, worked through ${way}, end in the state that their times tell`, async () => {
    const inventory = await createInventory()
    const courses = await Promise.all(
      orders.map(async (order) => ({ order, sent: arrange(order), entity: await inventory.createEntity() })),
    )
    const longest = Math.max(...courses.map(({ sent }) => sent.length))
    for (let step = 0; step < longest; step += 1) {
      for (const { sent, entity } of courses) {
        const word = sent[step]
        if (word) await inventory.send(told[word](entity))
      }
      if (way.startsWith('all')) continue
      await vakt.work()
      const open = await inventory.incidents('?state=open&limit=500')
      assert.equal(new Set(open.map(({ entity }) => entity?.entityId)).size, open.length, 'no entity has two open incidents')
    }
    await vakt.work()

    const alerts = new Map((await inventory.alerts('?limit=500')).map((alert) => [alert.entity?.entityId ?? alert.targetName, alert]))
    const incidents = Map.groupBy(await inventory.incidents('?limit=500'), ({ entity }) => entity?.entityId)
    assert.equal(alerts.size, orders.length)
    for (const { order, entity, sent } of courses) {
      const title = order.join(', ')
      const alert = alerts.get(entity.entityId) ?? alerts.get(entity.name)
      const isOver = order.includes('resolve2')
      assert.equal(alert?.count, sent.length, title)
      assert.equal(alert?.state, isOver ? 'resolved' : 'firing', title)
      if (!isOver) assert.equal(alert?.startedAt, second.startsAt, title)
      assert.equal(alert?.endedAt, isOver ? second.endsAt : null, title)
      const states = (incidents.get(entity.entityId) ?? []).map(({ state }) => state)
      assert.deepEqual(
        states.filter((state) => state !== 'resolved'),
        isOver ? [] : ['open'],
        title,
      )
      assert.ok(states.length <= 2, title)
      if (!isOver) assert.equal(alert?.incidentId, incidents.get(entity.entityId)?.find(({ state }) => state === 'open')?.incidentId, title)
    }
    const { open, all } = await inventory.tickets()
    assert.equal(open, permute(words.slice(0, 3)).length)
    assert.equal(all, [...incidents.values()].flat().length)
  })
}

test('two rules on one entity share an incident within ten minutes of its last change, and not afterwards', async () => {
  const inventory = await createInventory()
  const entity = await inventory.createEntity()
  const start = Date.now()
  const fireAfter = async (minutes: number, rule: string) => {
    await inventory.send(notification('firing', entity, { rule }))
    await vakt.work(new Date(start + minutes * 60_000))
  }
  await fireAfter(0, 'HighCpu')
  await fireAfter(9, 'LowMemory')
  await fireAfter(18, 'DiskFull')
  await fireAfter(28.1, 'Clock')
  const alerts = await inventory.alerts()
  const incidentOf = (name: string) => alerts.find((alert) => alert.name === name)?.incidentId
  assert.equal(incidentOf('LowMemory'), incidentOf('HighCpu'))
  assert.equal(incidentOf('DiskFull'), incidentOf('HighCpu'))
  assert.notEqual(incidentOf('Clock'), incidentOf('HighCpu'))
  assert.equal((await inventory.incidents('?state=open')).length, 2)
  assert.deepEqual(await inventory.tickets(), { open: 2, all: 2 })
  const joined = alerts.find(({ name }) => name === 'LowMemory')
  assert.deepEqual(await inventory.trail(joined?.alertId ?? ''), ['received', 'entity-matched', 'incident-joined'])
})

test('two entities never share an incident', async () => {
  const inventory = await createInventory()
  await inventory.send(notification('firing', await inventory.createEntity()), notification('firing', await inventory.createEntity()))
  await vakt.work()
  assert.equal((await inventory.incidents()).length, 2)
})

test('the severity of an incident rises and falls with its firing alerts, and it ends with the last of them', async () => {
  const inventory = await createInventory()
  const entity = await inventory.createEntity()
  const seen: (string | undefined)[][] = []
  const tell = async (status: 'firing' | 'resolved', details: Told) => {
    await inventory.send(notification(status, entity, details))
    await vakt.work()
    const [incident] = await inventory.incidents()
    seen.push([incident?.severity, incident?.state])
  }
  await tell('firing', { fingerprint: 'a', severity: 'low' })
  await tell('firing', { fingerprint: 'b', severity: 'critical' })
  await tell('firing', { fingerprint: 'a', severity: 'medium' })
  await tell('resolved', { fingerprint: 'b', severity: 'critical', endsAt: '2026-11-20T10:01:00Z' })
  await tell('firing', { fingerprint: 'a', severity: 'high' })
  await tell('firing', { fingerprint: 'a', severity: 'low' })
  await tell('resolved', { fingerprint: 'a', severity: 'low', endsAt: '2026-11-20T10:02:00Z' })
  assert.deepEqual(seen, [
    ['low', 'open'],
    ['critical', 'open'],
    ['critical', 'open'],
    ['medium', 'open'],
    ['high', 'open'],
    ['low', 'open'],
    ['low', 'resolved'],
  ])
  assert.equal((await inventory.incidents()).length, 1)
  assert.deepEqual(await inventory.tickets(), { open: 0, all: 1 })
})

test('a condition that comes back after its end opens a new incident with a new ticket', async () => {
  const inventory = await createInventory()
  const entity = await inventory.createEntity()
  for (const word of ['fire1', 'resolve1', 'fire2'] as const) {
    await inventory.send(told[word](entity))
    await vakt.work()
  }
  assert.deepEqual((await inventory.incidents()).map(({ state }) => state).toSorted(), ['open', 'resolved'])
  assert.deepEqual(await inventory.tickets(), { open: 1, all: 2 })
  const [alert] = await inventory.alerts()
  assert.equal((await inventory.trail(alert?.alertId ?? '')).filter((step) => step === 'reopened').length, 1)
})

test('with a token of the provider the entity decides whose alert it is; what is unknown or ambiguous stays with the provider', async () => {
  const [provider, a, b] = [await createInventory({ isProvider: true }), await createInventory(), await createInventory()]
  const ofA = await a.createEntity()
  const ofB = await b.createEntity()
  const shared = `twin-${a.customerId}`
  await a.createEntity({ name: shared })
  await b.createEntity({ name: shared })
  await provider.send(
    notification('firing', ofA),
    notification('firing', ofB),
    notification('firing', { name: shared }),
    notification('firing', { name: 'nobody-knows.example' }),
  )
  await vakt.work()
  const targets = async (inventory: typeof a) =>
    (await inventory.alerts()).map(({ entity, targetName }) => entity?.entityId ?? targetName).toSorted()
  assert.deepEqual(await targets(a), [ofA.entityId])
  assert.deepEqual(await targets(b), [ofB.entityId])
  assert.deepEqual(await targets(provider), ['nobody-knows.example', shared].toSorted())
  assert.deepEqual(
    [await a.tickets(), await b.tickets(), await provider.tickets()],
    [
      { open: 1, all: 1 },
      { open: 1, all: 1 },
      { open: 2, all: 2 },
    ],
  )
  await provider.send(notification('resolved', ofA, { endsAt: '2026-11-20T10:01:00Z' }))
  await vakt.work()
  assert.deepEqual(
    (await a.incidents()).map(({ state }) => state),
    ['resolved'],
  )
  assert.deepEqual(
    (await b.incidents()).map(({ state }) => state),
    ['open'],
  )
})

test('a signal that cannot be worked through holds up no other, waits, and is done when it can be', async () => {
  const inventory = await createInventory()
  const [good, bad] = [await inventory.createEntity(), await inventory.createEntity()]
  const owner = new pg.Client(vakt.owner)
  await owner.connect()
  try {
    await owner.query(`
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused by the test'; end $$;
      create trigger refuse before insert on alert for each row when (new.fingerprint = 'refused') execute function refuse()`)
    await inventory.send(
      notification('firing', good, { fingerprint: '1' }),
      notification('firing', bad, { fingerprint: 'refused' }),
      notification('firing', good, { fingerprint: '2' }),
    )
    await vakt.work()
    assert.deepEqual(
      (await inventory.alerts()).map(({ entity }) => entity?.entityId),
      [good.entityId, good.entityId],
    )
    const read = async () =>
      (
        await owner.query('select state, attempts, note, next_at > now() as waits from signal where customer_id = $1 order by signal_id', [
          inventory.customerId,
        ])
      ).rows
    const done = { state: 'done', attempts: 0, note: null, waits: false }
    assert.deepEqual(await read(), [done, { state: 'pending', attempts: 1, note: 'refused by the test', waits: true }, done])
    await owner.query('drop trigger refuse on alert; drop function refuse')
    await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
      transaction.query('update signal set next_at = now() where attempts = 1'),
    )
    await vakt.work()
    assert.deepEqual(
      (await read()).map(({ state }) => state),
      ['done', 'done', 'done'],
    )
    assert.equal((await inventory.alerts()).length, 3)
  } finally {
    await owner.end()
  }
})
