import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { globalAdminRole } from '@vakt/contract/features.ts'
import type { LiveEvent, LiveSignal } from '@vakt/contract/live/live-events.ts'
import pg from 'pg'
import { createGate } from '#server/features/session/identify.ts'
import { createHttpApp } from '#server/platform/http/create-http-app.ts'
import { createArrivalRate } from '#server/platform/jobs/arrival-rate.ts'
import { openLiveDoor } from '#server/platform/live/live-door.ts'
import { createLiveHub } from '#server/platform/live/live-hub.ts'
import { startWorker } from '#server/roles/worker.ts'
import { createCustomer, createEntity, createIngestToken } from '#server/testing/factories.ts'
import { createTestApp, signToken, testConnectors, testOutgoing, verifyToken } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'

const vakt = await createTestApp()
const hub = createLiveHub(vakt.listener)
const app = createHttpApp(silentLog, { isHttps: false })
const gate = createGate(vakt.database.app, verifyToken, { ownerSignInDays: 90 }, async () => false)
/** While set, identification waits for this. */
let slowness: Promise<void> | undefined
const identify: typeof gate.identify = async (...given) => {
  await slowness
  return gate.identify(...given)
}
openLiveDoor(app, { ...gate, identify }, hub, 20)
const address = await app.listen({ port: 0, host: '127.0.0.1' })
const stopWorker = startWorker({
  database: vakt.database,
  listener: vakt.listener,
  log: silentLog,
  outgoing: testOutgoing,
  connectors: testConnectors,
  keyring: vakt.keyring,
  arrivals: createArrivalRate(),
})
const open: AbortController[] = []
after(async () => {
  // First: closing waits for the streams that a failed test left open.
  for (const controller of open) controller.abort()
  await app.close()
  await stopWorker()
  await vakt.close()
})

async function createInventory() {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const { name } = await createEntity(vakt.database, customerId)
  const token = await createIngestToken(vakt.database, customerId)
  const user = { email: `anna@${emailDomain}`, roles: ['admin'] }
  await vakt.call(user, 'POST', '/authentication/usercontext', {})
  const fire = async (fingerprint: string) => {
    const labels = { alertname: `Rule ${fingerprint}`, severity: 'high', instance: name }
    const alert = { status: 'firing', fingerprint, labels, annotations: {}, startsAt: '2026-11-20T10:00:00Z' }
    assert.equal((await vakt.send('alertmanager', token, { version: '4', status: 'firing', alerts: [alert] })).statusCode, 202)
  }
  return { customerId, user, token, fire }
}

type Message = {
  type: (LiveEvent | LiveSignal)['type']
  customerId?: string
  ticketIds?: string[]
  content?: string[]
  staffOnly?: true
}
type Inventory = Awaited<ReturnType<typeof createInventory>>

/** An open browser: what it hears, in order, and whether its stream still runs. */
async function openBrowser({ user }: Pick<Inventory, 'user'>, path = '/live', more: Record<string, string> = {}) {
  const controller = new AbortController()
  open.push(controller)
  const headers = { authorization: `Bearer ${await signToken(user)}`, ...more }
  const answer = await fetch(`${address}${path}`, { headers, signal: controller.signal })
  assert.equal(answer.status, 200)
  assert.match(answer.headers.get('content-type') ?? '', /^text\/event-stream/)
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  const heard: Message[] = []
  const waiting = new Set<() => void>()
  const reading = (async () => {
    let rest = ''
    const decoder = new TextDecoder()
    for await (const chunk of answer.body as ReadableStream<Uint8Array>) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n\n')
      rest = lines.pop() ?? ''
      for (const line of lines) if (line.startsWith('data: ')) heard.push(JSON.parse(line.slice('data: '.length)))
      for (const look of waiting) look()
    }
  })()
  const ended = reading.catch(() => {})
  return {
    heard,
    ended,
    leave: () => controller.abort(),
    /** Resolves once enough of these messages have come. */
    hears: (type: Message['type'], times = 1, matching: (message: Message) => boolean = () => true) =>
      new Promise<void>((resolve, reject) => {
        const look = () => heard.filter((message) => message.type === type && matching(message)).length >= times && resolve()
        waiting.add(look)
        look()
        void ended.then(() => reject(new Error(`the stream ended after ${JSON.stringify(heard)}`)))
      }),
  }
}

