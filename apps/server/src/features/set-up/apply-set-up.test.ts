import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { globalAdminRole } from '@vakt/contract/features.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { Refusal } from '#server/platform/errors.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { applySetUp, type WantedInstallation } from './apply-set-up.ts'

const issuer = 'https://provider.test'
const wanted: WantedInstallation = {
  providerName: 'Nordic Ops',
  emailDomains: ['nordicops.example'],
  administratorName: 'Anna Ek',
  administratorEmail: 'anna@nordicops.example',
}
const anna = { email: 'anna@nordicops.example', roles: [] }

async function openEmpty(t: TestContext) {
  const vakt = await createTestApp()
  t.after(() => vakt.close())
  const pool = vakt.database.worker
  const read = async (sql: string) => (await workForAllCustomers({ pool }, (transaction) => transaction.query(sql))).rows
  const apply = (change: WantedInstallation, { at = issuer, now = new Date() } = {}) =>
    applySetUp({ pool, issuer: at, isExternal: true }, { now, requestId: null }, change)
  return {
    vakt,
    apply,
    read,
    countActions: async () => (await read('select from recorded_action')).length,
    rolesOf: async (subject: string) =>
      (await vakt.call({ ...anna, subject }, 'POST', '/authentication/usercontext', {})).json().result?.permissions as string[],
  }
}

test('a second run changes nothing, and what is different is changed', async (t) => {
  const { apply, read, countActions } = await openEmpty(t)
  assert.deepEqual(await apply(wanted), { provider: 'created', administrator: 'invited' })
  const actions = await countActions()
  assert.deepEqual(await apply(wanted), { provider: 'unchanged', administrator: 'waiting' })
  assert.equal(await countActions(), actions)
  const change = {
    providerName: 'Nordic Ops AB',
    emailDomains: ['nordicops.se'],
    tenants: ['T1'],
    language: 'en',
    timeZone: 'Europe/Oslo',
  } as const
  assert.deepEqual(await apply({ ...change, emailDomains: [...change.emailDomains], tenants: [...change.tenants] }), {
    provider: 'changed',
    administrator: null,
  })
  assert.deepEqual(await read('select name, mail_language, time_zone from customer'), [
    { name: 'Nordic Ops AB', mail_language: 'en', time_zone: 'Europe/Oslo' },
  ])
  assert.deepEqual(
    (await read('select value from customer_sign_in_rule order by value')).map(({ value }) => value),
    ['nordicops.example', 'nordicops.se', 't1'],
  )
  assert.equal(await countActions(), actions + 1)
})

test('an administrator who is missing is invited again, and one who is there is left alone', async (t) => {
  const { apply, rolesOf, read } = await openEmpty(t)
  const now = new Date(Date.now() - 15 * 24 * 3_600_000)
  await apply(wanted, { now })
  const administrator = { administratorName: 'Anna Ek', administratorEmail: 'Anna@nordicops.example' }
  assert.equal((await apply(administrator)).administrator, 'invited', 'the first invitation has expired')
  assert.ok((await rolesOf('anna')).includes(globalAdminRole))
  assert.equal((await apply(administrator)).administrator, 'present')
  await read("update app_user set disabled_at = now(), roles = '{reader}'")
  assert.equal((await apply(administrator)).administrator, 'restored')
  assert.deepEqual((await rolesOf('anna')).toSorted(), [globalAdminRole, 'provider-staff', 'reader'])
})

test('an administrator of another identity provider is invited to the one that is configured now', async (t) => {
  const { apply, rolesOf } = await openEmpty(t)
  await apply(wanted, { at: 'http://localhost:8080/oidc' })
  assert.ok((await rolesOf('at the first provider')).includes(globalAdminRole))
  assert.equal((await apply(wanted)).administrator, 'present')
  assert.equal((await apply(wanted, { at: 'https://login.example' })).administrator, 'invited')
  assert.ok((await rolesOf('at the second provider')).includes(globalAdminRole))
})

test('what cannot be is refused and leaves nothing behind', async (t) => {
  const { apply, read } = await openEmpty(t)
  const refusalOf = (change: WantedInstallation) =>
    apply(change).then(
      () => assert.fail('was accepted'),
      (error) => {
        assert.ok(error instanceof Refusal, String(error))
        return error.errors.map(({ property }) => property)
      },
    )
  assert.deepEqual(await refusalOf({ ...wanted, providerName: '' }), ['providerName'])
  assert.deepEqual(await refusalOf({ providerName: 'Nordic Ops', emailDomains: ['nordicops.example'] }), ['administratorEmail'])
  assert.deepEqual(await refusalOf({ ...wanted, emailDomains: [] }), ['emailDomains'])
  assert.deepEqual(await refusalOf({ ...wanted, timeZone: 'Mars/Olympus' }), ['timeZone'])
  assert.deepEqual(await read('select from customer'), [])
  await apply(wanted)
  assert.deepEqual(await refusalOf({ timeZone: 'Mars/Olympus' }), ['timeZone'])
  assert.deepEqual(await refusalOf({ providerId: 'another' }), ['providerId'])
  await read('update customer set is_demo = true')
  assert.deepEqual(await refusalOf({ providerName: 'X' }), [''])
})
