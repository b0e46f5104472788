import assert from 'node:assert/strict'
import { test } from 'node:test'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { azure, connect, few, readEntities, staff, vakt, wanted } from '#server/testing/connector-desk.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { recordedSubscriptions } from '#server/testing/recorded-inventory.ts'

test('a trial says what there is, or what is wrong; the secret is in no answer and not in the database', async () => {
  azure.resources = few()
  const { own, customerId, find } = await connect()
  const trial = async () => (await vakt.call(staff, 'POST', `${own}/test`)).json().result
  assert.deepEqual(await trial(), {
    problem: null,
    detail: null,
    resources: 5,
    containers: recordedSubscriptions.map(({ name }) => name),
  })
  for (const [error, problem] of [
    ['AADSTS7000215: Invalid client secret provided.', 'secret_wrong'],
    ['AADSTS7000222: The provided client secret keys are expired.', 'secret_expired'],
    ['AADSTS700016: Application was not found in the directory.', 'application_unknown'],
    ["AADSTS90002: Tenant 'x' not found.", 'tenant_unknown'],
  ]) {
    azure.signInError = error ?? null
    const { problem: told, detail } = await trial()
    assert.deepEqual([told, detail], [problem, error])
  }
  azure.signInError = null
  azure.secret = 'another'
  assert.equal((await trial()).problem, 'secret_wrong')
  azure.secret = 'right'
  assert.doesNotMatch(JSON.stringify(await find()), /right/)
  const { rows } = await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
    transaction.query('select row_to_json(c)::text as text, sealed_secret from connector c where customer_id = $1', [customerId]),
  )
  assert.doesNotMatch(rows[0].text + rows[0].sealed_secret.toString('latin1'), /right/)
})

test('a form that cannot be is refused with what would be right', async () => {
  const { customerId } = await createCustomer(vakt.database)
  const keyOf = async (change: object) => {
    const answer = await vakt.call(staff, 'POST', `/admin/customer/${customerId}/connector`, { ...wanted, ...change })
    assert.equal(answer.statusCode, 400, answer.body)
    return answer.json().errors[0].message_translation_key
  }
  assert.equal(await keyOf({ settings: { ...wanted.settings, tenantId: '../common' } }), 'connector.not_a_guid')
  assert.equal(await keyOf({ name: ' ' }), 'connector.name_empty')
  assert.equal(await keyOf({ secret: '' }), 'connector.secret_empty')
  assert.equal(await keyOf({ everyHours: null, cron: '99 99 * * *' }), 'connector.cron_invalid')
  assert.equal(await keyOf({ everyHours: null, cron: '* * * * *' }), 'connector.cron_too_often')
  assert.equal(await keyOf({ everyHours: null, cron: '*/7 * * * *' }), 'connector.cron_too_often')
  assert.equal(await keyOf({ cron: '15 2 * * *' }), 'connector.one_schedule')
})

test('entities are put by the API all or none, known again in any case, and noted as a run', async () => {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const [admin, reader] = ['admin', 'reader'].map((role) => ({ email: `${role}@${emailDomain}`, roles: [role] }))
  const put = (entities: object[], user = admin) => vakt.call(user ?? null, 'PUT', `/customer/${customerId}/entity`, { entities })
  const entity = { externalId: '/subscriptions/A/till-1', name: 'Kassa 1', type: 'Contoso/Tills', tags: { team: '=cmd()', __proto: 'x' } }
  assert.equal((await put([entity], reader)).statusCode, 403)
  const first = await put([entity])
  assert.equal(first.statusCode, 200, first.body)
  assert.equal(first.json().result.added, 1)
  const again = (await put([{ ...entity, externalId: '/SUBSCRIPTIONS/a/TILL-1', region: 'Butiken' }])).json().result
  assert.deepEqual([again.added, again.changed], [0, 1])
  const repeated = await put([entity, { ...entity, externalId: entity.externalId.toLowerCase() }])
  assert.deepEqual([repeated.statusCode, repeated.json().errors[0].property], [400, 'entities.1.externalId'])
  const half = await put([
    { ...entity, externalId: 'new' },
    { ...entity, externalId: ' ', name: 'x' },
  ])
  assert.equal(half.statusCode, 400)
  const [stored, ...others] = await readEntities(customerId)
  assert.equal(others.length, 0)
  assert.deepEqual([stored.type, stored.source, stored.region, stored.tags.team], ['contoso/tills', 'api', 'Butiken', '=cmd()'])
  const [connector] = (await vakt.call(staff, 'GET', `/admin/customer/${customerId}/connector`)).json().result
  assert.deepEqual([connector.kind, connector.entities, connector.latestRun.changed], ['api', 1, 1])
})
