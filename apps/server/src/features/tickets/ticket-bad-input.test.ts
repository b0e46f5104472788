import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createCustomer, createEntity } from '#server/testing/factories.ts'
import { readCsv } from '#server/testing/read-csv.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'

const vakt = await createTestApp()
after(() => vakt.close())
const provider = await createCustomer(vakt.database, { isProvider: true })

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into field by field
type Json = Record<string, any>

async function createDesk() {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const anna: TestUser = { email: `anna@${emailDomain}`, roles: ['admin'] }
  const karin: TestUser = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }
  const call = async (user: TestUser, method: string, path: string, body?: unknown) => {
    const answer = await vakt.call(user, method, `/customer/${customerId}/ticket${path}`, body)
    return { status: answer.statusCode, text: answer.body, json: (answer.body.startsWith('{') ? answer.json() : {}) as Json }
  }
  const done = async (...given: Parameters<typeof call>) => {
    const { status, text, json } = await call(...given)
    assert.ok(status < 300, `${given[1]} ${given[2]}: ${status} ${text.slice(0, 300)}`)
    return json.result
  }
  const create = async (subject: string, description = 'x') =>
    (await done(anna, 'POST', '', { subject, description, email: anna.email })).ticketId as string
  return { customerId, anna, karin, call, done, create }
}

test('a subject is one line that says what it seems to say, whatever is put into it', async () => {
  const { anna, call, done, create } = await createDesk()
  const subjects = [
    ['Fire 🔥👩‍🚒', 'Fire 🔥👩‍🚒'],
    ['שלום עולם', 'שלום עולם'],
    ['\u202egnp.exe\u202c and \u2066more\u2069', 'gnp.exe and more'],
    ['=?utf-8?Q?Bcc:_all=40example.com?=', '=?utf-8?Q?Bcc:_all=40example.com?='],
    ['🔥'.repeat(125), '🔥'.repeat(125)],
  ] as const
  for (const [written, kept] of subjects) {
    const ticketId = await create(written)
    assert.equal((await done(anna, 'GET', `/${ticketId}`)).subject, kept)
    assert.equal((await done(anna, 'PUT', `/${ticketId}`, { version: 1, subject: written })).version, 1)
  }
  const severalLines = ['one\r\ntwo', 'one\ntwo', 'one\u2028two', 'one\u0085two', 'one\u000btwo', 'Subject\u0001: x\u0007']
  for (const subject of [...severalLines, '\r\n\r\n', '\u2028', '\u202e\u202c', '\u0000', '   ', 'x'.repeat(251)]) {
    const { status, json } = await call(anna, 'POST', '', { subject, description: 'x', email: anna.email })
    assert.deepEqual([status, json.errors[0].property], [400, 'subject'], JSON.stringify(subject))
  }
})

test('texts with half characters, NUL or nothing to see are kept whole or refused, and never break what reads them', async () => {
  const { anna, call, create } = await createDesk()
  const ticketId = await create('The till is slow')
  for (const body of [
    'a\u0000b',
    '\ud83d',
    '\u202e',
    '\ufeff',
    '🔥'.repeat(40_000),
    '\n'.repeat(99_999).concat('x'),
    '['.repeat(100_000),
  ]) {
    const { status } = await call(anna, 'POST', `/${ticketId}/comment`, { body })
    assert.ok(status === 200 || status === 400, `${JSON.stringify(body.slice(0, 20))}: ${status}`)
    assert.equal((await call(anna, 'GET', `/${ticketId}`)).status, 200)
  }
})

