import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Notification } from '@vakt/contract/notifications/notifications.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { inMinutes, openWindowDesk } from '#server/testing/window-desk.ts'

const vakt = await createTestApp()
after(() => vakt.close())

/** A customer whose Anna is notified of incidents. */
async function openDesk() {
  const desk = await openWindowDesk(vakt)
  const choices = ['incident_opened', 'incident_escalated', 'incident_resolved'].map((kind) => ({
    ...{ kind, byMail: true, inPortal: true, fromSeverity: 'low' },
  }))
  await vakt.call(desk.anna, 'PUT', '/notification/preference', { choices })
  const told = async () =>
    ((await vakt.call(desk.anna, 'GET', '/notification')).json().result as Notification[])
      .filter(({ kind }) => kind !== 'opened_by_monitoring')
      .map(({ kind, tickets }) => `${kind} ${tickets}`)
  return { ...desk, told, mails: () => desk.mails('incident%') }
}

test('what a window raises at its end is one notice, in the portal and by mail, with an incident and a ticket for each resource', async () => {
  const desk = await openDesk()
  const entities = [await desk.entity(), await desk.entity(), await desk.entity()]
  await desk.window({ everything: true })
  for (const entity of entities) await desk.tell('firing', entity)
  assert.deepEqual(await desk.mails(), [])
  await desk.advance(inMinutes(61))
  const mails = await desk.mails()
  assert.deepEqual([mails.length, (await desk.incidents()).length, await desk.tickets()], [1, 3, 3])
  assert.match(mails[0] ?? '', /^3 incidenter efter ett servicefönster hos /)
  assert.deepEqual(await desk.told(), ['incidents_raised 3'])

  await desk.window({ everything: true })
  await desk.tell('firing', await desk.entity(), { at: inMinutes(1) })
  await desk.advance(inMinutes(62))
  await desk.mails()
  assert.deepEqual(await desk.told(), ['incidents_raised 1', 'incidents_raised 3'], 'each occurrence has a notice of its own')
})

test('who gets the notice of the end of a window gets no second one about what it raised', async () => {
  const desk = await openDesk()
  const window = await desk.window({ everything: true })
  await desk.change(window, { notices: { userIds: [], roles: ['admin'], minutesBefore: null, atStart: false, atEnd: true } })
  await desk.tell('firing', await desk.entity())
  await desk.advance(inMinutes(61))
  assert.deepEqual(await desk.mails(), [])
  assert.deepEqual(await desk.told(), ['service_window 1'])
})

test('an incident that gets worse in a window is reported after it, one that recovers at once', async () => {
  const desk = await openDesk()
  const [worse, over] = [await desk.entity(), await desk.entity()]
  for (const entity of [worse, over]) await desk.tell('firing', entity, { severity: 'warning' })
  assert.equal((await desk.mails()).length, 1)
  const window = await desk.window({ everything: true })
  for (const entity of [worse, over]) await desk.tell('firing', entity, { severity: 'critical' })
  const severities = (await desk.incidents()).map(({ severity }) => severity)
  assert.deepEqual(severities, ['critical', 'critical'], 'shown all the same')
  assert.ok((await desk.trail()).includes('escalation-held'))
  assert.deepEqual([(await desk.mails()).length, await desk.held(window)], [1, ['held', 'held']])
  await desk.tell('resolved', over)
  assert.deepEqual((await desk.mails()).length, 2)

  await desk.advance(inMinutes(61))
  const mails = await desk.mails()
  assert.equal(mails.length, 3)
  assert.match(mails[2] ?? '', /^1 incident efter ett servicefönster/)
  assert.deepEqual(await desk.told(), ['incidents_raised 1', 'incident_resolved 1', 'incident_opened 2'])
  assert.deepEqual((await desk.held(window)).toSorted(), ['raised', 'recovered'])
})

test('an escalation that is over when the window ends is not reported; another window holds it on', async () => {
  const desk = await openDesk()
  const [calm, busy] = [await desk.entity(), await desk.entity()]
  for (const entity of [calm, busy]) await desk.tell('firing', entity, { severity: 'warning' })
  await desk.mails()
  await desk.window({ everything: true }, { minutes: 10 })
  for (const entity of [calm, busy]) await desk.tell('firing', entity, { severity: 'critical' })
  await desk.tell('firing', calm, { severity: 'warning' })
  const long = await desk.window({ entityIds: [busy.entityId] }, { minutes: 120 })
  await desk.advance(inMinutes(11))
  assert.deepEqual([(await desk.mails()).length, await desk.held(long)], [1, ['held']])
  await desk.advance(inMinutes(121))
  assert.deepEqual([(await desk.mails()).length, await desk.held(long)], [2, ['raised']])
})