test('what a call changes for its caller alone is heard by their own browsers', async () => {
  const own = await createInventory()
  const user = { ...own.user, email: own.user.email.replace('anna', 'bo') }
  await vakt.call(user, 'POST', '/authentication/usercontext', {})
  const [browser, ofColleague] = [await openBrowser(own), await openBrowser({ user })]
  await Promise.all([browser, ofColleague].map(({ hears }) => hears('hello')))
  await vakt.call(own.user, 'PUT', '/list-choice', { list: 'incidents', columns: ['severity'] })
  await browser.hears('content.changed', 1, ({ content = [] }) => content.includes('list-views'))
  await own.fire('after it')
  await ofColleague.hears('alert.changed')
  // That there are new users may be heard late.
  assert.ok(ofColleague.heard.every(({ content = [] }) => !content.includes('list-views')))
})

test('a browser hears hello, and then what changes at its customer; one of another customer hears nothing', async () => {
  const [own, other] = [await createInventory(), await createInventory()]
  const [browser, second, stranger] = [await openBrowser(own), await openBrowser(own), await openBrowser(other)]
  await Promise.all([browser, second, stranger].map(({ hears }) => hears('hello')))
  await own.fire('one')
  for (const { hears } of [browser, second])
    for (const type of ['alert.changed', 'incident.changed', 'ticket.changed'] as const) await hears(type)
  for (const message of [...browser.heard, ...second.heard]) assert.ok(message.type === 'hello' || message.customerId === own.customerId)
  // What comes after it is heard in order: were there anything of the other customer, it would be here by now.
  await other.fire('two')
  await stranger.hears('alert.changed')
  assert.ok(stranger.heard.every((message) => message.type === 'hello' || message.customerId === other.customerId))
  assert.ok(browser.heard.every((message) => message.type === 'hello' || message.customerId === own.customerId))
  for (const { leave, ended } of [browser, second, stranger]) {
    leave()
    await ended
  }
})

test('an event carries ids and the names of parts only', async () => {
  const own = await createInventory()
  const browser = await openBrowser(own)
  await own.fire('one')
  await browser.hears('ticket.changed')
  for (const message of browser.heard)
    assert.deepEqual(
      Object.keys(message).filter(
        (key) => !['type', 'customerId', 'alertIds', 'incidentIds', 'ticketIds', 'ticketId', 'entityId', 'content'].includes(key),
      ),
      [],
    )
  browser.leave()
})

test('of a private comment, its files and what became of mails only staff hear', async () => {
  const own = await createInventory()
  const provider = await createCustomer(vakt.database, { isProvider: true })
  const staff = { email: `karin@${provider.emailDomain}`, roles: [globalAdminRole] }
  const [browser, watching] = [await openBrowser(own), await openBrowser({ user: staff })]
  await Promise.all([browser, watching].map(({ hears }) => hears('hello')))
  const path = `/customer/${own.customerId}/ticket`
  const ticket = { subject: 'The till', description: 'It is slow.', email: own.user.email }
  const { ticketId } = (await vakt.call(own.user, 'POST', path, ticket)).json().result
  await browser.hears('ticket.changed')
  const comment = async (body: string, isPrivate: boolean) => {
    const answer = await vakt.call(staff, 'POST', `${path}/${ticketId}/comment`, { body, private: isPrivate })
    assert.equal(answer.statusCode, 200, answer.body)
    return answer.json().result.temp_id as string
  }
  const attach = async (tempId: string) => {
    const type = { 'content-type': 'application/octet-stream' }
    const answer = await vakt.call(staff, 'POST', `${path}/attachment/${tempId}/note.txt`, Buffer.from('note'), type)
    assert.equal(answer.statusCode, 200, answer.body)
  }
  const secret = await comment('Between us.', true)
  const isOurs = (message: Message) => message.staffOnly === true && message.ticketIds?.[0] === ticketId
  await watching.hears('ticket.changed', 1, isOurs)
  await attach(secret)
  await watching.hears('ticket.changed', 2, isOurs)
  const shown = await comment('To you.', false)
  await browser.hears('ticket.changed', 2)
  await attach(shown)
  await browser.hears('ticket.changed', 3)
  assert.equal(browser.heard.filter(({ type }) => type === 'ticket.changed').length, 3)
  assert.ok(browser.heard.every((message) => !('staffOnly' in message)))
  for (const { leave } of [browser, watching]) leave()
})

