import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { CurrentWindows } from '@vakt/contract/service-windows/current-windows.ts'
import type { ServiceWindow, WindowOccurrence } from '@vakt/contract/service-windows/service-windows.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'
import { inMinutes, openWindowDesk } from '#server/testing/window-desk.ts'

const vakt = await createTestApp()
after(() => vakt.close())
const provider = await createCustomer(vakt.database, { isProvider: true })
const karin: TestUser = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }
await vakt.call(karin, 'POST', '/authentication/usercontext', {})

/** A customer that approved an hour of a window of the provider's staff, which lasts and holds an alert. */
async function openApprovedDesk(schedule: object = {}) {
  const desk = await openWindowDesk(vakt)
  const base = `/customer/${desk.customerId}/service-window`
  const entity = await desk.entity()
  const ask = async (method: string, path: string, body: unknown, person: TestUser | string = karin): Promise<ServiceWindow> => {
    const answer =
      typeof person === 'string'
        ? await vakt.call(null, method, path, body, { authorization: `Bearer ${person}` })
        : await vakt.call(person, method, path, body)
    assert.equal(answer.statusCode, 200, answer.body)
    return answer.json().result
  }
  const times = { timeZone: 'UTC', startsAt: inMinutes(-1).toISOString().slice(0, 16), repeats: 'once', weekdays: [], monthDay: null }
  const asked = await ask('POST', base, {
    reason: 'Move of disks',
    schedule: { ...times, cron: '', endsOn: null, endsAfter: null, ...schedule },
    ...{ durationInSeconds: 3600, scope: { everything: true }, needsApproval: true },
  })
  const path = `${base}/${asked.serviceWindowId}`
  await desk.act(asked, 'approve', { version: asked.version })
  await desk.tell('firing', entity)
  const read = () => desk.read<ServiceWindow>(`service-window/${asked.serviceWindowId}`)
  return {
    ...{ ...desk, path, entity, ask, show: read },
    answer: async (verb: 'approve' | 'refuse') => desk.act(asked, verb, { reason: 'Because', version: (await read()).version }),
    extend: (minutes: number, person: TestUser | string = karin) =>
      ask('POST', `${path}/extend`, { endsAt: inMinutes(minutes).toISOString() }, person),
    isHeld: async () => (await desk.alerts()).filter(({ source }) => source !== 'vakt').every(({ heldBy }) => heldBy !== null),
    opened: async () => (await desk.incidents()).length,
    serviceToken: async () => {
      const wanted = { name: 'Pipeline', scope: ['@feature.servicewindow.write'] }
      return (await vakt.call(desk.anna, 'POST', `/customer/${desk.customerId}/service-token`, wanted)).json().result.secret as string
    },
  }
}

test('an extension beyond what was approved waits where the one who asks could not approve it; until then what was approved holds', async () => {
  for (const by of ['staff', 'token'] as const) {
    const desk = await openApprovedDesk()
    const extended = await desk.extend(180, by === 'token' ? await desk.serviceToken() : karin)
    assert.deepEqual([extended.approval?.state, extended.state, extended.ongoing?.approvedUntil !== null], ['waiting', 'ongoing', true], by)
    assert.deepEqual((await desk.show()).approvers, ['anna'])
    const { occurrences } = await desk.read<{ occurrences: WindowOccurrence[] }>('service-window-timeline')
    assert.deepEqual([occurrences[0]?.askedUntil, occurrences[0]?.endsAt], [extended.ongoing?.endsAt, extended.ongoing?.approvedUntil])
    const { path } = (await vakt.call(desk.anna, 'POST', `/customer/${desk.customerId}/service-window-calendar`)).json().result
    const calendar = (await vakt.call(null, 'GET', path.replace('/api/v1', ''))).body.replaceAll('\r\n ', '')
    assert.match(calendar, /DESCRIPTION:Förlängningen till .* väntar på godkännande/)
    await desk.advance()
    await desk.tell('firing', desk.entity, { rule: 'DiskFull' })
    assert.deepEqual([await desk.isHeld(), await desk.opened()], [true, 0])
    await desk.advance(inMinutes(61))
    assert.equal(await desk.opened(), 1, 'no answer by the end that was approved')
    await desk.tell('firing', desk.entity, { rule: 'Late', at: inMinutes(62) })
    assert.equal((await desk.read<unknown[]>('alert?held=true')).length, 0)
    await desk.advance(inMinutes(181))
    assert.equal((await desk.show()).approval?.state, 'approved', 'as it was')
  }
})

