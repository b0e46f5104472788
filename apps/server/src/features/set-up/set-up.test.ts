import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { globalAdminRole } from '@vakt/contract/features.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'
import { issueSetUpAddress } from './set-up-token.ts'

const origin = 'http://localhost:8080'
const wanted = {
  providerName: 'Nordic Ops',
  emailDomains: ['NordicOps.example'],
  tenants: ['Tenant-1'],
  administratorName: 'Anna Ek',
  administratorEmail: 'Anna@nordicops.example',
  language: 'sv',
  timeZone: 'Europe/Stockholm',
}
const anna: TestUser = { email: 'anna@nordicops.example', roles: [] }

async function openEmpty(t: TestContext, options: Parameters<typeof createTestApp>[0] = {}) {
  const vakt = await createTestApp(options)
  t.after(() => vakt.close())
  const pool = vakt.database.worker
  const issue = async (processOrigin = origin, now = new Date()) => {
    const address = await issueSetUpAddress({ pool }, processOrigin, now)
    return address && new URL(address).searchParams.get('token')
  }
  const read = async (sql: string) => (await workForAllCustomers({ pool }, (transaction) => transaction.query(sql))).rows
  return {
    vakt,
    issue,
    read,
    status: (token: string) => vakt.call(null, 'POST', '/set-up/status', { token }),
    setUp: (token: string | null, change: object = {}) => vakt.call(null, 'POST', '/set-up', { token, ...wanted, ...change }),
    whoIs: (user: TestUser) => vakt.call(user, 'POST', '/authentication/usercontext', {}),
    needsSetUp: async () => (await vakt.call(null, 'GET', '/authentication/configuration')).json().result.needsSetUp,
  }
}

const keysOf = (answer: { json(): { errors: { property: string; message_translation_key: string }[] } }) =>
  answer.json().errors.map(({ property, message_translation_key }) => `${property} ${message_translation_key}`)

test('with the token from the log an empty installation gets its provider and its first administrator', async (t) => {
  const { issue, status, setUp, whoIs, needsSetUp, read, vakt } = await openEmpty(t)
  const token = (await issue()) ?? ''
  assert.equal(await needsSetUp(), true)
  assert.deepEqual(keysOf(await whoIs(anna)), [' error.not_set_up'])
  assert.deepEqual((await status(token)).json().result, { state: 'open', identityProvider: 'provider.test' })

  const answer = await setUp(token)

  assert.equal(answer.statusCode, 200, answer.body)
  assert.deepEqual(answer.json().result, { state: 'done', identityProvider: 'provider.test' })
  assert.deepEqual(
    await read('select customer_id, name, is_provider, ignores_global_admin_mapping, mail_language, time_zone from customer'),
    [
      {
        customer_id: '1168',
        name: 'Nordic Ops',
        is_provider: true,
        ignores_global_admin_mapping: true,
        mail_language: 'sv',
        time_zone: 'Europe/Stockholm',
      },
    ],
  )
  assert.deepEqual(await read('select action, actor_name from recorded_action order by action_id'), [
    { action: 'installation.set-up', actor_name: 'Vakt' },
    { action: 'user.invite', actor_name: 'Vakt' },
  ])
  const context = await whoIs(anna)
  assert.equal(context.statusCode, 200, context.body)
  assert.deepEqual(context.json().result.permissions.toSorted(), [globalAdminRole, 'provider-staff'])
  assert.equal((await vakt.call(anna, 'GET', '/admin/customer')).statusCode, 200)
  assert.equal((await vakt.call(anna, 'GET', '/customer/1168/ticket')).statusCode, 200)
  assert.equal(await needsSetUp(), false)
  const colleague = await whoIs({ email: 'bo@nordicops.example', roles: [] })
  assert.deepEqual(colleague.json().result.permissions, [])
})

