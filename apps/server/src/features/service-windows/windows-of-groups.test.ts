import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { ServiceWindow } from '@vakt/contract/service-windows/service-windows.ts'
import { customerGroupQueues } from '#server/features/customers/follow-groups.ts'
import { workThrough } from '#server/platform/jobs/work-queue.ts'
import { createCustomer, createEntity } from '#server/testing/factories.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'
import { followGroupsOfWindows } from './follow-groups.ts'

const vakt = await createTestApp()
after(() => vakt.close())

const provider = await createCustomer(vakt.database, { isProvider: true })
const karin: TestUser = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }
before(async () => {
  await vakt.call(karin, 'POST', '/authentication/usercontext', {})
})

async function ok(user: TestUser, method: string, address: string, body?: object) {
  const answer = await vakt.call(user, method, address, body)
  assert.ok(answer.statusCode === 200 || answer.statusCode === 204, `${method} ${address}: ${answer.body}`)
  return answer.body ? answer.json().result : undefined
}
const keyOf = async (body: object) => {
  const answer = await vakt.call(karin, 'POST', '/service-window', body)
  return `${answer.statusCode} ${answer.json().errors?.[0].property} ${answer.json().errors?.[0].message_translation_key}`
}

const follow = () =>
  workThrough(customerGroupQueues([followGroupsOfWindows]), () => ({
    ...{ actor: { type: 'system' as const, job: 'test' }, now: new Date(), pool: vakt.database.worker },
    ...{ log: silentLog, requestId: null, isStaff: false },
  }))

async function label(customerId: string, ...labels: string[]) {
  const path = `/admin/customer/${customerId}`
  const { name, emailDomains, tenants, version } = await ok(karin, 'GET', path)
  await ok(karin, 'PUT', path, { name, emailDomains, tenants, version, labels })
  await follow()
}

async function openCustomer(...labels: string[]) {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  if (labels.length > 0) await label(customerId, ...labels)
  const anna: TestUser = { email: `anna@${emailDomain}`, roles: ['admin'] }
  const windows = async (): Promise<ServiceWindow[]> => ok(anna, 'GET', `/customer/${customerId}/service-window`)
  const states = async () => (await windows()).map(({ state }) => state)
  return { customerId, name: `Customer ${customerId}`, anna, windows, states }
}

const newGroup = () => `Gold ${crypto.randomUUID().slice(0, 8)}`
const minutes = (n: number) => new Date(Date.now() + n * 60_000).toISOString().slice(0, 16)
const once = { timeZone: 'UTC', repeats: 'once', weekdays: [], monthDay: null, cron: '', endsOn: null, endsAfter: null }
const windowBody = (customerIds: string[], changed: object = {}) => ({
  ...{ reason: 'Patching', schedule: { ...once, startsAt: minutes(60) }, durationInSeconds: 7200, customerIds },
  ...{ scope: { everything: true, entityIds: [], resourceGroups: [], tags: [], metrics: [] } },
  ...changed,
})

async function openWindow(customerIds: string[], changed: object = {}) {
  const { providerWindowId, windows } = await ok(karin, 'POST', '/service-window', windowBody(customerIds, changed))
  await follow()
  const groups = () => ok(karin, 'GET', `/service-window/${providerWindowId}/group`)
  return { providerWindowId, windows, groups }
}

test('a window for a group is made at those in it and at those that join, and disabled at those that leave, until they are back', async () => {
  const group = newGroup()
  const [gold, later, single, other] = [await openCustomer(group), await openCustomer(), await openCustomer(), await openCustomer('Silver')]
  const { windows, groups } = await openWindow([`group:${group.toUpperCase()}`, single.customerId])
  assert.deepEqual(
    windows.map(({ customerId }: { customerId: string }) => customerId),
    [single.customerId, gold.customerId],
  )
  assert.deepEqual(
    [await gold.states(), await single.states(), await later.states(), await other.states()],
    [['upcoming'], ['upcoming'], [], []],
  )
  assert.deepEqual(await groups(), { groups: [group], customers: 1, names: [gold.name], stopped: null })
  await label(later.customerId, group)
  const [joined] = await later.windows()
  assert.deepEqual(
    [joined?.state, joined?.reason, joined?.createdBy?.name],
    ['upcoming', 'Patching', (await gold.windows())[0]?.createdBy?.name],
  )
  await label(gold.customerId)
  assert.deepEqual([await gold.states(), await later.states()], [['disabled'], ['upcoming']])
  await label(gold.customerId, 'Finance', group)
  assert.deepEqual(await gold.states(), ['upcoming'])
  // Who was chosen by themselves keeps it, in a group or not.
  await label(single.customerId, group)
  await label(single.customerId)
  assert.deepEqual(await single.states(), ['upcoming'])
})

