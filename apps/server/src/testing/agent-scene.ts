import assert from 'node:assert/strict'
import { createCustomer, createEntity } from './factories.ts'
import type { TestApp } from './test-app.ts'

/** A customer with one machine, and calls of its administrator, which must succeed: they answer with the result. */
export async function createAgentScene(vakt: TestApp) {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const { entityId } = await createEntity(vakt.database, customerId)
  const user = { email: `anna@${emailDomain}`, roles: ['admin'] }
  const call = async (method: string, what: string, body?: object) => {
    const answer = await vakt.call(user, method, `/customer/${customerId}/${what}`, body)
    assert.ok(answer.statusCode < 300, answer.body)
    return answer.body ? answer.json().result : null
  }
  const createToken = async (): Promise<string> => (await call('POST', 'agent-enrolment-token', { name: 'One', entityId })).secret
  return { customerId, entityId, call, createToken }
}
