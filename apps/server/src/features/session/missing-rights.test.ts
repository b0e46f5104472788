import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createCustomer } from '#server/testing/factories.ts'
import { createTestApp } from '#server/testing/test-app.ts'

const vakt = await createTestApp()
after(() => vakt.close())

test('a refusal names the missing feature and at most three administrators who can give it', async () => {
  const provider = await createCustomer(vakt.database, { isProvider: true })
  for (const name of ['karin', 'oskar', 'sofia', 'daniel'])
    await vakt.call(
      { email: `${name}@${provider.emailDomain}`, roles: ['api-permission-global-admin'] },
      'POST',
      '/authentication/usercontext',
      {},
    )
  await vakt.call({ email: `linnea@${provider.emailDomain}`, roles: ['provider-staff'] }, 'POST', '/authentication/usercontext', {})
  const { customerId, emailDomain } = await createCustomer(vakt.database, {
    roles: { desk: ['@feature.tickets.read'], 'api-permission-global-admin': [] },
  })
  const user = { email: `anna@${emailDomain}`, roles: ['desk', 'api-permission-global-admin'] }
  const read = await vakt.call(user, 'GET', `/customer/${customerId}/alert`)
  assert.equal(read.statusCode, 403)
  assert.deepEqual(
    read.json().errors.map(({ property, message_translation_key }: Record<string, string>) => [property, message_translation_key]),
    [['@feature.overview.read', 'error.forbidden_feature']],
  )
  const { grantedBy } = read.json()
  assert.equal(grantedBy.length, 3)
  for (const { name, email } of grantedBy) assert.equal(email, `${name}@${provider.emailDomain}`)
  const asked = await vakt.call(user, 'GET', '/authentication/granter')
  assert.deepEqual(asked.json().result, { grantedBy })
  assert.equal((await vakt.call(null, 'GET', '/authentication/granter')).statusCode, 401)
  assert.ok(!read.body.includes('linnea') && !read.body.includes('anna'))
  const write = await vakt.call(user, 'POST', `/customer/${customerId}/ticket`, { subject: 'A', description: 'B', email: user.email })
  assert.equal(write.json().errors[0].property, '@feature.tickets.write')
})

test('what needs an administrator says no more than that', async () => {
  const { emailDomain } = await createCustomer(vakt.database)
  const answer = await vakt.call({ email: `anna@${emailDomain}`, roles: ['admin'] }, 'GET', '/admin/customer')
  assert.deepEqual(Object.keys(answer.json()).toSorted(), ['errors', 'requestId'])
  assert.equal(answer.json().errors[0].message_translation_key, 'error.forbidden')
})
