import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { createTestApp, signToken, type TestUser } from '#server/testing/test-app.ts'
import { removeOldSessions } from './remove-old-sessions.ts'

const vakt = await createTestApp()
after(() => vakt.close())
const path = '/authentication/session'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

const work = (text: string, values: unknown[]) =>
  workForAllCustomers({ pool: vakt.database.worker }, async (transaction) => (await transaction.query(text, values)).rows)

type Browser = ReturnType<typeof browserOf>

/** A browser of the user. Its session is named by the provider's `sid`, or else by itself. */
function browserOf(user: TestUser, { sid, name = randomUUID() }: { sid?: string; name?: string } = {}) {
  const who = sid ? { ...user, claims: { sid } } : user
  const headers = { 'user-agent': firefox, ...(sid ? {} : { 'x-vakt-session': name }) }
  const call = (method: string, url: string, body?: object) => vakt.call(who, method, url, body, headers)
  return {
    call,
    name,
    open: () => call('POST', '/authentication/usercontext', {}),
    async list(): Promise<Record<string, unknown>[]> {
      return (await call('GET', path)).json().result
    },
    status: async () => (await call('GET', path)).statusCode,
  }
}

async function createScene() {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const user = { email: `anna@${emailDomain}`, roles: ['admin'] }
  const open = async (options?: Parameters<typeof browserOf>[1]) => {
    const browser = browserOf(user, options)
    await browser.open()
    return browser
  }
  return { customerId, emailDomain, user, open }
}

const idOf = async (browser: Browser) => (await browser.list()).find(({ isCurrent }) => isCurrent)?.sessionId as string

test('the list names each browser once, and says which one asks', async () => {
  const { open } = await createScene()
  const [first, second] = [await open(), await open({ sid: 'laptop' })]
  await second.open()
  const list = await first.list()
  assert.equal(list.length, 2)
  assert.deepEqual(
    list.map(({ browser, system, address, isCurrent }) => ({ browser, system, address, isCurrent })),
    [false, true].map((isCurrent) => ({ browser: 'Firefox', system: 'Linux', address: '127.0.0.1', isCurrent })),
  )
  const page = await first.call('GET', `${path}?limit=1`)
  const { result, continuation_token } = page.json()
  assert.equal(result.length, 1)
  assert.ok(continuation_token)
})

test('a session that was ended is refused from its next request on, named by the provider or by the browser', async () => {
  const { open, customerId } = await createScene()
  const mine = await open()
  for (const other of [await open(), await open({ sid: 'laptop' })]) {
    const sessionId = await idOf(other)
    assert.equal((await mine.call('DELETE', `${path}/${sessionId}`)).statusCode, 204)
    const refused = await other.call('GET', `/customer/${customerId}`)
    assert.deepEqual([refused.statusCode, refused.json().errors[0].message_translation_key], [401, 'error.session_ended'])
    assert.equal((await other.open()).statusCode, 401)
    assert.equal((await mine.call('DELETE', `${path}/${sessionId}`)).statusCode, 404)
  }
  assert.equal((await mine.list()).length, 1)
  const actions = await work("select action from recorded_action where customer_id = $1 and action like 'session.%'", [customerId])
  assert.deepEqual(actions, [{ action: 'session.end' }, { action: 'session.end' }])
})

test('all others end at once, and the one that asks stays', async () => {
  const { open } = await createScene()
  const [mine, second, third] = [await open(), await open(), await open({ sid: 'phone' })]
  assert.equal((await mine.call('DELETE', path)).statusCode, 204)
  assert.deepEqual([await mine.status(), await second.status(), await third.status()], [200, 401, 401])
  assert.equal((await mine.call('DELETE', path)).statusCode, 204)
})

test('signing out ends the own session', async () => {
  const { open } = await createScene()
  const [mine, other] = [await open({ sid: 'mine' }), await open()]
  assert.equal((await mine.call('POST', '/authentication/sign-out')).statusCode, 204)
  assert.deepEqual([await mine.status(), (await other.list()).length], [401, 1])
})

test('an ended session lives again only for who has proved again who they are', async () => {
  const { user, open } = await createScene()
  const mine = await open({ sid: 'mine' })
  await mine.call('POST', '/authentication/sign-out')
  const withClaims = (secondsFromNow: number) => {
    const claims = { sid: 'mine', auth_time: Math.floor(Date.now() / 1000) + secondsFromNow }
    return vakt.call({ ...user, claims }, 'POST', '/authentication/usercontext', {})
  }
  assert.equal((await withClaims(-60)).statusCode, 401)
  assert.equal((await withClaims(2)).statusCode, 200)
  assert.equal(await mine.status(), 200)
})

