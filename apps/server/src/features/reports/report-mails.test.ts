import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createMailSender } from '#server/features/deliveries/mail-channel.ts'
import { deliveryQueues } from '#server/features/deliveries/send-deliveries.ts'
import { workThrough } from '#server/platform/jobs/work-queue.ts'
import { createCustomer, createEntity } from '#server/testing/factories.ts'
import { startMailSink } from '#server/testing/mail-sink.ts'
import { refuseWrites } from '#server/testing/refuse-writes.ts'
import type { TestUser } from '#server/testing/test-app.ts'
import { openTicketDesks, settings } from '#server/testing/ticket-desk.ts'
import { attachReport, dueMailing, mailReports } from './mail-reports.ts'
import { keepReports } from './report-months.ts'

const { vakt, oskar, query, contextAt, userId } = await openTicketDesks()
const sink = await startMailSink()
after(() => Promise.all([vakt.close(), sink.close()]))

const own = await createCustomer(vakt.database)
const other = await createCustomer(vakt.database)
await query("update customer set time_zone = 'Europe/Stockholm' where customer_id = $1", [own.customerId])
// There are reports since its first resource.
await createEntity(vakt.database, own.customerId)
await query("update entity set created_at = '2026-01-15' where customer_id = $1", [own.customerId])
const elin: TestUser = { email: `elin@${own.emailDomain}`, roles: ['reader'] }
const bo: TestUser = { email: `bo@${own.emailDomain}`, roles: ['nothing'] }
const olle: TestUser = { email: `olle@${other.emailDomain}`, roles: ['reader'] }
const [elinId, boId, olleId, oskarId] = [await userId(elin, 'sv'), await userId(bo), await userId(olle), await userId(oskar)]

const path = `/customer/${own.customerId}/report`
const choose = (person: TestUser, day: number, userIds: string[]) => vakt.call(person, 'PUT', `${path}/mail`, { day, userIds })
const mailsOf = async (person: TestUser) => (await vakt.call(person, 'GET', `${path}/mail`)).json().result
const waiting = async () =>
  (
    await query<{ address: string; subject: string; html_body: string }>(
      "select address, subject, html_body from mail_delivery where customer_id = $1 and kind = 'monthly_report' order by address",
      [own.customerId],
    )
  ).rows

test('a report is due on its day at eight by the clock of the customer, of any length of month', () => {
  const at = (iso: string, day = 3) => {
    const { month, dueAt } = dueMailing({ day, timeZone: 'Europe/Stockholm' }, new Date(iso))
    return [month, dueAt.toISOString()]
  }
  assert.deepEqual(at('2026-03-31T21:30:00Z'), ['2026-02', '2026-03-03T07:00:00.000Z'])
  assert.deepEqual(at('2026-03-31T22:30:00Z'), ['2026-03', '2026-04-03T06:00:00.000Z'])
  assert.deepEqual(at('2026-01-01T12:00:00Z', 28), ['2025-12', '2026-01-28T07:00:00.000Z'])
})

test('a user subscribes with their own address; staff choose others, of this customer or of the provider', async () => {
  assert.deepEqual(await mailsOf(elin), { day: 3, isMine: false, recipients: [] })
  assert.equal((await vakt.call(elin, 'PUT', `${path}/mail/mine`, { isMine: true })).statusCode, 204)
  assert.deepEqual(await mailsOf(elin), { day: 3, isMine: true, recipients: [] }, 'who else gets it is for staff to see')
  assert.deepEqual(
    (await mailsOf(oskar)).recipients.map(({ userId }: { userId: string }) => userId),
    [elinId],
  )
  assert.equal((await choose(elin, 5, [boId])).statusCode, 403)
  assert.equal((await choose(oskar, 29, [])).statusCode, 400)
  const refused = await choose(oskar, 5, [elinId, olleId])
  assert.deepEqual([refused.statusCode, refused.json().errors[0].property], [400, 'userIds'])
  assert.equal((await choose(oskar, 5, [elinId, boId, oskarId])).statusCode, 204)
  assert.equal((await mailsOf(elin)).day, 5)
  const found = (await vakt.call(oskar, 'GET', `${path}/recipient?q=ol`)).json().result
  assert.ok(!found.some(({ userId }: { userId: string }) => userId === olleId))
  assert.equal((await vakt.call(olle, 'PUT', `${path}/mail/mine`, { isMine: true })).statusCode, 404)
})

