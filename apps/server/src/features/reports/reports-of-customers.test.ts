import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createCustomer } from '#server/testing/factories.ts'
import { readZip } from '#server/testing/read-zip.ts'
import type { TestUser } from '#server/testing/test-app.ts'
import { openTicketDesks } from '#server/testing/ticket-desk.ts'

const { vakt, oskar, query, userId } = await openTicketDesks()
after(() => vakt.close())

const group = `Gold ${crypto.randomUUID().slice(0, 8)}`
const [one, two, other] = [await createCustomer(vakt.database), await createCustomer(vakt.database), await createCustomer(vakt.database)]
const members = [one.customerId, two.customerId]
const elin: TestUser = { email: `elin@${one.emailDomain}`, roles: ['reader'] }
const [elinId, oskarId] = [await userId(elin), await userId(oskar)]
const month = '2026-03'

before(async () => {
  await query('update customer set labels = array[$2], label_keys = array[lower($2)] where customer_id = any($1)', [members, group])
  await query("update customer set name = 'Same / name' where customer_id = any($1)", [members])
})

const ofGroup = encodeURIComponent(`group:${group}`)
const mailsOf = async (customerId: string) => (await vakt.call(oskar, 'GET', `/customer/${customerId}/report/mail`)).json().result

test('staff make the reports of a group in one step: a PDF of each customer, each of them noted as opened', async () => {
  const answer = await vakt.call(oskar, 'GET', `/report/document?period=${month}&customer=${ofGroup}&language=en`)
  assert.equal(answer.statusCode, 200, answer.body.slice(0, 300))
  assert.match(String(answer.headers['content-disposition']), /Reports 2026-03\.zip/)
  const files = await readZip(answer.rawPayload)
  assert.deepEqual([...files.keys()].length, 2)
  for (const content of files.values()) assert.equal(content.subarray(0, 5).toString(), '%PDF-')
  const { length } = await query("select from recorded_action where action = 'report.open' and customer_id = any($1)", [members]).then(
    ({ rows }) => rows,
  )
  assert.equal(length, 2)
})

test('the reports of a group are sent to people of the provider in one step, beside those who get them already', async () => {
  assert.equal((await vakt.call(elin, 'PUT', `/customer/${one.customerId}/report/mail/mine`, { isMine: true })).statusCode, 204)
  const save = (body: object) => vakt.call(oskar, 'PUT', '/report/mail', { day: 7, userIds: [oskarId], ...body })
  for (const _ of [1, 2]) assert.deepEqual((await save({ customerIds: [`group:${group.toUpperCase()}`] })).json().result, { customers: 2 })
  const [ofOne, ofTwo, ofOther] = [await mailsOf(one.customerId), await mailsOf(two.customerId), await mailsOf(other.customerId)]
  assert.deepEqual([ofOne.day, ofTwo.day, ofOther.day], [7, 7, 3])
  const idsOf = ({ recipients }: { recipients: { userId: string }[] }) => recipients.map(({ userId }) => userId).toSorted()
  assert.deepEqual([idsOf(ofOne), idsOf(ofTwo), idsOf(ofOther)], [[elinId, oskarId].toSorted(), [oskarId], []])
  const refused = async (body: object) => (await save(body)).json().errors[0].message_translation_key
  assert.equal(await refused({ customerIds: [one.customerId], userIds: [elinId] }), 'report_mail.people_not_of_provider')
  assert.equal(await refused({ customerIds: ['group:no such group'] }), 'report.customers_none')
  const found = (await vakt.call(oskar, 'GET', '/report/recipient?q=')).json().result
  assert.ok(found.some(({ userId }: { userId: string }) => userId === oskarId))
  assert.ok(!found.some(({ userId }: { userId: string }) => userId === elinId))
})

test("reports of several customers are the provider's alone, of a period that there is, and of someone", async () => {
  const get = (user: TestUser, path: string) => vakt.call(user, 'GET', `/report/document?period=${path}`)
  assert.equal((await get(elin, `${month}&customer=${ofGroup}`)).statusCode, 403)
  assert.equal((await vakt.call(elin, 'PUT', '/report/mail', { customerIds: [one.customerId], day: 3, userIds: [] })).statusCode, 403)
  assert.equal((await get(oskar, `2999-01&customer=${ofGroup}`)).statusCode, 404)
  assert.equal((await get(oskar, `${month}&customer=nobody`)).json().errors[0].message_translation_key, 'report.customers_none')
})
