import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'
import { provideCustomer } from './provide-customer.ts'

const vakt = await createTestApp()
after(vakt.close)

test('the login of the set-up creates a customer, which has the language and the time zone of the provider', async () => {
  const pool = vakt.database.worker
  const run = (text: string, values: unknown[]) => workForAllCustomers({ pool }, (transaction) => transaction.query(text, values))
  const { customerId: providerId } = await createCustomer(vakt.database, { isProvider: true })
  await run("update customer set mail_language = 'en', time_zone = 'Europe/Oslo' where customer_id = $1", [providerId])
  const customerId = `p${randomBytes(5).toString('hex')}`
  const context = { actor: { type: 'system' as const, job: 'test' }, now: new Date(), pool, log: silentLog, requestId: null, isStaff: true }
  const wanted = { customerId, name: 'Provided', emailDomains: [`${customerId}.example`] }
  assert.equal(await provideCustomer(context, wanted), 'created')
  assert.equal(await provideCustomer(context, wanted), 'unchanged')
  const { rows } = await run('select mail_language as language, time_zone as "timeZone" from customer where customer_id = $1', [customerId])
  assert.deepEqual(rows, [{ language: 'en', timeZone: 'Europe/Oslo' }])
})
