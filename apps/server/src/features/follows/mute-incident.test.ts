import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createCustomer } from '#server/testing/factories.ts'
import type { TestUser } from '#server/testing/test-app.ts'
import { later, openTicketDesks } from '#server/testing/ticket-desk.ts'

const { vakt, anna, query, userId } = await openTicketDesks()
after(() => vakt.close())

test('an open incident is muted by each for themselves, until a time ahead; undo takes it back, and a stranger finds nothing', async () => {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const [elin, olle]: TestUser[] = ['elin', 'olle'].map((name) => ({ email: `${name}@${emailDomain}`, roles: ['admin'] }))
  assert.ok(elin && olle)
  for (const user of [elin, olle, anna]) await userId(user)
  const { rows } = await query<{ id: string }>(
    "insert into incident (customer_id, subject, rule, title, severity, opened_at, changed_at) values ($1, 's', 'r', 't', 'low', now(), now()) returning incident_id as id",
    [customerId],
  )
  const path = `/customer/${customerId}/incident/${rows[0]?.id}/mute`
  const mute = (user: TestUser, until: string | null) => vakt.call(user, 'PUT', path, { until })
  const mutedUntil = async (user: TestUser) => (await vakt.call(user, 'GET', path)).json().result.mutedUntil
  const until = later(60).toISOString()
  assert.deepEqual((await mute(elin, until)).json().result, { mutedUntil: until })
  const other = later(120).toISOString()
  await mute(anna, other)
  assert.deepEqual([await mutedUntil(elin), await mutedUntil(anna), await mutedUntil(olle)], [until, other, null])
  for (const wrong of [later(-1), later(91 * 24 * 60)])
    assert.equal((await mute(elin, wrong.toISOString())).json().errors[0].message_translation_key, 'mute.until')
  assert.equal((await mute(elin, 'tomorrow')).statusCode, 400)
  assert.equal(await mutedUntil(elin), until)
  await mute(elin, null)
  assert.deepEqual([await mutedUntil(elin), await mutedUntil(anna)], [null, other])
  const another = await createCustomer(vakt.database)
  const stranger: TestUser = { email: `x@${another.emailDomain}`, roles: ['admin'] }
  const own = path.replace(`/customer/${customerId}`, `/customer/${another.customerId}`)
  for (const tried of [path, own]) assert.equal((await vakt.call(stranger, 'PUT', tried, { until })).statusCode, 404)
  await query("update incident set state = 'resolved', resolved_at = now() where customer_id = $1", [customerId])
  assert.equal((await mute(elin, until)).json().errors[0].message_translation_key, 'mute.resolved')
})
