import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Notification } from '@vakt/contract/notifications/notifications.ts'
import type { HeldAlert } from '@vakt/contract/service-windows/service-window-occurrences.ts'
import type { WindowOccurrence } from '@vakt/contract/service-windows/service-windows.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { inMinutes, openWindowDesk } from '#server/testing/window-desk.ts'

const vakt = await createTestApp()
after(() => vakt.close())

const openDesk = () => openWindowDesk(vakt)
type Desk = Awaited<ReturnType<typeof openDesk>>
let desk: Desk
before(async () => {
  desk = await openDesk()
})

test('an alert in a window is shown as held and opens nothing; what still fires at the end is raised, once', async () => {
  const entity = await desk.entity()
  const window = await desk.window({ entityIds: [entity.entityId] })
  await desk.tell('firing', entity)
  await desk.tell('firing', entity, { rule: 'DiskFull' })
  const [alert] = await desk.alerts()
  assert.deepEqual(
    [alert?.incidentId, alert?.heldBy?.serviceWindowId, alert?.heldBy?.until],
    [null, window.serviceWindowId, window.ongoing?.endsAt],
  )
  assert.deepEqual(await desk.trail(), ['received', 'entity-matched', 'held-by-window'])
  assert.deepEqual([(await desk.incidents()).length, await desk.tickets()], [0, 0])
  assert.equal((await desk.read<unknown[]>('alert?held=true')).length, 2)

  await desk.advance()
  assert.equal((await desk.incidents()).length, 0)
  await Promise.all([desk.advance(inMinutes(61)), desk.advance(inMinutes(61)), desk.advance(inMinutes(62))])
  const incidents = await desk.incidents()
  assert.deepEqual(
    [incidents.length, incidents[0]?.alerts, incidents[0]?.entity?.entityId, await desk.tickets()],
    [1, 2, entity.entityId, 1],
  )
  assert.deepEqual(await desk.held(window), ['raised', 'raised'])
  assert.ok((await desk.trail()).includes('window-ended'))
  assert.equal((await desk.read<unknown[]>('alert?held=true')).length, 0)
})

test('held alerts are in no number of firing ones, and an escalation that is held is of an alert that is raised', async () => {
  const own = await openDesk()
  const [open, quiet] = [await own.entity(), await own.entity()]
  await own.tell('firing', open, { severity: 'low' })
  await own.window({ entityIds: [open.entityId, quiet.entityId] })
  await own.tell('firing', quiet)
  await own.tell('firing', open, { severity: 'critical' })
  const numbers = async () => {
    const { firing, held, resolved } = await own.read<{ firing: Record<string, number>; held: number; resolved: number }>('alert/count')
    const { totals } = await own.read<{ totals: { alerts: number } }>('incident/open-now')
    const listed = (query: string) => own.read<unknown[]>(`alert?state=firing&${query}`).then((rows) => rows.length)
    const fires = Object.values(firing).reduce((sum, n) => sum + n, 0)
    return [fires, totals.alerts, await listed('held=false'), held, await listed('held=true'), resolved]
  }
  assert.deepEqual(await numbers(), [1, 1, 1, 1, 1, 0])
  await own.advance(inMinutes(61))
  assert.deepEqual(await numbers(), [2, 2, 2, 0, 0, 0])
})

test('what recovers in a window sends nothing and is listed; what was open before it is resolved as ever', async () => {
  const own = await openDesk()
  const [open, quiet] = [await own.entity(), await own.entity()]
  await own.tell('firing', open)
  const window = await own.window({ entityIds: [open.entityId, quiet.entityId] })
  await own.tell('firing', quiet)
  await own.tell('resolved', quiet)
  await own.tell('resolved', open)
  assert.deepEqual(
    (await own.incidents()).map(({ state }) => state),
    ['resolved'],
  )
  await own.advance(inMinutes(61))
  assert.deepEqual([(await own.incidents()).length, await own.held(window)], [1, ['recovered']])
})

test('each time that an occurrence held an alert is a row of its list, the last with what became of it', async () => {
  const own = await openDesk()
  const entity = await own.entity()
  const window = await own.window({ entityIds: [entity.entityId] })
  const path = `service-window/${window.serviceWindowId}/occurrence`
  for (const _ of [1, 2]) {
    await own.tell('firing', entity, { from: new Date() })
    await own.tell('resolved', entity)
  }
  await own.tell('firing', entity, { from: new Date() })
  await own.advance(inMinutes(61))
  assert.deepEqual(await own.held(window), ['recovered', 'recovered', 'raised'])
  const [occurrence] = await own.read<WindowOccurrence[]>(path)
  const held = `${path}/${occurrence?.occurrenceId}/held`
  const rows = await own.read<HeldAlert[]>(held)
  assert.deepEqual([new Set(rows.map(({ heldAt }) => heldAt)).size, new Set(rows.map(({ alertId }) => alertId)).size], [3, 1])
  assert.deepEqual((await own.read<HeldAlert[]>(`${held}?limit=2`)).length, 2)
  assert.deepEqual([occurrence?.held, occurrence?.raised, occurrence?.stillHeld], [1, 1, 0])
})

test('group, tag and everything cover resources that appear later; with metrics only alerts that name one are held', async () => {
  const own = await openDesk()
  await own.window({ tags: ['env=prod'] })
  await own.window({ everything: true, metrics: ['cpu'] })
  const later = await own.entity({ tags: { Env: 'PROD' } })
  const other = await own.entity()
  await own.tell('firing', later)
  await own.tell('firing', other)
  const heldBy = new Map((await own.alerts()).map((alert) => [alert.entity?.entityId, alert.heldBy !== null]))
  assert.deepEqual([heldBy.get(later.entityId), heldBy.get(other.entityId)], [true, false])
})