test('no one ends or sees the sessions of another, though both say the same name', async () => {
  const [a, b] = [await createScene(), await createScene()]
  const colleague = browserOf({ email: `bo@${a.emailDomain}`, roles: ['admin'] }, { name: 'the-same-name-for-all' })
  await colleague.open()
  const [mine, stranger] = [await a.open({ name: 'the-same-name-for-all' }), await b.open({ name: 'the-same-name-for-all' })]
  const sessionId = await idOf(mine)
  for (const other of [colleague, stranger]) {
    assert.equal((await other.list()).length, 1)
    assert.equal((await other.call('DELETE', `${path}/${sessionId}`)).statusCode, 404)
    await other.call('DELETE', path)
    await other.call('POST', '/authentication/sign-out')
    assert.equal(await other.status(), 401)
  }
  assert.equal(await mine.status(), 200)
})

test('an API token learns nothing of sessions and ends none', async () => {
  const { open } = await createScene()
  const mine = await open()
  const { secret } = (await mine.call('POST', '/authentication/api-token', { name: 'x', scope: ['@feature.tickets.read'] })).json().result
  const asToken = (method: string, url: string) => vakt.call(null, method, url, undefined, { authorization: `Bearer ${secret}` })
  const calls = [
    asToken('GET', path),
    asToken('DELETE', path),
    asToken('DELETE', `${path}/${await idOf(mine)}`),
    asToken('POST', '/authentication/sign-out'),
  ]
  for (const { statusCode } of await Promise.all(calls)) assert.equal(statusCode, 403)
  assert.equal(await mine.status(), 200)
})

test('when it was last seen is written at most once in a minute', async () => {
  const { open, customerId } = await createScene()
  const mine = await open()
  const lastSeen = async () =>
    (await work('select last_seen_at as at from user_session where customer_id = $1', [customerId]))[0].at.getTime()
  const first = await lastSeen()
  await mine.status()
  assert.equal(await lastSeen(), first)
  await work("update user_session set last_seen_at = last_seen_at - interval '2 minutes' where customer_id = $1", [customerId])
  await mine.status()
  assert.ok((await lastSeen()) >= first)
})

test('what has not been seen for half a year is forgotten, an ended session until then remembered', async () => {
  const { open, customerId } = await createScene()
  const [mine, old] = [await open(), await open()]
  await mine.call('DELETE', `${path}/${await idOf(old)}`)
  const context = { actor: { type: 'system', job: 'x' }, pool: vakt.database.worker, requestId: null, isStaff: false } as never
  const count = async () => (await work('select count(*)::int as count from user_session where customer_id = $1', [customerId]))[0].count
  const inDays = (days: number) => removeOldSessions({ ...(context as object), now: new Date(Date.now() + days * 86_400_000) } as never)
  await inDays(179)
  assert.equal(await count(), 2)
  await inDays(181)
  assert.equal(await count(), 0)
})

test('a name that is none is refused, and so is an id that is none', async () => {
  const { user, open } = await createScene()
  const mine = await open()
  for (const name of ['short', 'x'.repeat(65), 'with spaces in between', "'; drop table user_session; --"]) {
    const { statusCode, body } = await vakt.call(user, 'GET', path, undefined, { 'x-vakt-session': name })
    assert.deepEqual([statusCode, JSON.parse(body).errors[0].property], [400, 'x-vakt-session'])
  }
  for (const id of ['1', 'current', randomUUID()]) assert.equal((await mine.call('DELETE', `${path}/${id}`)).statusCode, 404)
})

test('a session is listed and can be ended from its first request on, whichever call that is', async () => {
  const { user, open, customerId } = await createScene()
  const mine = await open()
  const quiet = browserOf(user, { sid: 'never opened the user context' })
  assert.equal((await quiet.call('GET', `/customer/${customerId}`)).statusCode, 200)
  assert.equal((await mine.list()).length, 2)
  assert.equal((await mine.call('DELETE', path)).statusCode, 204)
  assert.equal(await quiet.status(), 401)
  const leaving = browserOf(user, { sid: 'signs out at once' })
  assert.equal((await leaving.call('POST', '/authentication/sign-out')).statusCode, 204)
  assert.equal(await leaving.status(), 401)
})

test('a first sign-in is a session from its first request on', async () => {
  const { emailDomain, open, customerId } = await createScene()
  await open()
  const newcomer = browserOf({ email: `new@${emailDomain}`, roles: ['admin'] })
  assert.equal((await newcomer.call('GET', `/customer/${customerId}`)).statusCode, 200)
  assert.equal((await newcomer.list()).length, 1)
})

test('an access token without any name of a session is a session of its own, which can be ended', async () => {
  const { user, open } = await createScene()
  const mine = await open()
  const authorization = `Bearer ${await signToken(user)}`
  const asToken = () => vakt.call(null, 'GET', path, undefined, { authorization })
  assert.equal((await asToken()).statusCode, 200)
  assert.equal((await mine.list()).length, 2)
  assert.equal((await mine.call('DELETE', path)).statusCode, 204)
  assert.equal((await asToken()).statusCode, 401)
})

