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