test('tags: 10,000 are refused, 50 at once are kept, and none is more than one short line', async () => {
  const { anna, call, done, create } = await createDesk()
  const ticketId = await create('The till is slow')
  const put = (tags: string[], version = 1) => call(anna, 'PUT', `/${ticketId}`, { version, tags })
  const many = await put(Array.from({ length: 10_000 }, (_, index) => `tag ${index}`))
  assert.deepEqual([many.status, many.json.errors.length, many.json.errors[0].message_translation_key], [400, 1, 'ticket.tags_many'])
  assert.equal((await put(Array.from({ length: 50 }, (_, index) => `tag ${index}`))).status, 200)
  assert.equal((await put(['till', '\u202egat', '\u202e'], 2)).status, 200)
  assert.deepEqual((await done(anna, 'GET', `/${ticketId}`)).tags, ['till', 'gat'])
  for (const tag of ['till\r\nBcc: all@example.com', 'a\u0007b', 'a\u0000b']) assert.equal((await put([tag], 3)).status, 400)
})

test('a file of the list holds no formula and no line too many, whatever field it was written into', async () => {
  const { customerId, anna, karin, call, done, create } = await createDesk()
  const subject = '=HYPERLINK("http://evil.example","x"),;+1'
  const formula = `${subject}\r\n+1`
  const entity = await createEntity(vakt.database, customerId, { name: '@entity' })
  const ticketId = await create(subject, formula)
  const facts = { version: 1, tags: ['=tag', '+tag,"x"'], assigneeGroup: '-group', entityId: entity.entityId, externalId: '=1' }
  await done(karin, 'PUT', `/${ticketId}`, facts)
  await done(anna, 'POST', `/${ticketId}/comment`, { body: formula })
  await done(karin, 'POST', `/${ticketId}/comment`, { body: 'secret-private-word', private: true })
  for (const path of ['', `/${ticketId}/comment`]) {
    const rows = readCsv((await call(anna, 'GET', `${path}?format=csv`)).text)
    assert.deepEqual([rows.length, new Set(rows.map((row) => row.length)).size], [2, 1], path)
    assert.ok(rows[1]?.some((cell) => cell.includes('HYPERLINK')))
    for (const cell of rows[1] ?? []) assert.doesNotMatch(cell, /(^|[;\t\r\n])[=+@\t\r\n]|^-\D/, path)
    for (const format of ['csv', 'json'])
      assert.doesNotMatch((await call(anna, 'GET', `${path}?format=${format}`)).text, /secret-private-word/)
  }
})

test('many tickets cannot be changed through the number of another customer’s ticket, nor by who is not staff', async () => {
  const [own, other] = [await createDesk(), await createDesk()]
  const ticketId = await other.create('Theirs')
  const change = { tickets: [{ customerId: own.customerId, ticketId }], priority: 1, comment: 'Hello' }
  const told = await vakt.call(own.karin, 'PUT', '/ticket/bulk', change)
  assert.deepEqual([told.json().result.changed, told.json().result.refused[0].message_translation_key], [0, 'error.not_found'])
  assert.equal((await vakt.call(own.anna, 'PUT', '/ticket/bulk', change)).statusCode, 403)
  const theirs = await other.done(other.anna, 'GET', `/${ticketId}`)
  assert.deepEqual([theirs.priority, theirs.comments], [4, []])
})

test('what a customer is told there is to filter by is of that customer alone', async () => {
  const [own, other] = [await createDesk(), await createDesk()]
  const ticketId = await other.create('Theirs')
  const entity = await createEntity(vakt.database, other.customerId)
  await other.done(other.karin, 'PUT', `/${ticketId}`, { version: 1, tags: ['theirs'], assigneeGroup: 'theirs', entityId: entity.entityId })
  const choices = (await own.call(own.anna, 'GET', '/filter')).json.result as Record<string, unknown[] | number>
  assert.ok(Object.values(choices).every((told) => told === 0 || (told as unknown[]).length === 0))
  assert.deepEqual((await own.call(own.anna, 'GET', '/count')).json.result, { open: 0, all: 0 })
  assert.equal((await own.call(own.anna, 'GET', `?entityId=${entity.entityId}&tag=theirs`)).json.result.length, 0)
  assert.deepEqual((await own.call(own.anna, 'GET', '/similar?subject=Theirs')).json.result, [])
})
