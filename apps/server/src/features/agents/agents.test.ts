import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { after, test } from 'node:test'
import { agentPaths } from '@vakt/contract/agents/agent-paths.ts'
import { inTransaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { ports } from '#server/roles/ports.ts'
import { createMachine } from '#server/testing/agent-machine.ts'
import { createCustomer, createEntity } from '#server/testing/factories.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'
import { createAgentWatch } from './watch-agents.ts'

const vakt = await createTestApp()
after(() => vakt.close())

const run = (text: string, values: unknown[]) =>
  workForAllCustomers({ pool: vakt.database.worker }, async (transaction) => (await transaction.query(text, values)).rows)

const machineNamed = (hostname?: string) =>
  createMachine(
    async (url, headers, payload) => {
      const answer = await vakt.app.inject({ method: 'POST', url, headers, payload })
      return { status: answer.statusCode, body: answer.json() }
    },
    'vakt.test',
    hostname,
  )

async function createScene(wanted: object = {}) {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const user = { email: `anna@${emailDomain}`, roles: ['admin'] }
  const call = (method: string, path: string, body?: object) => vakt.call(user, method, `/customer/${customerId}/${path}`, body)
  const createToken = async (change: object = wanted) => {
    const answer = await call('POST', 'agent-enrolment-token', { name: 'Machines', entityId: null, ...change })
    assert.equal(answer.statusCode, 200, answer.body)
    return answer.json().result as { enrolmentTokenId: string; secret: string }
  }
  const agents = async () => (await call('GET', 'agent')).json().result
  return { customerId, user, call, createToken, agents, token: await createToken() }
}

const pointsOf = (value: number, at = new Date()) => [
  { at: at.toISOString(), points: [{ metric: 'system.cpu.utilization', unit: '%', dimensions: {}, value }] },
]

test('a machine enrols, and what it reports are metrics of the resource with its name', async () => {
  const { customerId, call, agents, token } = await createScene()
  const { entityId } = await createEntity(vakt.database, customerId, { name: 'web-1' })
  const machine = machineNamed()
  const enrolled = await machine.enrol(token.secret)
  assert.equal(enrolled.status, 201, JSON.stringify(enrolled.body))
  assert.equal(enrolled.body.customerId, customerId)
  assert.equal((await machine.report({ measurements: pointsOf(12.5) })).status, 200)
  assert.equal((await machine.report({ version: '1.0.1', clockAheadSeconds: 40, lost: 3 })).status, 200)

  const [agent] = await agents()
  assert.deepEqual(
    [agent.agentId, agent.hostname, agent.version, agent.entityId, agent.entityName, agent.enrolledWith, agent.isSilent, agent.copiedSince],
    [machine.agentId(), 'web-1', '1.0.1', entityId, 'web-1', 'Machines', false, null],
  )
  assert.deepEqual([agent.clockAheadSeconds, agent.lostReports, agent.startedAt], [40, 3, null])
  const configuration = { appliedVersion: 0, failed: null, found: null }
  await machine.report({ startedAt: '2026-11-01T08:00:00.000Z', configuration })
  assert.equal((await agents())[0].startedAt, '2026-11-01T08:00:00.000Z')
  const shown = (await call('GET', `entity/${entityId}/vm-agent`)).json().result
  assert.deepEqual(
    [shown.report.startedAt, shown.agent.agentId, shown.agent.enrolledAt],
    ['2026-11-01T08:00:00.000Z', agent.agentId, agent.enrolledAt],
  )
  const written = () => run('select xmin::text from agent_configuration_report where customer_id = $1', [customerId])
  const before = await written()
  await machine.report({ startedAt: '2026-11-01T08:00:05.000Z', configuration })
  const { lastContactAt } = (await call('GET', `entity/${entityId}/vm-agent`)).json().result.report
  assert.ok(lastContactAt > shown.report.lastContactAt)
  assert.deepEqual(await written(), before, 'what a report repeats is not written again')
  await machine.report({ startedAt: '2999-01-01T00:00:00.000Z', configuration })
  assert.ok(Date.parse((await agents())[0].startedAt) <= Date.now(), 'a clock that is ahead starts nothing in the future')
  const series = await run('select metric, labels from metric_series where customer_id = $1', [customerId])
  assert.deepEqual(series.length, 1)
  assert.equal(series[0].metric, 'system.cpu.utilization')
  assert.equal(series[0].labels.vakt_entity, entityId)
  assert.ok(!(await call('GET', 'agent-enrolment-token')).body.includes(token.secret.slice(0, 30)))
})

test('a token enrols as many machines as it says, and no longer than it lasts; of a hundred at once one gets in', async () => {
  const { createToken, call, agents, token, customerId } = await createScene()
  const tries = await Promise.all(Array.from({ length: 100 }, (_, index) => machineNamed(`web-${index}`).enrol(token.secret)))
  assert.deepEqual(
    [201, 403].map((wanted) => tries.filter(({ status }) => status === wanted).length),
    [1, 99],
  )
  assert.equal((await agents()).length, 1)

  const old = await createToken()
  await run("update agent_enrolment_token set expires_at = now() - interval '1 second' where customer_id = $1 and uses_left > 0", [
    customerId,
  ])
  assert.deepEqual((await machineNamed().enrol(old.secret)).body, { reason: 'token' })
  const revoked = await createToken()
  assert.equal((await call('DELETE', `agent-enrolment-token/${revoked.enrolmentTokenId}`)).statusCode, 204)
  assert.equal((await machineNamed().enrol(revoked.secret)).status, 403)
  assert.equal((await machineNamed().enrol(`vakt_enr_${'x'.repeat(43)}`)).status, 403)
})

test('points that are not kept stand with the agent: how many, since when and why; a report of which all are kept writes nothing there', async () => {
  const { customerId, call, token } = await createScene()
  const { entityId } = await createEntity(vakt.database, customerId, { name: 'web-1' })
  const machine = machineNamed()
  await machine.enrol(token.secret)
  await machine.report({ measurements: pointsOf(1) })
  const dropped = async () => (await call('GET', `entity/${entityId}/vm-agent`)).json().result.agent.droppedPoints
  assert.equal(await dropped(), null)
  const before = Date.now()
  await machine.report({ measurements: pointsOf(2, new Date(before + 3_600_000)) })
  const first = await dropped()
  assert.deepEqual([first.points, first.why, first.since], [1, 'too_early', first.lastAt])
  assert.ok(Date.parse(first.since) >= before)
  const old = new Date(before - 25 * 3_600_000)
  await machine.report({ measurements: [...pointsOf(2, old), ...pointsOf(3, old), ...pointsOf(4)] })
  const second = await dropped()
  assert.deepEqual([second.points, second.why, second.since], [3, 'too_old', first.since])
  assert.ok(second.lastAt > first.lastAt)
  const written = () => run('select xmin::text from agent where customer_id = $1', [customerId])
  const kept = await written()
  await machine.report({ measurements: pointsOf(5) })
  assert.deepEqual([await dropped(), await written()], [second, kept])
  // Those of more than an hour ago are not counted on.
  await run("update agent set points_dropped_at = now() - interval '61 minutes' where customer_id = $1", [customerId])
  await machine.report({ measurements: pointsOf(2, old) })
  const third = await dropped()
  assert.deepEqual([third.points, third.since], [1, third.lastAt])
  // A customer that has reached its limit.
  await run('update metric_customer set max_series = 1, active_series = 1 where customer_id = $1', [customerId])
  const other = [{ at: new Date().toISOString(), points: [{ metric: 'system.memory.usage', unit: 'By', dimensions: {}, value: 1 }] }]
  await machine.report({ measurements: other })
  assert.equal((await dropped()).why, 'series_limit')
})

test('an enrolment whose answer was lost is answered again, and costs one use', async () => {
  const { agents, token } = await createScene()
  const machine = machineNamed()
  const [first, again] = [await machine.enrol(token.secret), await machine.enrol(token.secret)]
  assert.deepEqual([first.status, again.status, again.body], [201, 201, first.body])
  assert.equal((await agents()).length, 1)
})

test('a token for one resource makes the machine that resource', async () => {
  const { customerId, createToken, agents, call } = await createScene()
  const { entityId } = await createEntity(vakt.database, customerId, { name: 'till-7' })
  const { secret } = await createToken({ entityId })
  await machineNamed('another-name').enrol(secret)
  assert.deepEqual((await agents())[0].entityName, 'till-7')
  const other = await createScene()
  const { entityId: foreign } = await createEntity(vakt.database, other.customerId, { name: 'x' })
  assert.equal((await call('POST', 'agent-enrolment-token', { name: 'x', entityId: foreign })).statusCode, 404)
})

test('a request that is changed, old, of another key, sent twice or revoked is refused', async () => {
  const { agents, call, token } = await createScene()
  const machine = machineNamed()
  await machine.enrol(token.secret)
  const send = async (change: Parameters<typeof machine.sign>[2]) =>
    machine.post(machine.sign(agentPaths.report, machine.reportOf(), change))
  const refused = async (change: Parameters<typeof machine.sign>[2]) => {
    const { status, body } = await send(change)
    return [status, body.reason]
  }
  const minutesOff = (minutes: number) => new Date(Date.now() + minutes * 60_000)
  assert.deepEqual(await refused({ now: minutesOff(-60) }), [401, 'clock'])
  assert.deepEqual(await refused({ now: minutesOff(6) }), [401, 'clock'])
  assert.deepEqual(await refused({ key: generateKeyPairSync('ed25519').privateKey }), [401, 'signature'])
  assert.deepEqual(await refused({ keyId: 'nobody' }), [401, 'unknown key'])
  const signed = machine.sign(agentPaths.report, machine.reportOf())
  const changed = Buffer.from(JSON.stringify(machine.reportOf({ hostname: 'other' })))
  assert.deepEqual((await machine.post({ ...signed, body: changed })).body, { reason: 'digest' })
  const { signature: _, ...unsigned } = signed.headers
  assert.deepEqual((await machine.post({ ...signed, headers: unsigned })).body, { reason: 'form' })
  assert.deepEqual((await machine.post({ ...signed, path: agentPaths.enrol })).status, 400)
  assert.deepEqual((await machine.post(machine.sign(agentPaths.report, { x: 1 }))).status, 400)

  assert.equal((await machine.post(signed)).status, 200)
  assert.deepEqual((await machine.post(signed)).body, { reason: 'replayed' })
  assert.equal((await agents())[0].copiedSince, null)
  assert.equal((await call('DELETE', `agent/${machine.agentId()}`)).statusCode, 204)
  assert.deepEqual(await refused({}), [410, 'revoked'])
  assert.deepEqual(await agents(), [])
  assert.equal((await machine.enrol(token.secret)).status, 410)
})

test('an agent can ask whether it counts, before its machine is enrolled again', async () => {
  const { call, token } = await createScene()
  const machine = machineNamed()
  const ask = async () => {
    const { status, body } = await machine.post(machine.sign(agentPaths.status, {}))
    return [status, body]
  }
  assert.deepEqual(await ask(), [401, { reason: 'unknown key' }])
  await machine.enrol(token.secret)
  await machine.report()
  assert.deepEqual(await ask(), [200, { isCopied: false }])
  assert.equal((await machine.report()).status, 200, 'to ask is no report')
  for (const chain of ['of another time', 'of a third']) await machine.report({ chain })
  assert.deepEqual(await ask(), [200, { isCopied: true }])
  const stranger = machine.sign(agentPaths.status, {}, { key: generateKeyPairSync('ed25519').privateKey })
  assert.deepEqual((await machine.post(stranger)).body, { reason: 'signature' })
  await call('DELETE', `agent/${machine.agentId()}`)
  assert.deepEqual(await ask(), [410, { reason: 'revoked' }])
})

test('what is remembered of an agent counts for as long as it is true: its resource, and that its customer is open', async () => {
  const { customerId, token, agents } = await createScene()
  const machine = machineNamed('moved')
  await machine.enrol(token.secret)
  assert.equal((await machine.report({ measurements: pointsOf(1) })).status, 200)
  // Another process gives it a resource, and closes its customer.
  const { entityId } = await createEntity(vakt.database, customerId, { name: 'elsewhere' })
  await run('update agent set entity_id = $2 where customer_id = $1', [customerId, entityId])
  assert.equal((await machine.report({ measurements: pointsOf(2) })).status, 200)
  assert.equal((await agents())[0].entityId, entityId)
  const series = await run("select labels ->> 'vakt_entity' as entity from metric_series where customer_id = $1 order by series_no", [
    customerId,
  ])
  assert.deepEqual(
    series.map(({ entity }) => entity),
    [null, entityId],
  )
  const change = (text: string) =>
    inTransaction({ pool: vakt.database.app }, customerId, (transaction) => transaction.query(text, [customerId]))
  await change("insert into closed_customer (customer_id, closed_at, closed_by) values ($1, now(), 'Karin')")
  assert.equal((await machine.report({ measurements: pointsOf(3) })).status, 403)
  await change('delete from closed_customer where customer_id = $1')
  assert.equal((await machine.report()).status, 200)
})

test('an answer that was lost is no copy; a second machine with the same key is', async () => {
  const { agents, token } = await createScene()
  const machine = machineNamed()
  await machine.enrol(token.secret)
  for (let count = 0; count < 3; count += 1) await machine.report()
  const lost = machine.copy()
  await machine.report()
  await machine.report({ chain: lost })
  for (let count = 0; count < 3; count += 1) await machine.report()
  assert.equal((await agents())[0].copiedSince, null)
  await machine.post(machine.sign(agentPaths.report, machine.reportOf({ chain: lost })))
  assert.equal((await agents())[0].copiedSince, null)
  await machine.report()
  assert.ok((await agents())[0].copiedSince)
})

test('an agent whose answers an older backup no longer knows is no copy, even if the answer to it is lost; nor is it the next time', async () => {
  const { agents, token, customerId } = await createScene()
  const machine = machineNamed()
  await machine.enrol(token.secret)
  await machine.report()
  const restoreBackup = () =>
    run("update agent_contact set chain = 'of the backup', former_chain = 'before it' where customer_id = $1", [customerId])
  await restoreBackup()
  await machine.post(machine.sign(agentPaths.report, machine.reportOf()))
  for (let count = 0; count < 3; count += 1) await machine.report()
  assert.equal((await agents())[0].copiedSince, null)
  await run("update agent set chain_broken_at = chain_broken_at - interval '1 hour' where customer_id = $1", [customerId])
  await restoreBackup()
  await machine.report()
  assert.equal((await agents())[0].copiedSince, null)
})

test('a report whose texts hold what no database stores counts, without those characters', async () => {
  const { customerId, call, token } = await createScene()
  const { entityId } = await createEntity(vakt.database, customerId, { name: 'web-1' })
  const machine = machineNamed()
  await machine.enrol(token.secret)
  const services = [
    { name: 'a\0b', state: 'running' as const },
    { name: '\ud83d cut', state: 'running' as const },
  ]
  const configuration = { appliedVersion: 0, failed: null, found: { services, websites: [], appPools: [] } }
  const answer = await machine.report({ measurements: pointsOf(1), configuration })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  const { found } = (await call('GET', `entity/${entityId}/vm-agent`)).json().result.report
  assert.deepEqual(
    found.services.map(({ name }: { name: string }) => name),
    ['ab', '\ufffd cut'],
  )
  assert.equal((await run('select 1 from metric_series where customer_id = $1', [customerId])).length, 1)
})

test('what was found on a machine is asked for when its resource comes later than its agent', async () => {
  const { customerId, token } = await createScene()
  const machine = machineNamed('late')
  await machine.enrol(token.secret)
  const found = { services: [], websites: [], appPools: [] }
  const wantsFound = async (said: typeof found | null) =>
    (await machine.report({ configuration: { appliedVersion: 0, failed: null, found: said } })).body.wantsFound
  assert.equal(await wantsFound(found), undefined)
  await createEntity(vakt.database, customerId, { name: 'late' })
  assert.equal(await wantsFound(null), true)
  assert.equal(await wantsFound(found), undefined)
  assert.equal(await wantsFound(null), undefined)
})

test('an agent that is silent raises one alert on its resource with the time of its last contact, which resolves when it reports or is ended', async () => {
  const { customerId, call, token } = await createScene()
  const { entityId } = await createEntity(vakt.database, customerId, { name: 'web-1' })
  const machine = machineNamed()
  await machine.enrol(token.secret)
  await machine.report()
  const watch = createAgentWatch()
  const actor = { type: 'system' as const, job: 'watch-agents' }
  const start = Date.now()
  const watchAfter = (minutes: number) =>
    watch({
      actor,
      now: new Date(start + minutes * 60_000),
      pool: vakt.database.worker,
      log: silentLog,
      ports,
      requestId: null,
      isStaff: false,
    })
  const alerts = () => run('select state, entity_id, description from alert where customer_id = $1', [customerId])
  const [contact] = await run('select last_seen_at from agent_contact where agent_id = $1', [machine.agentId()])
  const lastContact = contact.last_seen_at.toISOString().slice(0, 16).replace('T', ' ')

  // Vakt itself was away: agents get their time.
  await watchAfter(60)
  assert.deepEqual(await alerts(), [])
  for (let minutes = 61; minutes <= 67; minutes += 1) await watchAfter(minutes)
  const [alert, ...others] = await alerts()
  assert.deepEqual([alert.state, alert.entity_id, others.length], ['firing', entityId, 0])
  assert.ok(alert.description.includes(`Last contact ${lastContact}`) || alert.description.includes(`Senaste kontakt ${lastContact}`))

  await run('update agent_contact set last_seen_at = $2 where agent_id = $1 returning 1', [
    machine.agentId(),
    new Date(start + 68 * 60_000),
  ])
  await watchAfter(68)
  assert.deepEqual(
    (await alerts()).map(({ state }) => state),
    ['resolved'],
  )
  for (let minutes = 69; minutes <= 75; minutes += 1) await watchAfter(minutes)
  const statesNow = async () => (await alerts()).map(({ state }) => state)
  assert.ok((await statesNow()).includes('firing'))
  assert.equal((await call('DELETE', `agent/${machine.agentId()}`)).statusCode, 204)
  await watchAfter(76)
  assert.ok(!(await statesNow()).includes('firing'))
})

test('a machine gets a new key by the one that it has, and the former one counts no longer', async () => {
  const { agents, token } = await createScene()
  const machine = machineNamed()
  await machine.enrol(token.secret)
  await machine.report()
  const old = machine.sign(agentPaths.report, machine.reportOf())
  const stranger = generateKeyPairSync('ed25519').privateKey
  assert.deepEqual((await machine.rotateKey(undefined, stranger)).body, { reason: 'signature' })
  assert.equal((await agents())[0].keyChangedAt, null)
  const next = generateKeyPairSync('ed25519').privateKey
  assert.equal((await machine.rotateKey(next)).status, 200)
  assert.deepEqual((await machine.post(old)).body, { reason: 'signature' })
  assert.equal((await machine.report()).status, 200)
  const [agent] = await agents()
  assert.ok(agent.keyChangedAt)
  assert.equal(agent.copiedSince, null)
  // A key of another agent is nobody else's.
  const other = await createScene()
  const second = machineNamed()
  await second.enrol(other.token.secret)
  assert.equal((await second.rotateKey(next)).status, 401)
  // Neither of two machines with one key may lock the other out.
  await machine.report({ chain: 'of another time' })
  await machine.report({ chain: 'of a third' })
  assert.equal((await machine.rotateKey()).status, 409)
})

test('an agent that knows another key of Vakt is shown, until it knows this one', async () => {
  const { agents, token } = await createScene()
  const machine = machineNamed()
  const { commandKey } = (await machine.enrol(token.secret)).body
  const refusesSince = async () => (await agents())[0].refusesCommandsSince
  const foreign = String(generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }).x)
  const answer = await machine.report({ commandKey: foreign })
  assert.deepEqual([answer.status, answer.body.commandKeyChange, answer.body.commandKey], [200, undefined, commandKey])
  const since = await refusesSince()
  assert.ok(since)
  await machine.report({ commandKey: foreign })
  assert.equal(await refusesSince(), since)
  assert.equal((await agents())[0].condition, 'refusing')
  await machine.report({ commandKey: String(commandKey) })
  assert.equal(await refusesSince(), null)
})
