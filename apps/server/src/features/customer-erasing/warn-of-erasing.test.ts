import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { dispatchEvents } from '#server/features/events/dispatch-events.ts'
import type { Context } from '#server/platform/context.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createDispatch } from '#server/roles/event-catalogue.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'
import { warnOfErasing } from './warn-of-erasing.ts'

const vakt = await createTestApp()
after(() => vakt.close())
const provider = await createCustomer(vakt.database, { isProvider: true })
const colleague = (name: string, roles: string[]): TestUser => ({ email: `${name}@${provider.emailDomain}`, roles })
const [karin, bo] = [colleague('karin', ['api-permission-global-admin']), colleague('bo', ['reader'])]
for (const person of [karin, bo]) await vakt.call(person, 'POST', '/authentication/usercontext', {})

const query = async (text: string, values: unknown[] = []) =>
  (await workForAllCustomers({ pool: vakt.database.worker }, (transaction) => transaction.query(text, values))).rows
await query("update app_user set preferred_language = case when email like 'karin%' then 'sv' else 'en' end")

const day = 86_400_000
const begin = Date.now()
const contextAt = (days: number): Context => ({
  ...{ actor: { type: 'system', job: 'warn-of-erasing' }, now: new Date(begin + days * day), pool: vakt.database.worker },
  ...{ log: silentLog, requestId: null, isStaff: false },
})
const dispatch = createDispatch({ origin: 'https://vakt.test', from: { name: 'Vakt', address: 'vakt@vakt.test' }, isSending: true })
/** Until that day after the closing. */
async function pass(days: number): Promise<void> {
  await warnOfErasing(contextAt(days))
  await dispatchEvents(() => contextAt(days), dispatch)
}
const mailsAbout = async (name: string) =>
  query(
    `select address, subject, text_body as text from mail_delivery where kind = 'customer_erasing' and subject like $1 || '%' order by created_at`,
    [name],
  )
const leave = async (eraseAfterDays: number | null) => {
  const { customerId } = await createCustomer(vakt.database)
  const body = { confirmation: `Customer ${customerId}`, eraseAfterDays, reason: 'They left.' }
  assert.equal((await vakt.call(karin, 'PUT', `/admin/customer/${customerId}/closing`, body)).statusCode, 200)
  return { customerId, name: `Customer ${customerId}` }
}

test('administrators are warned 7 days and 1 day before a customer is erased, each once, by mail and in the portal', async () => {
  const { customerId, name } = await leave(30)
  await pass(22)
  assert.deepEqual(await mailsAbout(name), [])
  for (const days of [23.5, 24, 28]) await pass(days)
  for (const days of [29.5, 29.6]) await pass(days)

  const mails = await mailsAbout(name)
  assert.deepEqual(
    mails.map(({ address, subject }) => [address, subject]),
    [
      [karin.email, `${name} raderas om 7 dagar`],
      [karin.email, `${name} raderas i morgon`],
    ],
  )
  assert.match(mails[0]?.text, new RegExp(`https://vakt.test/admin/customers\\?open=${customerId}`))
  assert.match(mails[0]?.text, /väljer Ändra datum… och sedan Behåll/)
  const { result } = (await vakt.call(karin, 'GET', '/notification')).json()
  const told = result.filter(({ leavingCustomerId }: { leavingCustomerId: string }) => leavingCustomerId === customerId)
  assert.deepEqual(
    told.map(({ kind, subject }: { kind: string; subject: string }) => [kind, subject]),
    [
      ['customer_erasing', name],
      ['customer_erasing', name],
    ],
  )
  assert.deepEqual((await vakt.call(bo, 'GET', '/notification')).json().result, [])
})

test('of one that is kept, was opened again or is being erased no one is warned, and of a new term again', async () => {
  const [kept, opened, erased, moved] = [await leave(null), await leave(10), await leave(10), await leave(10)]
  await vakt.call(karin, 'DELETE', `/admin/customer/${opened.customerId}/closing`)
  await vakt.call(karin, 'PUT', `/admin/customer/${erased.customerId}/erasing`, { confirmation: erased.name })
  await pass(4)
  for (const { name } of [kept, opened, erased]) assert.deepEqual(await mailsAbout(name), [])
  assert.equal((await mailsAbout(moved.name)).length, 1)

  const path = `/admin/customer/${moved.customerId}/closing/term`
  assert.equal((await vakt.call(karin, 'PUT', path, { eraseAfterDays: 40, reason: 'They asked for it.' })).statusCode, 200)
  await pass(20)
  assert.equal((await mailsAbout(moved.name)).length, 1)
  await pass(34)
  assert.equal((await mailsAbout(moved.name)).length, 2)
})