test('an extension that is approved holds until its end, one that is refused until the end that was approved', async () => {
  const approved = await openApprovedDesk()
  await approved.extend(180)
  const answered = await approved.answer('approve')
  assert.deepEqual([answered.approval?.state, answered.ongoing?.approvedUntil], ['approved', null])
  await approved.advance(inMinutes(61))
  assert.deepEqual([await approved.isHeld(), await approved.opened()], [true, 0])
  await approved.advance(inMinutes(181))
  assert.equal(await approved.opened(), 1)

  const refused = await openApprovedDesk()
  const before = (await refused.show()).ongoing?.endsAt
  await refused.extend(180)
  const after = await refused.answer('refuse')
  assert.deepEqual([after.approval?.state, after.state, after.ongoing?.endsAt], ['approved', 'ongoing', before])
  await refused.advance()
  assert.equal(await refused.isHeld(), true)
  await refused.advance(inMinutes(61))
  assert.equal(await refused.opened(), 1)
})

test('one that is approved late holds from then on; taken back it holds as before; the customer extends its own', async () => {
  const late = await openApprovedDesk()
  await late.extend(180)
  await late.advance(inMinutes(61))
  await late.answer('approve')
  await late.tell('firing', late.entity, { rule: 'Later', at: inMinutes(62) })
  assert.equal((await late.read<unknown[]>('alert?held=true')).length, 1)

  const taken = await openApprovedDesk()
  await taken.extend(180)
  const back = await taken.extend(50)
  assert.deepEqual([back.approval?.state, back.ongoing?.approvedUntil], ['approved', null])
  const own = await taken.extend(120, taken.anna)
  assert.deepEqual([own.approval?.state, own.ongoing?.approvedUntil], ['approved', null])
  assert.equal((await taken.extend(110)).approval?.state, 'approved', 'not beyond what the customer extended it to')
})

test('later occurrences stay approved when an extension is answered, forgotten or ended', async () => {
  for (const end of ['forgotten', 'ended', 'disabled'] as const) {
    const desk = await openApprovedDesk({ repeats: 'daily' })
    await desk.extend(180)
    if (end === 'forgotten') await desk.advance(inMinutes(181))
    else await desk.ask('POST', `${desk.path}/${end === 'ended' ? 'end' : 'disable'}`, { raiseNow: true })
    assert.equal((await desk.show()).approval?.state, 'approved', end)
    await desk.advance(inMinutes(182))
    assert.equal(await desk.opened(), 1, end)
  }
})

test('a longer duration asks again by any route, and what the window holds by then is raised at once', async () => {
  for (const by of ['staff', 'token'] as const) {
    const desk = await openApprovedDesk()
    const { reason, schedule, scope, version } = await desk.show()
    const body = { reason, schedule, scope, version, durationInSeconds: 4 * 3600, needsApproval: true }
    const changed = await desk.ask('PUT', desk.path, body, by === 'token' ? await desk.serviceToken() : karin)
    assert.deepEqual([changed.approval?.state, changed.state], ['waiting', 'awaiting-approval'], by)
    await desk.advance()
    assert.deepEqual([await desk.isHeld(), await desk.opened()], [false, 1], by)
    const occurrences = await desk.read<WindowOccurrence[]>(`service-window/${changed.serviceWindowId}/occurrence`)
    assert.deepEqual(
      occurrences.map(({ state, stillHeld }) => [state, stillHeld]),
      [['awaiting-approval', 0]],
    )
  }
})

