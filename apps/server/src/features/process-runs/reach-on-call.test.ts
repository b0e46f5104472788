import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import type { ProcessAction } from '@vakt/contract/processes/process-actions.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCustomer, createEntity, createIngestToken } from '#server/testing/factories.ts'
import { newNumber } from '#server/testing/phone-desk.ts'
import { createProcess, takeSteps } from '#server/testing/process-desk.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into field by field
type Json = any

const vakt = await createTestApp()
after(() => vakt.close())
const provider = await createCustomer(vakt.database, { isProvider: true })
const karin: TestUser = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }
await vakt.call(karin, 'POST', '/authentication/usercontext', {})

const query = async (text: string, values: unknown[] = []): Promise<Json[]> =>
  (await workForAllCustomers({ pool: vakt.database.worker }, (transaction) => transaction.query(text, values))).rows
const ask = async (method: string, path: string, body?: unknown): Promise<Json> => {
  const answer = await vakt.call(karin, method, path, body)
  assert.ok(answer.statusCode < 300, `${method} ${path}: ${answer.body}`)
  return answer.json().result
}

test('an SMS to an on-call schedule reaches the confirmed number of who is on call, by mail while the number is over its cap', async () => {
  const [{ userId }] = await ask('GET', '/admin/on-call-people')
  const layer = { people: [userId], startsAt: '2026-01-05T08:00', every: 1, unit: 'weeks', hours: null }
  const { scheduleId } = await ask('POST', '/admin/on-call', { name: randomUUID(), timeZone: 'Europe/Stockholm', layers: [layer] })
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const anna: TestUser = { email: `anna@${emailDomain}`, roles: ['admin'] }
  await vakt.call(anna, 'POST', '/authentication/usercontext', {})
  const token = await createIngestToken(vakt.database, customerId)
  const sms: ProcessAction = { type: 'sms', phoneNumber: `schedule:${scheduleId}`, message: '{incident}' }
  async function run() {
    const { entityId, name } = await createEntity(vakt.database, customerId)
    await createProcess(vakt.database, customerId, { entityId, actions: [sms] })
    const labels = { alertname: 'DiskFull', severity: 'high', instance: name }
    const alert = { status: 'firing', fingerprint: name, labels, annotations: { summary: 'Disk full' }, startsAt: new Date().toISOString() }
    await vakt.send('alertmanager', token, { version: '4', status: 'firing', alerts: [alert] })
    await vakt.work()
    await takeSteps(vakt.database)
    const [{ runId }] = (await vakt.call(anna, 'GET', `/customer/${customerId}/process-run`)).json().result
    const answer = await vakt.call(anna, 'GET', `/customer/${customerId}/process-run/${runId}`)
    const [{ state, reason, recipients, deliveries }] = answer.json().result.steps
    return { outcome: [state, reason].filter(Boolean).join(' '), recipients, deliveries, body: answer.body }
  }

  assert.equal((await run()).outcome, 'failed no_number')
  const number = newNumber()
  await query('insert into phone_number (customer_id, user_id, number, changed_at) values ($1, $2, $3, now())', [
    provider.customerId,
    userId,
    number,
  ])
  assert.equal((await run()).outcome, 'failed no_number')
  await query('update phone_number set confirmed_at = now() where user_id = $1', [userId])
  const reached = await run()
  assert.equal(reached.outcome, 'done')
  assert.deepEqual(
    reached.deliveries.map(({ address, state }: Json) => [address, state]),
    [['', 'kept']],
  )
  assert.ok(!reached.body.includes(number), 'customers do not see the number of the provider’s people')
  const byMail = await run()
  assert.equal(byMail.outcome, 'done by_mail')
  assert.ok(!byMail.body.includes(karin.email), 'nor the address')
  const rows = await query(
    'select channel, address, state, text_body as text from mail_delivery where customer_id = $1 order by created_at, channel',
    [customerId],
  )
  assert.deepEqual(
    rows.filter(({ channel }) => channel === 'sms').map(({ address, state, text }) => [address, state, text]),
    [
      [number, 'kept', 'Disk full'],
      [number, 'held', 'Disk full'],
    ],
  )
  assert.ok(rows.some(({ channel, address }) => channel === 'mail' && address === karin.email))
})