test('a user with too many open streams is answered 429', async () => {
  const own = await createInventory()
  const browsers = await Promise.all(Array.from({ length: 20 }, () => openBrowser(own)))
  await assert.rejects(openBrowser(own), /429 !== 200/)
  for (const { leave } of browsers) leave()
})

test('the stream ends when its user is disabled, and cannot be opened again', async () => {
  const own = await createInventory()
  const browser = await openBrowser(own)
  await browser.hears('hello')
  const owner = new pg.Client(vakt.owner)
  await owner.connect()
  await owner.query('update app_user set disabled_at = now() where customer_id = $1', [own.customerId])
  await owner.end()
  await browser.ended
  await assert.rejects(openBrowser(own), /401 !== 200/)
})

test('the listener comes back after its connection is cut, and every browser hears a second hello', async () => {
  const own = await createInventory()
  const browser = await openBrowser(own)
  await browser.hears('hello')
  const owner = new pg.Client(vakt.owner)
  await owner.connect()
  // What the listener said last: that it listens, or the beat by which it knows that it is still heard.
  await owner.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and (query ilike 'listen%' or query = 'select 1')",
  )
  await owner.end()
  await browser.hears('hello', 2)
  assert.equal(vakt.listener.isConnected(), true)
  await own.fire('after the cut')
  await browser.hears('alert.changed')
  browser.leave()
})

test('a browser that says since when it reads is told what changed meanwhile at its customer, and that nothing is missing', async () => {
  const [own, other] = [await createInventory(), await createInventory()]
  const [browser, stranger] = [await openBrowser(own), await openBrowser(other)]
  await Promise.all([browser, stranger].map(({ hears }) => hears('hello')))
  await own.fire('before it connects')
  await browser.hears('ticket.changed')
  await other.fire('of another customer')
  await stranger.hears('ticket.changed')
  const late = await openBrowser(own, '/live?since_ms=0')
  await late.hears('ticket.changed')
  assert.deepEqual(late.heard[0], { type: 'hello', repeats: true })
  assert.ok(late.heard.every(({ customerId, type }) => type === 'hello' || customerId === own.customerId))
  const unaware = await openBrowser(own)
  await unaware.hears('hello')
  assert.deepEqual(unaware.heard, [{ type: 'hello' }])
  for (const { leave } of [browser, stranger, late, unaware]) leave()
})

test('what is no time is refused, and opens no stream', async () => {
  const { user } = await createInventory()
  const headers = { authorization: `Bearer ${await signToken(user)}` }
  for (const since of ['-1', 'soon', '60001', '1.5'])
    assert.equal((await fetch(`${address}/live?since_ms=${since}`, { headers })).status, 400)
})

test('no one opens the stream without a token', async () => {
  assert.equal((await fetch(`${address}/live`)).status, 401)
})

async function createStaff() {
  const provider = await createCustomer(vakt.database, { isProvider: true })
  return { email: `karin@${provider.emailDomain}`, roles: [globalAdminRole] }
}

test('staff hear every customer on one stream; what is unmatched is heard by staff alone', async () => {
  const [one, other] = [await createInventory(), await createInventory()]
  const staff = await createStaff()
  const [watching, browser] = [await openBrowser({ user: staff }), await openBrowser(one)]
  await Promise.all([watching, browser].map(({ hears }) => hears('hello')))
  for (const { fire, customerId } of [one, other]) {
    await fire('one')
    await watching.hears('alert.changed', 1, (message) => message.customerId === customerId)
  }
  const alert = { status: 'firing', fingerprint: 'lost', labels: { alertname: 'Lost', instance: 'nowhere' }, annotations: {} }
  const sent = { version: '4', status: 'firing', alerts: [{ ...alert, startsAt: '2026-11-20T10:00:00Z' }] }
  assert.equal((await vakt.send('alertmanager', one.token, sent)).statusCode, 202)
  await watching.hears('unmatched.changed', 1, (message) => message.customerId === one.customerId)
  await browser.hears('alert.changed', 2)
  assert.ok(browser.heard.every(({ type }) => type !== 'unmatched.changed'))
  for (const { leave } of [watching, browser]) leave()
})

