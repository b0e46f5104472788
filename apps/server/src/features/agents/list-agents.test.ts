import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import type { AgentOfCustomer } from '@vakt/contract/agents/agents.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCustomer, createEntity } from '#server/testing/factories.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'

const vakt = await createTestApp()
after(() => vakt.close())
const provider = await createCustomer(vakt.database, { isProvider: true })
const staff: TestUser = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }

const run = (text: string, values: unknown[]) =>
  workForAllCustomers({ pool: vakt.database.worker }, (transaction) => transaction.query(text, values))

type Known = { hostname: string; seenMinutesAgo?: number; copied?: boolean; clock?: number; entityId?: string }

async function addAgent(customerId: string, { hostname, seenMinutesAgo = 0, copied = false, clock = 0, entityId }: Known): Promise<void> {
  await run(
    `with added as (
       insert into agent (customer_id, entity_id, public_key, machine, hostname, platform, version, enrolled_with, enrolled_at, copied_since, clock_ahead_seconds)
       values ($1, $2, $3, '', $4, 'linux', '1.2.0', 'Machines', now(), case when $5 then now() end, $6) returning agent_id)
     insert into agent_contact (agent_id, customer_id, last_seen_at, chain, former_chain, last_nonce)
     select agent_id, $1, now() - make_interval(mins => $7), '', '', '' from added`,
    [customerId, entityId ?? null, randomBytes(32), hostname, copied, clock, seenMinutesAgo],
  )
}

async function configure(customerId: string, entityId: string, { minutesAgo, applied }: { minutesAgo: number; applied: number }) {
  await run('insert into agent_configuration (customer_id, entity_id, version) values ($1, $2, 2)', [customerId, entityId])
  await run(
    `insert into agent_configuration_version (customer_id, entity_id, version, content, changed_at, changed_by)
     values ($1, $2, 2, '{}', now() - make_interval(mins => $3), 'Eva')`,
    [customerId, entityId, minutesAgo],
  )
  await run(
    `insert into agent_configuration_report (customer_id, entity_id, agent_version, platform, last_contact_at, applied_version, found)
     values ($1, $2, '1', 'linux', now(), $3, '{}')`,
    [customerId, entityId, applied],
  )
}

async function createFleet() {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const entities = await Promise.all(['late', 'waiting', 'fine'].map((name) => createEntity(vakt.database, customerId, { name })))
  const [late, waiting, fine] = entities.map(({ entityId }) => entityId) as [string, string, string]
  await configure(customerId, late, { minutesAgo: 21, applied: 1 })
  await configure(customerId, waiting, { minutesAgo: 1, applied: 1 })
  await configure(customerId, fine, { minutesAgo: 60, applied: 2 })
  await addAgent(customerId, { hostname: 'Fine', entityId: fine })
  await addAgent(customerId, { hostname: 'waiting', entityId: waiting })
  await addAgent(customerId, { hostname: 'late', entityId: late })
  await addAgent(customerId, { hostname: 'lost' })
  await addAgent(customerId, { hostname: 'clock', clock: -3700 })
  await addAgent(customerId, { hostname: 'copy', copied: true })
  await addAgent(customerId, { hostname: 'silent', seenMinutesAgo: 6, copied: true })
  const reader: TestUser = { email: `rut@${emailDomain}`, roles: ['reader'] }
  return { customerId, reader }
}

const wanted = [
  ['silent', 'silent'],
  ['copy', 'copied'],
  ['late', 'late'],
  ['clock', 'clock'],
  ['lost', 'unmatched'],
  ['waiting', 'waiting'],
  ['Fine', 'applied'],
]
const namesOf = (rows: AgentOfCustomer[]) => rows.map(({ hostname, condition }) => [hostname, condition])

test('agents that need someone come first, by page, and can be filtered and exported', async () => {
  const { customerId, reader } = await createFleet()
  const path = `/customer/${customerId}/agent`
  const found: AgentOfCustomer[] = []
  let token: string | null = null
  do {
    const answer = await vakt.call(reader, 'GET', `${path}?limit=3`, undefined, token ? { 'x-continuation-token': token } : {})
    const { result, continuation_token } = answer.json()
    found.push(...result)
    token = continuation_token
  } while (token)
  assert.deepEqual(namesOf(found), wanted)
  assert.deepEqual([found[5]?.desiredVersion, found[5]?.appliedVersion, found[4]?.desiredVersion], [2, 1, null])
  const list = async (query: string) => namesOf((await vakt.call(reader, 'GET', `${path}?${query}`)).json().result)
  assert.deepEqual(await list('condition=silent&condition=waiting'), [wanted[0], wanted[5]])
  assert.deepEqual(await list('q=FIN'), [wanted[6]])
  assert.match((await vakt.call(reader, 'GET', `${path}?format=csv`)).body, /silent/)
})

test('staff see the agents of every customer, and how many are in each condition; others do not', async () => {
  const [one, two] = [await createFleet(), await createFleet()]
  const list = async (query: string) => (await vakt.call(staff, 'GET', `/admin/agent?${query}`)).json().result as AgentOfCustomer[]
  const both = await list(`customerId=${one.customerId}&customerId=${two.customerId}&condition=silent`)
  assert.deepEqual(both.map(({ customerId }) => customerId).toSorted(), [one.customerId, two.customerId].toSorted())
  assert.deepEqual(namesOf(await list(`customerId=${one.customerId}`)), wanted)
  const counts = (await vakt.call(staff, 'GET', '/admin/agent/count')).json().result as { condition: string; agents: number }[]
  assert.ok((counts.find(({ condition }) => condition === 'silent')?.agents ?? 0) >= 2)
  const versions = (await vakt.call(staff, 'GET', '/admin/agent/version')).json().result as { version: string; agents: number }[]
  const [most] = versions
  assert.ok(most && most.agents >= wanted.length)
  const ofVersion = await list(`customerId=${one.customerId}&version=${encodeURIComponent(most.version)}`)
  assert.ok(ofVersion.length > 0 && ofVersion.every(({ version }) => version === most.version))
  assert.equal((await vakt.call(one.reader, 'GET', '/admin/agent')).statusCode, 403)
})
