import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { listTickets } from '@vakt/contract/tickets/ticket-list.ts'
import pg from 'pg'
import { pino } from 'pino'
import { createHttpApp } from '#server/platform/http/create-http-app.ts'
import { openDownloads } from '#server/platform/http/open-downloads.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import { ports } from '#server/roles/ports.ts'
import { listenForAnnouncements } from '#server/testing/access-matrix/listen-for-announcements.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { createTestApp, signToken, type TestUser } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'

const logged: string[] = []
const vakt = await createTestApp({ log: pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) }) })
after(() => vakt.close())

const download = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  vakt.app.inject({
    method: 'POST',
    url: `/api/v1/download${path}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  })

const id = 'a-download-of-this-page'

async function customerWithTicket() {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const user: TestUser = { email: `anna@${emailDomain}`, roles: ['admin'] }
  const ticket = { subject: 'Frysen på lagret', description: 'B', email: user.email }
  assert.equal((await vakt.call(user, 'POST', `/customer/${customerId}/ticket`, ticket)).statusCode, 200)
  return { customerId, user, token: await signToken(user) }
}

test('a form with the token gets the file, and a cookie that says that it begins', async () => {
  const { customerId, user, token } = await customerWithTicket()
  const answer = await download(`/customer/${customerId}/ticket?format=csv`, { access_token: token, download: id })
  assert.equal(answer.statusCode, 200)
  assert.equal(answer.headers['content-disposition'], 'attachment; filename="ticket.csv"')
  assert.equal(answer.headers['set-cookie'], `vakt_download=${id}; Path=/; Max-Age=60; SameSite=Strict; Secure`)
  assert.equal(answer.body, (await vakt.call(user, 'GET', `/customer/${customerId}/ticket?format=csv`)).body)
  assert.match(answer.body, /Frysen på lagret/)
  assert.ok(logged.some((line) => line.includes('/download/')))
  assert.ok(!logged.some((line) => line.includes(token)), 'no line of the log has the token')
})

test('what is refused is text with its status, which the page may read in its frame, and no file', async () => {
  const { customerId, token } = await customerWithTicket()
  const other = await customerWithTicket()
  const refused = [
    { status: 401, path: `/customer/${customerId}/ticket?format=csv`, fields: {} },
    { status: 401, path: `/customer/${customerId}/ticket?format=csv`, fields: { access_token: 'not one' } },
    { status: 404, path: `/customer/${other.customerId}/ticket?format=csv`, fields: { access_token: token } },
    { status: 400, path: `/customer/${customerId}/ticket?format=xml`, fields: { access_token: token } },
  ]
  for (const { status, path, fields } of refused) {
    const answer = await download(path, { ...fields, download: id })
    assert.equal(answer.statusCode, status)
    assert.equal(answer.headers['content-type'], 'text/plain; charset=utf-8')
    assert.match(String(answer.headers['content-security-policy']), /frame-ancestors 'self'/)
    assert.equal(answer.headers['set-cookie'], undefined)
    assert.equal(answer.headers['content-disposition'], undefined)
    assert.equal(JSON.parse(answer.body).status, status)
    assert.equal(JSON.parse(answer.body).errors.length, 1)
  }
})

test('only the form counts: neither a header nor an address makes up for its token', async () => {
  const { customerId, token } = await customerWithTicket()
  const path = `/customer/${customerId}/ticket?format=csv`
  assert.equal((await download(path, {}, { authorization: `Bearer ${token}` })).statusCode, 401)
  assert.equal((await download(`${path}&access_token=${token}`, {})).statusCode, 401)
  assert.equal((await vakt.app.inject({ method: 'GET', url: `/api/v1/download${path}` })).statusCode, 404)
})

test('a calendar and what else has its secret in its address is no download', async () => {
  assert.equal((await download('/on-call/calendar/vakt_cal_x', {})).statusCode, 404)
})

test('the pages of the user hear of a file that ends in the middle', async () => {
  const { customerId, user } = await customerWithTicket()
  const owner = new pg.Client(vakt.owner)
  await owner.connect()
  const { rows } = await owner.query('select user_id as "userId" from app_user where email = $1', [user.email])
  await owner.end()
  const caller = { userId: rows[0].userId as string, customerId, name: 'Anna', email: user.email, features: new Set() }
  const app = createHttpApp(silentLog, { isHttps: false })
  const failing = {
    operation: listTickets,
    run: async (_context: unknown, { after: position }: { after: readonly string[] | null }) => {
      if (position) throw new Error('the database is gone')
      return { rows: [], next: ['second page'] }
    },
  }
  const gate = {
    identify: async () => ({ ...caller, roles: [], apiToken: null, viewedBy: null }) as unknown as Caller,
    featuresAt: async () => new Set(['@feature.tickets.read'] as const),
    viewAs: () => Promise.reject(new Error('not asked')),
    requireInSight: async () => {},
    findGranters: async () => [],
    recordLook: async () => {},
  }
  const options = { gate, ports, pool: vakt.database.app, continuationSecret: Buffer.from('x'), checkResults: false, isHttps: false }
  await openDownloads(app, [failing as never], options)
  const listening = await listenForAnnouncements(vakt.database)
  const fields = new URLSearchParams({ access_token: 'x', download: id }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  try {
    const answer = await fetch(`${address}/download/customer/${customerId}/ticket?format=csv`, { method: 'POST', headers, body: fields })
    assert.equal(answer.status, 200)
    await assert.rejects(answer.text())
    assert.deepEqual(await listening.take(), ['download.failed'])
  } finally {
    await listening.close()
    await app.close()
  }
})