test('while an extension waits, the occurrences after it are planned, and hold as they were approved', async () => {
  const desk = await openApprovedDesk({ repeats: 'daily' })
  const { serviceWindowId, ongoing, next } = await desk.extend(180)
  const now = () => desk.read<CurrentWindows>('service-window-now')
  const shown = await now()
  assert.deepEqual([shown.ongoing.length, shown.awaitingApproval], [1, 1])
  assert.deepEqual([shown.next?.startsAt, shown.next?.state], [next?.startsAt, 'planned'])
  const { occurrences } = await desk.read<{ occurrences: WindowOccurrence[] }>('service-window-timeline')
  assert.deepEqual([...new Set(occurrences.slice(1).map(({ state }) => state))], ['planned'])

  // The end of one is the beginning of the next, before a worker has seen it.
  await desk.tell('firing', desk.entity, { rule: 'Tomorrow', at: new Date(Date.parse(next?.startsAt ?? '') + 60_000) })
  assert.deepEqual([(await desk.read<unknown[]>('alert?held=true')).length, await desk.opened()], [2, 0])
  await desk.advance(new Date(Date.parse(next?.startsAt ?? '') + 120_000))
  assert.deepEqual([(await desk.read<unknown[]>('alert?held=true')).length, await desk.opened()], [2, 0], 'held on')
  const [first] = await desk.read<WindowOccurrence[]>(`service-window/${serviceWindowId}/occurrence`)
  assert.equal(first?.endsAt, ongoing?.approvedUntil, 'no one answered: it ended when it was approved to')
})

test('staff cannot take back that the customer decides, whatever it answered; a change of nothing but the reason leaves the answer', async () => {
  for (const answer of ['none', 'approved', 'refused'] as const) {
    const desk = await openWindowDesk(vakt)
    const base = `/customer/${desk.customerId}/service-window`
    const { serviceWindowId } = await desk.window({ everything: true }, { startsIn: 60 })
    const path = `${base}/${serviceWindowId}`
    const show = () => desk.read<ServiceWindow>(`service-window/${serviceWindowId}`)
    const change = async (more: object) => {
      const { reason, schedule, durationInSeconds, scope, version } = await show()
      return vakt.call(karin, 'PUT', path, { reason, schedule, durationInSeconds, scope, version, ...more })
    }
    assert.equal((await change({ needsApproval: true })).json().result.approval.state, 'waiting')
    const window = await show()
    if (answer !== 'none')
      await desk.act(window, answer === 'approved' ? 'approve' : 'refuse', { reason: 'Because', version: window.version })
    const before = (await show()).approval?.state
    for (const more of [{}, { durationInSeconds: 7200 }, { needsApproval: false, reason: 'Other' }]) {
      const refused = await change(more)
      assert.equal(refused.json().errors?.[0]?.message_translation_key, 'service_window.approval_stays', answer)
    }
    assert.equal((await change({ needsApproval: true, reason: 'Other' })).json().result.approval.state, before)
    assert.equal((await change({ needsApproval: true, durationInSeconds: 7200 })).json().result.approval.state, 'waiting', answer)
  }
})

test('while an extension waits, a change by the customer leaves it waiting, or decides itself when it ends', async () => {
  for (const more of [{ reason: 'Another reason' }, { durationInSeconds: 2 * 3600 }]) {
    const desk = await openApprovedDesk()
    const { ongoing } = await desk.extend(180)
    const changed = await desk.change(await desk.show(), more)
    await desk.advance()
    assert.deepEqual([await desk.isHeld(), await desk.opened()], [true, 0])
    const until = 'reason' in more ? ongoing?.approvedUntil : null
    assert.deepEqual([changed.approval?.state, changed.ongoing?.approvedUntil], [until ? 'waiting' : 'approved', until])
  }
})
