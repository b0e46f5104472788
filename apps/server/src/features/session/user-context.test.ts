import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createCustomer } from '#server/testing/factories.ts'
import { createTestApp } from '#server/testing/test-app.ts'

const vakt = await createTestApp()
after(() => vakt.close())

test('a user chooses a time zone, keeps it, and goes back to that of the customer', async () => {
  const { emailDomain } = await createCustomer(vakt.database)
  const anna = { email: `anna@${emailDomain}`, roles: ['admin'] }
  const call = (method: string, body?: object) => vakt.call(anna, method, '/authentication/usercontext', body)
  const zones = ({ result }: { result: Record<string, unknown> }) => [
    result.preferred_language,
    result.time_zone,
    result.customer_time_zone,
  ]
  assert.deepEqual(zones((await call('POST', {})).json()), [null, null, 'Europe/Stockholm'])
  assert.deepEqual(zones((await call('PUT', { time_zone: 'Asia/Tokyo' })).json()), [null, 'Asia/Tokyo', 'Europe/Stockholm'])
  assert.deepEqual(zones((await call('PUT', { preferred_language: 'sv' })).json()), ['sv', 'Asia/Tokyo', 'Europe/Stockholm'])
  assert.deepEqual(zones((await call('GET')).json()), ['sv', 'Asia/Tokyo', 'Europe/Stockholm'])
  for (const wrong of ['Mars/Olympus', '']) {
    const refused = await call('PUT', { time_zone: wrong })
    assert.deepEqual([refused.statusCode, refused.json().errors[0].message_translation_key], [400, 'error.time_zone'])
  }
  assert.deepEqual(zones((await call('PUT', { time_zone: null })).json()), ['sv', null, 'Europe/Stockholm'])
})

async function createUser() {
  const { emailDomain } = await createCustomer(vakt.database)
  const user = { email: `anna@${emailDomain}`, name: 'Anna Lind', roles: ['admin'] }
  return {
    open: () => vakt.call(user, 'POST', '/authentication/usercontext', {}),
    save: (body: object) => vakt.call(user, 'PUT', '/authentication/usercontext', body),
  }
}

test('the user context may be sent back as it came: the language is saved, and nothing else is changed by it', async () => {
  const { open, save } = await createUser()
  const opened = (await open()).json().result
  const saved = await save({ ...opened, preferred_language: 'sv', permissions: ['api-permission-global-admin'], name: 'Another' })
  assert.equal(saved.statusCode, 200, saved.body)
  assert.deepEqual(saved.json().result, { ...opened, preferred_language: 'sv' })
  assert.deepEqual((await open()).json().result, saved.json().result)
})

test('a language that Vakt does not have becomes English, and null keeps the one that was chosen', async () => {
  const { save } = await createUser()
  const languages: [string | null, string][] = [
    ['sv-SE', 'sv'],
    [null, 'sv'],
    ['de', 'en'],
    ['', 'en'],
  ]
  for (const [sent, kept] of languages)
    assert.equal((await save({ preferred_language: sent })).json().result.preferred_language, kept, String(sent))
  assert.equal((await save({ preferred_language: 'sv', role: 'x' })).statusCode, 400)
})

test('a user chooses whether new incidents are shown on every screen, which they are at first', async () => {
  const { emailDomain } = await createCustomer(vakt.database)
  const anna = { email: `anna@${emailDomain}`, roles: ['admin'] }
  const send = async (method: string, body?: object) =>
    (await vakt.call(anna, method, '/authentication/usercontext', body)).json().result?.arrival_toasts
  assert.equal(await send('POST', {}), true)
  assert.equal(await send('PUT', { arrival_toasts: false }), false)
  assert.equal(await send('PUT', { preferred_language: 'sv' }), false)
  assert.equal(await send('PUT', { arrival_toasts: true }), true)
})

test('a user chooses the start page, and keeps it while something else is changed', async () => {
  const { emailDomain } = await createCustomer(vakt.database)
  const anna = { email: `anna@${emailDomain}`, roles: ['admin'] }
  const startPage = async (method: string, body?: object) =>
    (await vakt.call(anna, method, '/authentication/usercontext', body)).json().result?.start_page
  assert.equal(await startPage('POST', {}), null)
  assert.equal(await startPage('PUT', { start_page: 'tickets' }), 'tickets')
  assert.equal(await startPage('PUT', { preferred_language: 'sv' }), 'tickets')
  assert.equal((await vakt.call(anna, 'PUT', '/authentication/usercontext', { start_page: '/admin' })).statusCode, 400)
  assert.equal(await startPage('GET'), 'tickets')
})