test('on its day each of them who may read it gets the month before once, with the report as a PDF', async () => {
  const mailAt = (iso: string) => mailReports(contextAt(new Date(iso))(), settings)
  await query("update report_recipient set since = '2026-02-01' where customer_id = $1", [own.customerId])
  await mailAt('2026-04-05T06:30:00Z')
  assert.deepEqual(await waiting(), [], 'before it is kept')
  await keepReports(contextAt()())
  await mailAt('2026-04-05T05:59:00Z')
  assert.deepEqual(await waiting(), [], 'before its hour')
  await query("update report_recipient set since = '2026-04-05T06:00:01Z' where customer_id = $1 and user_id = $2", [
    own.customerId,
    oskarId,
  ])
  await Promise.all([mailAt('2026-04-05T06:30:00Z'), mailAt('2026-04-05T06:30:00Z')])
  await mailAt('2026-04-06T06:30:00Z')
  const [mail, ...more] = await waiting()
  assert.deepEqual(more, [], 'neither who may not read it, nor who came later')
  assert.equal(mail?.address, elin.email)
  assert.match(mail?.subject ?? '', /^Månadsrapport, mars 2026: /)
  assert.match(mail?.html_body ?? '', /\/builtin\/report\/monthly\?period=2026-03/)

  await workThrough(deliveryQueues([createMailSender({ settings: sink.settings, origin: settings.origin })], attachReport), contextAt())
  const [received, ...others] = sink.received.filter(({ raw }) => raw.includes('application/pdf'))
  assert.equal(others.length, 0)
  assert.equal(received?.to, elin.email)
  assert.match(received?.raw ?? '', /2026-03\.pdf/)
  assert.ok(received?.raw.includes(Buffer.from('%PDF-1.7').toString('base64').slice(0, 10)))

  await mailAt('2026-05-05T06:30:00Z')
  assert.deepEqual((await waiting()).map(({ address }) => address).toSorted(), [elin.email, elin.email, oskar.email].toSorted())
})

test('a report is not sent to who may not read it any more', async () => {
  await query('update customer_role_feature set role = $2 where customer_id = $1 and role = $3', [own.customerId, 'former', 'reader'])
  sink.received.length = 0
  await workThrough(deliveryQueues([createMailSender({ settings: sink.settings, origin: settings.origin })], attachReport), contextAt())
  assert.deepEqual(
    sink.received.map(({ to }) => to),
    [oskar.email],
  )
})

test('a customer whose report cannot be kept or mailed keeps no other from theirs, and is named', async () => {
  const customers = [await createCustomer(vakt.database), await createCustomer(vakt.database)]
  const [broken = '', healthy = ''] = customers.map(({ customerId }) => customerId).toSorted()
  for (const { customerId, emailDomain } of customers) {
    await createEntity(vakt.database, customerId)
    const reader: TestUser = { email: `rut@${emailDomain}`, roles: ['reader'] }
    await userId(reader)
    assert.equal((await vakt.call(reader, 'PUT', `/customer/${customerId}/report/mail/mine`, { isMine: true })).statusCode, 204)
  }
  const both = [broken, healthy]
  await query("update entity set created_at = '2026-01-15' where customer_id = any ($1)", [both])
  await query("update report_recipient set since = '2026-02-01' where customer_id = any ($1)", [both])
  const customersIn = async (table: string, where = 'true') =>
    (await query(`select distinct customer_id from ${table} where customer_id = any ($1) and ${where}`, [both])).rows.map(
      (row) => (row as { customer_id: string }).customer_id,
    )
  let repair = await refuseWrites(vakt.owner, 'report_month', broken)
  await assert.rejects(keepReports(contextAt()()), new RegExp(`${broken}: refused by the test`))
  assert.deepEqual(await customersIn('report_month'), [healthy])
  await repair()
  await keepReports(contextAt()())

  repair = await refuseWrites(vakt.owner, 'report_mailing', broken)
  const mail = () => mailReports(contextAt(new Date('2026-04-05T06:30:00Z'))(), settings)
  await assert.rejects(mail(), new RegExp(`${broken}: refused by the test`))
  assert.deepEqual(await customersIn('mail_delivery', "kind = 'monthly_report'"), [healthy])
  await repair()
  await mail()
  assert.deepEqual((await customersIn('mail_delivery', "kind = 'monthly_report'")).toSorted(), both)
})