test('the address works once, also when several use it at once', async (t) => {
  const { issue, status, setUp, read } = await openEmpty(t)
  const tokens = [await issue(), await issue('http://localhost:8081')]
  const answers = await Promise.all([setUp(tokens[0] ?? ''), setUp(tokens[1] ?? ''), setUp(tokens[0] ?? '')])
  assert.deepEqual(answers.map(({ statusCode }) => statusCode).toSorted(), [200, 409, 409])
  assert.deepEqual(keysOf(await setUp(tokens[0] ?? '')), [' set_up.done'])
  assert.equal((await status(tokens[1] ?? '')).json().result.state, 'done')
  assert.equal((await read('select from customer')).length, 1)
  assert.equal(await issue(), null)
})

test('a new start replaces the address of the same process only, and an address expires', async (t) => {
  const { issue, status } = await openEmpty(t)
  const first = await issue()
  const other = await issue('http://localhost:8081')
  const second = await issue()
  assert.deepEqual(keysOf(await status(first ?? '')), [' set_up.token_expired'])
  assert.equal((await status(other ?? '')).statusCode, 200)
  assert.equal((await status(second ?? '')).statusCode, 200)
  const old = await issue('http://localhost:8082', new Date(Date.now() - 8 * 24 * 3_600_000))
  assert.deepEqual(keysOf(await status(old ?? '')), [' set_up.token_expired'])
})

test('wrong tokens are refused, change nothing and are slowed down', async (t) => {
  const limits = { perUser: 0, perToken: 0, perAddress: 0, failedSignInsPerAddress: 3, signalsPerToken: 0 }
  const { issue, setUp, status, read } = await openEmpty(t, { limits })
  await issue()
  assert.deepEqual(keysOf(await setUp('wrong')), [' set_up.token_unknown'])
  const codes: number[] = []
  for (let count = 0; count < 5; count += 1) codes.push((await status('wrong')).statusCode)
  assert.deepEqual(codes, [401, 401, 429, 429, 429])
  assert.deepEqual(await read('select from customer'), [])
})

test('what is wrong is named by its field, and leaves nothing behind', async (t) => {
  const { issue, setUp, read } = await openEmpty(t)
  const token = await issue()
  const refusals: [object, string][] = [
    [{ providerName: '  ' }, 'providerName set_up.provider_empty'],
    [{ providerName: '' }, 'providerName set_up.provider_empty'],
    [{ emailDomains: ['gmail.com'] }, 'emailDomains customers.domain_public'],
    [{ emailDomains: ['@nordicops.example'] }, 'emailDomains.0 customers.domain_wrong'],
    [{ emailDomains: [], tenants: [] }, 'emailDomains set_up.rule_missing'],
    [{ administratorName: ' ' }, 'administratorName users.invite.name_empty'],
    [{ administratorEmail: 'anna' }, 'administratorEmail users.invite.email_wrong'],
    [{ timeZone: 'Europe/Stokholm' }, 'timeZone set_up.time_zone_unknown'],
    [{ language: 'no' }, 'language form.not_valid'],
  ]
  for (const [change, expected] of refusals) assert.deepEqual(keysOf(await setUp(token, change)), [expected])
  for (const table of ['customer', 'customer_sign_in_rule', 'invitation', 'recorded_action'])
    assert.deepEqual(await read(`select from ${table}`), [])
  assert.equal((await setUp(token)).statusCode, 200)
})

test('an address that is not verified accepts an invitation only from a tenant of the customer that invited', async (t) => {
  const { issue, setUp, whoIs } = await openEmpty(t)
  await setUp(await issue())
  const unverified = (claims: object): TestUser => ({
    ...anna,
    subject: JSON.stringify(claims),
    claims: { email_verified: false, ...claims },
  })
  assert.equal((await whoIs(unverified({}))).statusCode, 403)
  assert.equal((await whoIs(unverified({ tid: 'tenant-2' }))).statusCode, 403)
  const colleague = await whoIs({
    ...unverified({ tid: 'tenant-1' }),
    claims: { email: 'bo@nordicops.example', email_verified: false, tid: 'tenant-1' },
  })
  assert.deepEqual(colleague.json().result.permissions, [])
  const { permissions } = (
    await whoIs({ ...anna, subject: 'anna', claims: { email: undefined, preferred_username: anna.email, tid: 'TENANT-1' } })
  ).json().result
  assert.ok(permissions.includes(globalAdminRole))
})
