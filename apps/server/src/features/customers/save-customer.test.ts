import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import { featureKeys } from '@vakt/contract/features.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { createTestApp } from '#server/testing/test-app.ts'

const vakt = await createTestApp()
after(() => vakt.close())
const provider = await createCustomer(vakt.database, { isProvider: true })
const staff = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }

const unique = () => `n${randomBytes(5).toString('hex')}`
const newCustomer = (change: object = {}) => {
  const customerId = unique()
  return { customerId, name: 'Solna Bygg', emailDomains: [`${customerId}.example`], tenants: [] as string[], ...change }
}
const create = (body: unknown) => vakt.call(staff, 'POST', '/admin/customer', body)
const keyOf = (answer: { json(): { errors: { property: string; message_translation_key: string }[] } }) =>
  answer.json().errors.map(({ property, message_translation_key }) => `${property} ${message_translation_key}`)
const recordsOf = (customerId: string) =>
  workForAllCustomers({ pool: vakt.database.worker }, async (transaction) => {
    const { rows } = await transaction.query(
      "select action, actor_name, details from recorded_action where customer_id = $1 and action like 'customer.c%' order by action_id",
      [customerId],
    )
    return rows
  })

test('a new customer has the usual roles, and its people belong to it from their first sign-in', async () => {
  const wanted = newCustomer({ tenants: [unique().toUpperCase()] })
  const created = await create({ ...wanted, emailDomains: [`${wanted.customerId}.EXAMPLE`] })
  assert.equal(created.statusCode, 200)
  assert.deepEqual(created.json().result.emailDomains, [`${wanted.customerId}.example`])
  assert.deepEqual(created.json().result.tenants, [wanted.tenants[0]?.toLowerCase()])
  const anna = { email: `anna@${wanted.customerId}.example`, roles: ['customer-admin'] }
  const { result } = (await vakt.call(anna, 'POST', '/authentication/usercontext', {})).json()
  assert.equal(result.customer_name, 'Solna Bygg')
  assert.equal((await vakt.call(anna, 'GET', `/customer/${wanted.customerId}/ticket`)).statusCode, 200)
  const { role_feature_mappings, enabledFeatures } = (
    await vakt.call(staff, 'GET', `/admin/customer/${wanted.customerId}/permission`)
  ).json().result
  assert.equal(enabledFeatures, null)
  assert.deepEqual(
    role_feature_mappings.map(({ role }: { role: string }) => role),
    ['api-permission-global-admin', 'customer-admin', 'customer-reader', 'customer-tickets'],
  )
  assert.deepEqual(role_feature_mappings[1].features.toSorted(), [...featureKeys].toSorted())
  assert.deepEqual(
    (await recordsOf(wanted.customerId)).map(({ action, actor_name }) => [action, actor_name]),
    [['customer.create', 'karin']],
  )
})

test('what belongs to another customer is refused and leaves nothing behind', async () => {
  const first = newCustomer({ tenants: [unique()] })
  await create(first)
  const domain = newCustomer({ emailDomains: [`${unique()}.example`, ...first.emailDomains] })
  assert.deepEqual(keyOf(await create(domain)), ['emailDomains customers.domain_taken'])
  assert.deepEqual(keyOf(await create(newCustomer({ tenants: first.tenants }))), ['tenants customers.tenant_taken'])
  assert.deepEqual(keyOf(await create({ ...newCustomer(), customerId: first.customerId })), ['customerId customers.id_taken'])
  assert.equal((await vakt.call(staff, 'GET', `/admin/customer/${domain.customerId}`)).statusCode, 404)
})

test('of two who create the same customer at once one does', async () => {
  const wanted = newCustomer()
  const answers = await Promise.all([create(wanted), create(wanted), create(newCustomer({ emailDomains: wanted.emailDomains }))])
  assert.deepEqual(answers.map(({ statusCode }) => statusCode).toSorted(), [200, 409, 409])
})

test('is told what is wrong with what was given', async () => {
  const wrong = [
    [{ customerId: 'a/b' }, 'customerId customers.id_wrong'],
    [{ customerId: '' }, 'customerId customers.id_wrong'],
    [{ name: '' }, 'name customers.name_empty'],
    [{ name: '   ' }, 'name customers.name_empty'],
    [{ emailDomains: ['anna@nordan.example'] }, 'emailDomains.0 customers.domain_wrong'],
    [{ emailDomains: ['example'] }, 'emailDomains.0 customers.domain_wrong'],
    [{ emailDomains: ['Gmail.com'] }, 'emailDomains customers.domain_public'],
    [{ tenants: ['a b'] }, 'tenants.0 customers.tenant_wrong'],
  ] as const
  for (const [change, key] of wrong) {
    const answer = await create(newCustomer(change))
    assert.equal(answer.statusCode, 400, key)
    assert.deepEqual(keyOf(answer), [key])
  }
  for (const change of [{ isProvider: true }, { emailDomains: 'x.example' }, { customerId: 7 }, { name: null }, { name: 'x'.repeat(201) }])
    assert.equal((await create(newCustomer(change))).statusCode, 400, JSON.stringify(change))
})

test('a change is made from what was seen, recorded with what was and what is', async () => {
  const { customerId, ...wanted } = newCustomer()
  await create({ customerId, ...wanted })
  const path = `/admin/customer/${customerId}`
  const change = (body: object) => vakt.call(staff, 'PUT', path, { ...wanted, version: 0, ...body })
  const moved = `${unique()}.example`
  assert.equal((await change({ name: 'Solna Bygg AB', emailDomains: [moved] })).statusCode, 200)
  const late = await change({ name: 'Solna' })
  assert.deepEqual([late.statusCode, ...keyOf(late)], [409, 'version customers.changed'])
  const { result } = (await vakt.call(staff, 'GET', path)).json()
  assert.deepEqual([result.name, result.emailDomains, result.version], ['Solna Bygg AB', [moved], 1])
  const [, record] = await recordsOf(customerId)
  assert.equal(record.action, 'customer.change')
  assert.deepEqual([record.details.before.emailDomains, record.details.after.emailDomains], [wanted.emailDomains, [moved]])
  assert.equal((await create(newCustomer({ emailDomains: wanted.emailDomains }))).statusCode, 200)
})

test('is the staff’s alone', async () => {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const user = { email: `a@${emailDomain}`, roles: ['admin', 'api-permission-global-admin'] }
  assert.equal((await vakt.call(user, 'POST', '/admin/customer', newCustomer())).statusCode, 403)
  assert.equal((await vakt.call(user, 'GET', `/admin/customer/${customerId}`)).statusCode, 403)
})