test('who signs in again after the end of a session is listed again, without opening the user context', async () => {
  const { user, open } = await createScene()
  const mine = await open({ sid: 'mine' })
  await mine.call('POST', '/authentication/sign-out')
  const claims = { sid: 'mine', auth_time: Math.floor(Date.now() / 1000) + 2 }
  assert.equal((await vakt.call({ ...user, claims }, 'GET', path)).json().result.length, 1)
})

test('a token of a provider that names no session ends with the session it was first used in, whatever the browser is called', async () => {
  const { user, customerId } = await createScene()
  const token = await signToken(user)
  const look = async (name: string | null, bearer = token) => {
    const headers = { authorization: `Bearer ${bearer}`, ...(name ? { 'x-vakt-session': name } : {}) }
    return (await vakt.call(null, 'GET', `/customer/${customerId}`, undefined, headers)).statusCode
  }
  const [stolen, elsewhere] = [randomUUID(), randomUUID()]
  assert.deepEqual([await look(stolen), await look(elsewhere), await look(null)], [200, 200, 200])
  const mine = browserOf(user)
  await mine.open()
  assert.equal((await mine.list()).length, 2)
  assert.equal((await mine.call('DELETE', path)).statusCode, 204)
  for (const name of [stolen, elsewhere, randomUUID(), null]) assert.equal(await look(name), 401)
  // Another process of the installation knows no more than the database.
  const other = await createTestApp({ testDatabase: Promise.resolve({ ...vakt, close: async () => {} }) })
  const headers = { authorization: `Bearer ${token}`, 'x-vakt-session': elsewhere }
  assert.equal((await other.call(null, 'GET', `/customer/${customerId}`, undefined, headers)).statusCode, 401)
  await other.close()
  assert.equal(await look(elsewhere, await signToken(user)), 200)
  assert.equal(await mine.status(), 200)
})

test('a token of a provider that names no session opens none when it is first used after the end of one, unless it is newer', async () => {
  for (const end of ['one', 'own', 'others'] as const) {
    const { user, customerId, open } = await createScene()
    const secondsAgo = (seconds: number) => signToken(user, { issuedAt: new Date(Date.now() - seconds * 1000) })
    const look = async (bearer: string, name: string | null) => {
      const headers = { authorization: `Bearer ${bearer}`, ...(name ? { 'x-vakt-session': name } : {}) }
      return (await vakt.call(null, 'GET', `/customer/${customerId}`, undefined, headers)).statusCode
    }
    const [mine, phone, lost] = [await open(), await open(), await open()]
    const [stolen, used, renewed] = [await secondsAgo(7), await secondsAgo(6), await secondsAgo(5)]
    assert.deepEqual([await look(used, phone.name), await look(await secondsAgo(8), randomUUID())], [200, 200], 'nothing has ended')
    if (end === 'one') await mine.call('DELETE', `${path}/${await idOf(lost)}`)
    else if (end === 'own') await lost.call('POST', '/authentication/sign-out')
    else await mine.call('DELETE', path)
    for (const name of [randomUUID(), lost.name, null]) assert.equal(await look(stolen, name), 401, end)

    const ofOthers = end === 'others' ? 401 : 200
    assert.deepEqual([await look(used, phone.name), await look(renewed, phone.name)], [ofOthers, ofOthers], `another device, ${end}`)
    assert.deepEqual([await look(await signToken(user), randomUUID()), await mine.status()], [200, 200], `one that signs in now, ${end}`)
  }
})

test('a token that is used by several browsers at once belongs to one session', async () => {
  const { user, customerId } = await createScene()
  await browserOf(user).open()
  const token = await signToken(user)
  const names = Array.from({ length: 8 }, () => randomUUID())
  const look = async (name: string) => {
    const headers = { authorization: `Bearer ${token}`, 'x-vakt-session': name }
    return (await vakt.call(null, 'GET', `/customer/${customerId}`, undefined, headers)).statusCode
  }
  assert.deepEqual(new Set(await Promise.all(names.map(look))), new Set([200]))
  const mine = browserOf(user)
  await mine.open()
  await mine.call('DELETE', path)
  assert.deepEqual(new Set(await Promise.all(names.map(look))), new Set([401]))
})

test('which session a token belongs to is forgotten once it has expired', async () => {
  const { user, customerId } = await createScene()
  await browserOf(user).open()
  const count = async () => (await work('select from session_token where customer_id = $1', [customerId])).length
  const context = { actor: { type: 'system', job: 'x' }, pool: vakt.database.worker, requestId: null, isStaff: false } as never
  const inDays = (days: number) => removeOldSessions({ ...(context as object), now: new Date(Date.now() + days * 86_400_000) } as never)
  await inDays(0)
  assert.equal(await count(), 1)
  await inDays(2)
  assert.equal(await count(), 0)
})