test('overlapping windows hold until the last one ends', async () => {
  const own = await openDesk()
  const entity = await own.entity()
  const short = await own.window({ entityIds: [entity.entityId] }, { minutes: 10 })
  await own.tell('firing', entity)
  const long = await own.window({ entityIds: [entity.entityId] }, { minutes: 120 })
  await own.advance(inMinutes(11))
  assert.deepEqual([(await own.incidents()).length, await own.held(short), await own.held(long)], [0, ['held-on'], ['held']])
  await own.advance(inMinutes(121))
  assert.deepEqual([(await own.incidents()).length, await own.held(long)], [1, ['raised']])
})

test('who ends a window early decides whether what fires is raised now, or when it was to end', async () => {
  for (const raiseNow of [true, false]) {
    const own = await openDesk()
    const [first, second] = [await own.entity(), await own.entity()]
    const window = await own.window({ everything: true })
    await own.tell('firing', first)
    await own.act(window, 'disable', { raiseNow })
    await own.advance()
    assert.equal((await own.incidents()).length, raiseNow ? 1 : 0)
    await own.tell('firing', second)
    assert.equal((await own.incidents()).length, raiseNow ? 2 : 1)
    await own.advance(inMinutes(61))
    assert.deepEqual([(await own.incidents()).length, await own.held(window)], [2, ['raised']])
  }
})

test('a window that is edited or extended while it lasts neither loses nor doubles what it holds', async () => {
  const own = await openDesk()
  const [kept, dropped] = [await own.entity(), await own.entity()]
  const window = await own.window({ entityIds: [kept.entityId, dropped.entityId] }, { minutes: 30 })
  await own.tell('firing', kept)
  await own.tell('firing', dropped)
  const narrowed = await own.change(window, { scope: { ...window.scope, entityIds: [kept.entityId] } })
  await own.advance()
  assert.deepEqual(
    (await own.incidents()).map(({ entity }) => entity?.entityId),
    [dropped.entityId],
  )
  const extended = await own.act(narrowed, 'extend', { endsAt: inMinutes(90).toISOString() })
  await own.advance(inMinutes(31))
  assert.equal((await own.incidents()).length, 1)
  const moved = await own.change(extended, { schedule: { ...extended.schedule, startsAt: inMinutes(600).toISOString().slice(0, 16) } })
  assert.deepEqual([moved.state, moved.ongoing], ['upcoming', null])
  await own.advance()
  assert.equal((await own.incidents()).length, 2)
  await own.advance(inMinutes(700))
  assert.equal((await own.incidents()).length, 2)
})

test('a clock that is set back holds nothing again that was raised, and one that jumps ahead ends what it passed', async () => {
  const own = await openDesk()
  const entity = await own.entity()
  await own.window({ entityIds: [entity.entityId] })
  await own.tell('firing', entity)
  await own.advance(inMinutes(61))
  await own.tell('firing', entity, { rule: 'DiskFull', at: inMinutes(1) })
  assert.equal((await own.alerts()).filter(({ heldBy }) => heldBy).length, 0)
  const later = await own.window({ everything: true }, { startsIn: 30, minutes: 10 })
  await own.advance(inMinutes(500))
  const missed = await own.read<WindowOccurrence[]>(`service-window/${later.serviceWindowId}/occurrence`)
  assert.deepEqual([missed, (await own.incidents()).length], [[], 1])
})

test('the people who were chosen are notified by mail and in the portal before, at the start, at the end with what was held, and when it is cancelled', async () => {
  const own = await openDesk()
  const entity = await own.entity()
  await vakt.call({ ...own.anna, email: own.anna.email.replace('anna', 'bo') }, 'POST', '/authentication/usercontext', {
    preferred_language: 'sv',
  })
  const notices = { userIds: [], roles: ['admin'], minutesBefore: 30, atStart: true, atEnd: true }
  const mails = async () => (await own.mails('service_window')).map((subject) => subject.split(':')[0])
  const plain = await own.window({ entityIds: [entity.entityId] }, { startsIn: 20, minutes: 10 })
  const window = await own.change(plain, { notices })
  await own.advance()
  await own.advance(inMinutes(21))
  await own.tell('firing', entity, { at: inMinutes(22) })
  await own.advance(inMinutes(31))
  await own.advance(inMinutes(32))
  const sent = ['Servicefönster börjar snart', 'Servicefönster har börjat', 'Servicefönster är slut']
  assert.deepEqual(await mails(), sent)
  const told = async (roles: string[]) =>
    (await vakt.call({ ...own.anna, roles }, 'GET', '/notification'))
      .json()
      .result.flatMap(({ serviceWindow }: Notification) => serviceWindow ?? [])
  const { serviceWindowId } = window
  assert.deepEqual(
    await told(['admin']),
    ['ended', 'started', 'soon'].map((what) => ({ serviceWindowId, what })),
  )
  assert.deepEqual(await told([]), [], 'no longer allowed to see windows')
  assert.equal((await own.incidents()).length, 1)
  assert.equal(window.state, 'upcoming')
  const next = await own.change(await own.window({ everything: true }, { startsIn: 500 }), { notices })
  await vakt.call(
    { ...own.anna, email: own.anna.email.replace('anna', 'bo') },
    'POST',
    `/customer/${own.customerId}/service-window/${next.serviceWindowId}/disable`,
    { raiseNow: true },
  )
  assert.deepEqual(await mails(), [...sent, 'Servicefönster inställt'])
})