test('staff who are limited to some customers hear those alone, and another choice of them ends the stream', async () => {
  const provider = await createCustomer(vakt.database, { isProvider: true })
  const technician = { email: `tove@${provider.emailDomain}`, roles: ['vakt-technician'] }
  const [one, other] = [await createInventory(), await createInventory()]
  await vakt.call(technician, 'POST', '/authentication/usercontext', {})
  const owner = new pg.Client(vakt.owner)
  await owner.connect()
  const limit = (customerIds: string[]) =>
    owner.query('update app_user set staff_customers = $2 where customer_id = $1', [provider.customerId, customerIds])
  await limit([one.customerId])
  const [limited, watching] = [await openBrowser({ user: technician }), await openBrowser({ user: await createStaff() })]
  await Promise.all([limited, watching].map(({ hears }) => hears('hello')))
  await other.fire('one')
  await watching.hears('alert.changed', 1, (message) => message.customerId === other.customerId)
  await owner.query("select pg_notify('vakt_live', $1)", [
    JSON.stringify({ type: 'ticket.changed', customerId: provider.customerId, ticketId: '4711' }),
  ])
  await one.fire('one')
  await limited.hears('alert.changed', 1, (message) => message.customerId === one.customerId)
  // That the list of their colleagues changed, by their own first sign-in, names nothing.
  const named = limited.heard.filter(({ type }) => type !== 'hello' && type !== 'content.changed')
  assert.deepEqual([...new Set(named.map(({ customerId }) => customerId))], [one.customerId])
  await limit([other.customerId])
  await limited.ended
  await owner.end()
  watching.leave()
})

test('staff who see as a user hear what that user hears', async () => {
  const [one, other] = [await createInventory(), await createInventory()]
  const staff = await createStaff()
  const owner = new pg.Client(vakt.owner)
  await owner.connect()
  const { rows } = await owner.query('select user_id as id from app_user where customer_id = $1', [one.customerId])
  await owner.end()
  const viewed = rows[0].id
  const browser = await openBrowser({ user: staff }, '/live', { 'x-vakt-view-as': viewed })
  await browser.hears('hello')
  await other.fire('one')
  await one.fire('one')
  await browser.hears('ticket.changed')
  assert.ok(browser.heard.every(({ customerId }) => !customerId || customerId === one.customerId))
  browser.leave()
})

test('while rights are checked again the old ones apply', async () => {
  const own = await createInventory()
  const owner = new pg.Client(vakt.owner)
  await owner.connect()
  await owner.query("update customer set ticket_visibility = 'own' where customer_id = $1", [own.customerId])
  const browser = await openBrowser(own)
  const watching = await openBrowser({ user: await createStaff() })
  await Promise.all([browser, watching].map(({ hears }) => hears('hello')))
  const { promise, resolve } = Promise.withResolvers<void>()
  slowness = promise
  // Every stream is at a check by then.
  await new Promise((done) => setTimeout(done, 60))
  const announced = { type: 'ticket.changed', customerId: own.customerId, ticketId: '4711' }
  for (const event of [announced, { ...announced, staffOnly: true }])
    await owner.query("select pg_notify('vakt_live', $1)", [JSON.stringify(event)])
  await browser.hears('ticket.changed')
  await watching.hears('ticket.changed', 1, ({ staffOnly, ticketIds }) => staffOnly === true && ticketIds?.[0] === '4711')
  assert.ok(!JSON.stringify(browser.heard).includes('4711'))
  assert.ok(browser.heard.every((message) => !message.staffOnly))
  slowness = undefined
  resolve()
  await owner.query('update app_user set disabled_at = now() where customer_id = $1', [own.customerId])
  await browser.ended
  await owner.end()
  watching.leave()
})
