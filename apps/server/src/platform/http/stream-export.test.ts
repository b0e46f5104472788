import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { operations } from '@vakt/contract/operations.ts'
import { Type } from 'typebox'
import { createHttpApp } from '#server/platform/http/create-http-app.ts'
import { streamExport } from '#server/platform/http/stream-export.ts'
import { createCustomer, createEntity } from '#server/testing/factories.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'

const vakt = await createTestApp()
after(() => vakt.close())

test('every list of a customer comes as a file too, with the rows of the list', async () => {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  await createEntity(vakt.database, customerId)
  const user = { email: `anna@${emailDomain}`, roles: ['admin'] }
  const ticket = { subject: '=cmd()', description: 'B', email: user.email }
  assert.equal((await vakt.call(user, 'POST', `/customer/${customerId}/ticket`, ticket)).statusCode, 200)
  const lists = Object.values(operations).filter(
    ({ listOf, path, access }) => listOf && /^\/customer\/:customerId\/[^:]+$/.test(path) && access !== 'global-admin',
  )
  assert.ok(lists.length >= 3)
  for (const { path } of lists) {
    const url = path.replace(':customerId', customerId)
    const page = (await vakt.call(user, 'GET', url)).json()
    assert.deepEqual((await vakt.call(user, 'GET', `${url}?format=json`)).json(), page)
    const csv = (await vakt.call(user, 'GET', `${url}?format=csv`)).body
    assert.equal(csv.split('\r\n').length, page.result.length + 2, url)
  }
  const csv = (await vakt.call(user, 'GET', `/customer/${customerId}/ticket?format=csv`)).body
  assert.ok(csv.includes(",'=cmd(),") && csv.includes('requester.email'))
})

test('pages are read only as the reader takes them, and no more once it is gone', async () => {
  let pages = 0
  const app = createHttpApp(silentLog, { isHttps: false })
  app.get('/endless', (_request, reply) =>
    streamExport(reply, {
      format: 'csv',
      name: 'endless',
      item: Type.Object({ text: Type.String() }),
      readPage: async () => {
        pages += 1
        return { rows: Array.from({ length: 500 }, () => ({ text: 'x'.repeat(1000) })), next: ['on'] }
      },
    }),
  )
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  try {
    const stop = new AbortController()
    const answer = await fetch(`${address}/endless`, { signal: stop.signal })
    await answer.body?.getReader().read()
    // Until the buffers on the way are full: from then on nothing more is read.
    let seen = -1
    while (seen !== pages) {
      seen = pages
      await wait(200)
    }
    assert.ok(pages < 100, `${pages} pages were read ahead`)
    stop.abort()
    await wait(200)
    const atEnd = pages
    await wait(200)
    assert.equal(pages, atEnd)
  } finally {
    await app.close()
  }
})

test('a failure before the first page is answered as such', async () => {
  const app = createHttpApp(silentLog, { isHttps: false })
  const fail = async () => {
    throw new Error('no page')
  }
  app.get('/failing', (_request, reply) => streamExport(reply, { format: 'json', name: 'failing', item: Type.Object({}), readPage: fail }))
  const answer = await app.inject('/failing')
  assert.deepEqual([answer.statusCode, answer.json().errors[0].message_translation_key], [500, 'error.unexpected'])
})

test('between the rows of one page others have their turns', async () => {
  const app = createHttpApp(silentLog, { isHttps: false })
  const turnsAtRow: number[] = []
  let turns = 0
  const row = {
    get text() {
      turnsAtRow.push(turns)
      return 'x'
    },
  }
  app.get('/page', (_request, reply) =>
    streamExport(reply, {
      format: 'csv',
      name: 'page',
      item: Type.Object({ text: Type.String() }),
      readPage: async () => ({ rows: Array.from({ length: 500 }, () => row), next: null }),
    }),
  )
  let isOver = false
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  count()
  await app.inject('/page')
  isOver = true
  assert.equal(turnsAtRow.length, 500)
  assert.ok((turnsAtRow.at(-1) ?? 0) - (turnsAtRow[0] ?? 0) >= 20)
})