test('who joins has a window that is ongoing from then on, and none that is over', async () => {
  const group = newGroup()
  const { providerWindowId } = await openWindow([`group:${group}`])
  const shift = (by: number) =>
    vakt.database.worker.query(
      `update provider_window set content = jsonb_set(content, '{schedule,startsAt}', to_jsonb($2::text)),
         ends_at = now() + make_interval(mins => $3 + 120) where provider_window_id = $1`,
      [providerWindowId, minutes(by), by],
    )
  await shift(-30)
  const during = await openCustomer(group)
  assert.deepEqual(await during.states(), ['ongoing'])
  await shift(-300)
  const afterwards = await openCustomer(group)
  assert.deepEqual(await afterwards.states(), [])
})

test('a window that was disabled at one customer stays so, and stopping it for the group ends it at all that have it through the group', async () => {
  const group = newGroup()
  const [one, two, single] = [await openCustomer(group), await openCustomer(group), await openCustomer()]
  const { providerWindowId, groups } = await openWindow([`group:${group}`, single.customerId])
  const [window] = await one.windows()
  await ok(karin, 'POST', `/customer/${one.customerId}/service-window/${window?.serviceWindowId}/disable`, { raiseNow: true })
  await label(two.customerId, group, 'Finance')
  assert.deepEqual([await one.states(), await two.states()], [['disabled'], ['upcoming']])
  const stop = () => ok(karin, 'POST', `/service-window/${providerWindowId}/stop`, { raiseNow: true })
  const stopped = await stop()
  assert.deepEqual([stopped.customers, typeof stopped.stopped.by], [0, 'string'])
  assert.deepEqual(await stop(), stopped)
  assert.deepEqual(await groups(), stopped)
  const later = await openCustomer(group)
  assert.deepEqual([await two.states(), await single.states(), await later.states()], [['disabled'], ['upcoming'], []])
})

test('a customer cannot see or change the groups of a window, and nothing of them is in what it sees', async () => {
  const group = newGroup()
  const one = await openCustomer(group)
  const { providerWindowId } = await openWindow([`group:${group}`])
  for (const [method, path] of [
    ['GET', 'group'],
    ['POST', 'stop'],
  ] as const) {
    const answer = await vakt.call(
      one.anna,
      method,
      `/service-window/${providerWindowId}/${path}`,
      method === 'POST' ? { raiseNow: true } : undefined,
    )
    assert.equal(answer.statusCode, 403)
  }
  assert.ok(!JSON.stringify(await one.windows()).includes(group))
  const { rows } = await vakt.database.worker.query('select details::text from recorded_action where customer_id = $1 and action like $2', [
    ...[one.customerId, 'service-window.%'],
  ])
  assert.ok(rows.length > 0 && rows.every(({ details }) => !details.includes(group)))
})

test('what is not for a group, and for no one, is refused or says so', async () => {
  const group = newGroup()
  const { customerId } = await openCustomer(group)
  const { entityId } = await createEntity(vakt.database, customerId)
  const scope = { everything: false, entityIds: [entityId], resourceGroups: [], tags: [], metrics: [] }
  assert.equal(await keyOf(windowBody([`group:${group}`], { scope })), '400 scope.entityIds service_window.resources_of_group')
  const nothing = { ...scope, entityIds: [] }
  assert.equal(await keyOf(windowBody([`group:${newGroup()}`], { scope: nothing })), '400 scope service_window.scope_empty')
  const empty = await openWindow([`group:${newGroup()}`])
  assert.deepEqual([empty.windows, (await empty.groups()).customers], [[], 0])
  const single = await openWindow([customerId])
  assert.deepEqual((await single.groups()).groups, [])
  assert.equal((await vakt.call(karin, 'GET', `/service-window/${crypto.randomUUID()}/group`)).statusCode, 404)
  assert.equal((await vakt.call(karin, 'POST', `/service-window/${crypto.randomUUID()}/stop`, { raiseNow: true })).statusCode, 404)
})
