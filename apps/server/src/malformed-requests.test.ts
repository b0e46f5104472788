import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { globalAdminRole } from '@vakt/contract/features.ts'
import { operations } from '@vakt/contract/operations.ts'
import pg from 'pg'
import { buildOpenApi } from '#server/platform/http/open-api.ts'
import { createCustomer, createEntity } from '#server/testing/factories.ts'
import { createMalformedRequests, createRandom } from '#server/testing/malformed-requests.ts'
import { createTestApp, signToken } from '#server/testing/test-app.ts'

/** FUZZ_REQUESTS=20000 for all of them; another FUZZ_SEED for others. */
const count = Number(process.env.FUZZ_REQUESTS ?? 3000)
const seed = Number(process.env.FUZZ_SEED ?? 20_261_121)

const vakt = await createTestApp()
const owner = new pg.Client(vakt.owner)
await owner.connect()
after(async () => {
  await owner.end()
  await vakt.close()
})

/** Everything that belongs to customers, without what any request writes: that staff looked, and that a session was used. */
async function readAllRows(): Promise<Record<string, string>> {
  const { rows: tables } = await owner.query<{ name: string }>(
    "select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'customer_id' order by 1",
  )
  const contents: Record<string, string> = {}
  for (const { name } of tables.filter(({ name }) => name !== 'staff_look' && name !== 'user_session')) {
    const without = name === 'recorded_action' ? "where action <> 'customer.look'" : ''
    const { rows } = await owner.query(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as content from ${name} t ${without}`,
    )
    contents[name] = rows[0].content
  }
  return contents
}

test(`${count} malformed requests are refused without a fault of the server, and change no row of anybody`, {
  timeout: 600_000,
}, async (t) => {
  t.diagnostic(`FUZZ_SEED=${seed}`)
  const random = createRandom(seed)
  const customers = [
    await createCustomer(vakt.database),
    await createCustomer(vakt.database),
    await createCustomer(vakt.database, { isProvider: true }),
  ]
  const [own, , provider] = customers as [{ customerId: string; emailDomain: string }, unknown, { customerId: string; emailDomain: string }]
  const people = [
    { email: `anna@${own.emailDomain}`, roles: ['admin'] },
    { email: `karin@${provider.emailDomain}`, roles: [globalAdminRole] },
  ]
  const authorizations = await Promise.all(people.map(async (person) => `Bearer ${await signToken(person, { expires: '1h' })}`))
  const ids: Record<string, string[]> = { customerId: [] }
  for (const { customerId } of customers) {
    ids.customerId?.push(customerId)
    const { entityId } = await createEntity(vakt.database, customerId)
    ids.entityId = [...(ids.entityId ?? []), entityId]
    const ticket = { subject: 'A', description: 'B', email: 'a@example.com' }
    const made = await vakt.call(people[1] ?? null, 'POST', `/customer/${customerId}/ticket`, ticket)
    ids.ticketId = [...(ids.ticketId ?? []), made.json().result.ticketId]
  }
  for (const person of people) await vakt.call(person, 'POST', '/authentication/usercontext', {})
  // A sign-in is written down at its first request.
  const url = '/api/v1/authentication/usercontext'
  for (const authorization of authorizations) await vakt.app.inject({ method: 'POST', url, headers: { authorization }, payload: {} })
  const { rows: users } = await owner.query<{ id: string }>('select user_id as id from app_user')
  ids.userId = users.map(({ id }) => id)

  const { create, operationIds } = createMalformedRequests(buildOpenApi(operations) as Parameters<typeof createMalformedRequests>[0], {
    random,
    ids: (name) => {
      const known = ids[name] ?? [randomUUID()]
      return known[Math.floor(random() * known.length)] ?? ''
    },
  })
  const before = await readAllRows()
  const tried = new Set<string>()
  const statuses = new Map<number, number>()
  for (let round = 0; round < count; round++) {
    const { operationId, fault, headers, method, ...request } = create()
    const authorization = authorizations[Math.floor(random() * authorizations.length)] ?? ''
    const answer = await vakt.app.inject({ ...request, method: method as 'GET', headers: { ...headers, authorization } })
    const { statusCode } = answer
    tried.add(operationId)
    statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
    assert.ok(
      statusCode >= 400 && statusCode < 500,
      `FUZZ_SEED=${seed}, round ${round}: ${statusCode} for ${operationId} where ${fault}: ${method} ${request.url.slice(0, 300)} ${request.payload?.slice(0, 300) ?? ''}`,
    )
    assert.ok(answer.json().errors.length > 0)
  }
  t.diagnostic([...statuses].map(([status, times]) => `${status}: ${times}`).join(', '))
  assert.deepEqual(await readAllRows(), before)
  assert.deepEqual(
    operationIds.filter((name) => !tried.has(name)),
    [],
  )
})
