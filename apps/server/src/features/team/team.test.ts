import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import type { AdministeredTeamMember, NewTeamMember, OnCallNow, TeamMember } from '@vakt/contract/team.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'

const vakt = await createTestApp()
after(() => vakt.close())
const provider = await createCustomer(vakt.database, { isProvider: true })
const [own, other] = [await createCustomer(vakt.database), await createCustomer(vakt.database)]
const karin: TestUser = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }
// No role gives this user anything.
const anna: TestUser = { email: `anna@${own.emailDomain}`, roles: [] }
const olle: TestUser = { email: `olle@${other.emailDomain}`, roles: [] }
for (const person of [karin, anna, olle]) await vakt.call(person, 'POST', '/authentication/usercontext', {})

const ask = async (person: TestUser, method: string, path: string, body?: unknown) => {
  const answer = await vakt.call(person, method, path, body)
  assert.ok(answer.statusCode < 300, `${method} ${path}: ${answer.body}`)
  return answer.body ? answer.json().result : undefined
}
const [{ userId }] = await ask(karin, 'GET', '/admin/on-call-people')
const memberOf = (change: Partial<NewTeamMember> = {}): NewTeamMember => ({
  name: ' Karin ',
  role: { en: 'Service manager', sv: 'Driftansvarig' },
  email: 'karin@vakt.example',
  phone: '',
  languages: ['sv'],
  timeZone: 'Europe/Stockholm',
  hours: null,
  userId: null,
  showsOnCall: false,
  shownTo: [own.customerId],
  ...change,
})
const add = async (change: Partial<NewTeamMember>): Promise<string> =>
  (await ask(karin, 'POST', '/admin/team', memberOf(change))).teamMemberId
const seenBy = async (person: TestUser, customerId = own.customerId): Promise<TeamMember[]> =>
  (await ask(person, 'GET', `/customer/${customerId}/team`)).members
const namesFor = async (person: TestUser, customerId?: string) => (await seenBy(person, customerId)).map(({ name }) => name)

test('a customer sees whom the provider shows it, in the provider’s order, without any role', async () => {
  const shown = await add({ name: 'Shown' })
  await add({ name: 'Hidden', shownTo: [other.customerId] })
  const toAll = await add({ name: 'To all', shownTo: null })
  assert.deepEqual(await namesFor(anna), ['Shown', 'To all'])
  assert.deepEqual(await namesFor(olle, other.customerId), ['Hidden', 'To all'])
  await ask(karin, 'PUT', '/admin/team-order', { teamMemberIds: [toAll] })
  assert.deepEqual(await namesFor(anna), ['To all', 'Shown'])
  assert.equal((await vakt.call(anna, 'GET', `/customer/${other.customerId}/team`)).statusCode, 404)
  assert.equal((await vakt.call(anna, 'GET', '/admin/team')).statusCode, 403)

  await ask(karin, 'DELETE', `/admin/team/${shown}`)
  assert.deepEqual(await namesFor(anna), ['To all'])
  assert.equal((await vakt.call(karin, 'DELETE', `/admin/team/${shown}`)).statusCode, 404)
  await ask(karin, 'POST', `/admin/team/${shown}/restore`)
  assert.deepEqual(await namesFor(anna), ['To all', 'Shown'])
})

test('who is on call now is shown where the provider shows it, with nothing else of the account', async () => {
  const layer = { people: [userId], startsAt: '2026-01-05T08:00', every: 1, unit: 'weeks', hours: null }
  await ask(karin, 'POST', '/admin/on-call', { name: `Night ${randomUUID()}`, timeZone: 'UTC', layers: [layer] })
  await add({ name: 'On call', userId, showsOnCall: true })
  await add({ name: 'Not told', userId })
  const seen = await seenBy(anna)
  const onCall = seen.find(({ name }) => name === 'On call')
  assert.deepEqual([onCall?.isOnCall, seen.find(({ name }) => name === 'Not told')?.isOnCall], [true, false])
  assert.deepEqual(Object.keys(onCall ?? {}).toSorted(), [
    'email',
    'hours',
    'isOnCall',
    'languages',
    'name',
    'phone',
    'photo',
    'role',
    'teamMemberId',
    'timeZone',
  ])
})

test('customers see who is on call among those whom the provider shows; staff see every schedule, with those that page the customer first, and which is outside its hours', async () => {
  const layer = { people: [userId], startsAt: '2026-01-05T08:00', every: 1, unit: 'weeks', hours: null }
  const name = `Paged ${randomUUID()}`
  const { scheduleId } = await ask(karin, 'POST', '/admin/on-call', { name, timeZone: 'UTC', layers: [layer] })
  const empty = `Empty ${randomUUID()}`
  await ask(karin, 'POST', '/admin/on-call', { name: empty, timeZone: 'UTC', layers: [{ ...layer, people: [] }] })
  const resting = `Resting ${randomUUID()}`
  const inThreeDays = new Date(Date.now() + 3 * 86_400_000)
  const hours = Array.from({ length: 7 }, (_, day) =>
    day === (inThreeDays.getUTCDay() + 6) % 7 ? { opens: '08:00', closes: '09:00' } : null,
  )
  await ask(karin, 'POST', '/admin/on-call', { name: resting, timeZone: 'UTC', layers: [{ ...layer, hours }] })
  const step = { scheduleId, userId: null, minutes: 5 }
  const { policyId } = await ask(karin, 'POST', '/admin/escalation-policy', { name, repeats: 0, isDefault: false, steps: [step] })
  const setting = { fromSeverity: 'critical', pagesCloudOps: true, policyId, version: 0 }
  await ask(karin, 'PUT', `/admin/customer/${own.customerId}/paging-setting`, setting)
  const onCall = async (person: TestUser, customerId = own.customerId): Promise<OnCallNow[]> =>
    (await ask(person, 'GET', `/customer/${customerId}/on-call`)).onCall

  const shown = await onCall(anna)
  assert.ok(shown.length > 0)
  assert.ok(shown.every((one) => one.schedule === null && !one.isPaged && one.next === null))
  assert.deepEqual(
    shown.map(({ now }) => now?.name),
    ['On call'],
  )
  // No one of the team is shown to the other customer.
  assert.deepEqual(await onCall(olle, other.customerId), [])
  assert.equal((await vakt.call(anna, 'GET', `/customer/${other.customerId}/on-call`)).statusCode, 404)

  const [first, ...others] = await onCall(karin)
  assert.deepEqual([first?.schedule, first?.isPaged, first?.now?.until], [name, true, null])
  assert.ok(others.every(({ isPaged }) => !isPaged))
  const restOf = (name: string) => others.filter(({ schedule }) => schedule === name).map(({ now, restsUntil }) => ({ now, restsUntil }))
  assert.deepEqual(restOf(empty), [{ now: null, restsUntil: null }])
  const begins = `${inThreeDays.toISOString().slice(0, 10)}T08:00:00.000Z`
  assert.deepEqual(restOf(resting), [{ now: null, restsUntil: begins }])
})

test('what is wrong is named, and of two editors one wins', async () => {
  const problems = async (change: Partial<NewTeamMember>) => {
    const answer = await vakt.call(karin, 'POST', '/admin/team', memberOf(change))
    return [answer.statusCode, ...answer.json().errors.map((error: { property: string }) => error.property)]
  }
  assert.deepEqual(await problems({ name: ' ' }), [400, 'name'])
  assert.deepEqual(await problems({ role: { en: '', sv: 'x' } }), [400, 'role.en'])
  assert.deepEqual(await problems({ phone: '070-123' }), [400, 'phone'])
  assert.deepEqual(await problems({ email: 'karin' }), [400, 'email'])
  assert.deepEqual(await problems({ timeZone: 'Europe/Atlantis' }), [400, 'timeZone'])
  assert.deepEqual(await problems({ userId: randomUUID() }), [400, 'userId'])
  const late = { opens: '17:00', closes: '08:00' }
  assert.deepEqual(await problems({ hours: [late, null, null, null, null, null, null] }), [400, 'hours'])

  const id = await add({ name: 'Edited' })
  const members: AdministeredTeamMember[] = await ask(karin, 'GET', '/admin/team')
  assert.deepEqual([members.find(({ teamMemberId }) => teamMemberId === id)?.version], [1])
  const save = async (name: string) =>
    (await vakt.call(karin, 'PUT', `/admin/team/${id}`, { ...memberOf({ name }), version: 1 })).statusCode
  assert.deepEqual([await save('Mine'), await save('Theirs')], [204, 409])
})
