import assert from 'node:assert/strict'
import { createPublicKey, generateKeyPairSync, randomUUID, sign, verify } from 'node:crypto'
import { after, test } from 'node:test'
import { agentPaths } from '@vakt/contract/agents/agent-paths.ts'
import { emptyConfiguration } from '@vakt/domain/agent-configurations/configuration.ts'
import { type AgentCommandPayload, type CommandJudge, judgeCommand, signedTextOfCommand } from '@vakt/domain/agents/agent-command.ts'
import { signedTextOfKeyChange } from '@vakt/domain/agents/agent-keys.ts'
import { inTransaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createMachine } from '#server/testing/agent-machine.ts'
import { createCustomer, createEntity } from '#server/testing/factories.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'
import { commandAgent, hasAgent } from './command-agent.ts'
import { createCommandSigner } from './command-signer.ts'
import { endOldCommands, nextCommand } from './exchange-commands.ts'
import { createHeldRequests } from './held-requests.ts'
import { removeOldCommands } from './remove-old-commands.ts'

const vakt = await createTestApp()
after(() => vakt.close())

const work = { pool: vakt.database.worker }
const contextAt = (now: Date) =>
  ({ ...work, now, log: silentLog, requestId: null, isStaff: false, actor: { type: 'system', job: 'test' } }) as const

/** A machine with an agent that has reported, and the command that a step would give it. */
async function createScene(hostname = 'web-1') {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const { entityId } = await createEntity(vakt.database, customerId, { name: hostname })
  const user = { email: `anna@${emailDomain}`, roles: ['admin'] }
  const created = await vakt.call(user, 'POST', `/customer/${customerId}/agent-enrolment-token`, { name: 'One', entityId })
  const machine = createMachine(
    async (url, headers, payload) => {
      const answer = await vakt.app.inject({ method: 'POST', url, headers, payload })
      return { status: answer.statusCode, body: answer.json() }
    },
    'vakt.test',
    hostname,
  )
  const enrolled = await machine.enrol(created.json().result.secret)
  const reported = await machine.report()
  const give = (key: string = randomUUID(), now = new Date()) =>
    workForAllCustomers(work, (transaction) =>
      commandAgent(transaction, customerId, { key, entityId, kind: 'restart_systemd_unit', names: ['nginx'], runId: randomUUID(), now }),
    )
  const ask = async () => (await machine.post(machine.sign(agentPaths.command, { lastSequence: 0 }))).body.command as null | Signed
  const tell = (result: object) => machine.post(machine.sign(agentPaths.result, { state: 'done', reason: null, results: [], ...result }))
  const states = async () =>
    (
      await workForAllCustomers(work, (transaction) =>
        transaction.query<{ state: string }>('select state from agent_command where customer_id = $1 order by sequence', [customerId]),
      )
    ).rows.map(({ state }) => state)
  return { customerId, entityId, user, machine, enrolled, reported, give, ask, tell, states }
}
type Signed = { commandId: string; payload: string; signature: string }

test('a command reaches the agent of its resource once, signed by the key that it was told, and its result is kept', async () => {
  const { enrolled, reported, give, ask, tell, states, machine, customerId } = await createScene()
  const { commandKey } = enrolled.body
  assert.deepEqual([reported.body.commandKey, reported.body.customerId], [commandKey, customerId])
  const key = randomUUID()
  assert.deepEqual([await give(key), await give(key)], [true, true])
  // Asked before there is one, it comes as soon as there is.
  const command = await ask()
  assert.ok(command)
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: String(commandKey) }, format: 'jwk' })
  assert.ok(verify(null, Buffer.from(signedTextOfCommand(command.payload)), publicKey, Buffer.from(command.signature, 'base64')))
  const payload = JSON.parse(command.payload) as AgentCommandPayload
  assert.deepEqual([payload.commandId, payload.agentId, payload.customerId, payload.names], [key, machine.agentId(), customerId, ['nginx']])
  assert.deepEqual(await states(), ['taken'])

  const results = [{ name: 'nginx', before: 'failed', after: 'active', exitCode: 0, milliseconds: 12 }]
  const other = await createScene('web-2')
  await other.tell({ commandId: key, results })
  assert.deepEqual(await states(), ['taken'], 'another agent says nothing about it')
  assert.equal((await tell({ commandId: key, results })).status, 200)
  await tell({ commandId: key, state: 'failed' })
  assert.deepEqual(await states(), ['done'], 'what was told stays')
})

test('sequences rise with the clock, so that an agent takes commands also after an older backup was restored', async () => {
  const { give, ask } = await createScene()
  const started = Date.now()
  const sequenceOf = async () => {
    await give()
    return (JSON.parse((await ask())?.payload ?? '{}') as AgentCommandPayload).sequence
  }
  const [first, second] = [await sequenceOf(), await sequenceOf()]
  assert.ok(first >= started - 1000 && first < second && Number.isSafeInteger(second), `${started} ${first} ${second}`)
})

test('a command that comes while the agent waits is handed over within seconds; an agent of another customer hears nothing', async () => {
  const [mine, other] = [await createScene(), await createScene()]
  const [asked, askedToo] = [mine.ask(), other.ask()]
  await mine.give()
  assert.ok(await asked)
  await other.give()
  const command = await askedToo
  assert.equal(JSON.parse(command?.payload ?? '{}').customerId, other.customerId)
})

test('an agent that waits hears at once of a configuration that it does not know; one of the release before does not', async () => {
  const { entityId, customerId, user, machine } = await createScene()
  const askWith = (more: object) => machine.post(machine.sign(agentPaths.command, { lastSequence: 0, ...more }))
  const save = (name: string, version: number) =>
    vakt.call(user, 'PUT', `/customer/${customerId}/entity/${entityId}/vm-agent`, {
      content: { ...emptyConfiguration, monitoredServices: [name] },
      version,
    })
  const [asked, before] = [askWith({ knownVersion: 0 }), performance.now()]
  await save('^nginx$', 0)
  assert.deepEqual((await asked).body, { command: null, desiredVersion: 1 })
  assert.ok(performance.now() - before < 10_000)
  assert.deepEqual((await askWith({ knownVersion: 0 })).body, { command: null, desiredVersion: 1 }, 'saved before it asked')
  // Known already: it waits, until the next one is saved.
  const next = askWith({ knownVersion: 1 })
  await save('^php$', 1)
  assert.deepEqual((await next).body, { command: null, desiredVersion: 2 })
})

test('a request that waits costs one transaction when nothing wakes it', async () => {
  const { customerId, entityId, machine } = await createScene()
  const pool = vakt.database.app
  const held = createHeldRequests(pool, vakt.listener)
  let transactions = 0
  const count = () => {
    transactions += 1
  }
  pool.on('acquire', count)
  const agent = { agentId: machine.agentId(), customerId, entityId, hostname: 'web-1' }
  const asked = { knownVersion: 0, allowed: { restart_systemd_unit: ['nginx'] }, gone: new AbortController().signal }
  const answer = nextCommand({ pool, signer: createCommandSigner(Buffer.alloc(32, 1)), held }, agent, asked)
  held.end()
  assert.deepEqual(await answer, { command: null })
  pool.off('acquire', count)
  assert.equal(transactions, 1)
})

test('what is over for ninety days is removed; what waits stays', async () => {
  const { give, states } = await createScene()
  await give()
  await give(randomUUID(), new Date(Date.now() - 6 * 60_000))
  await endOldCommands(contextAt(new Date()))
  await removeOldCommands(contextAt(new Date(Date.now() + 89 * 86_400_000)))
  assert.deepEqual((await states()).toSorted(), ['expired', 'waiting'])
  await removeOldCommands(contextAt(new Date(Date.now() + 91 * 86_400_000)))
  assert.deepEqual(await states(), ['waiting'])
})

test('what is not fetched in time is over, what was taken and never answered is unknown, and neither is handed over again', async () => {
  const { give, ask, states } = await createScene()
  const longAgo = new Date(Date.now() - 6 * 60_000)
  await give(randomUUID(), longAgo)
  await endOldCommands(contextAt(new Date()))
  assert.deepEqual(await states(), ['expired'])
  await give()
  assert.ok(await ask())
  await endOldCommands(contextAt(new Date(Date.now() + 11 * 60_000)))
  assert.deepEqual(await states(), ['expired', 'unknown'])
})

test('without an agent, with one that was ended or whose key is on two machines, there is nobody to command', async () => {
  const { customerId, entityId, machine, user, give } = await createScene()
  const has = () => inTransaction(work, customerId, (transaction) => hasAgent(transaction, customerId, entityId))
  const other = await createEntity(vakt.database, customerId)
  assert.equal(await inTransaction(work, customerId, (transaction) => hasAgent(transaction, customerId, other.entityId)), false)
  assert.equal(await has(), true)
  const isOffered = async (search: string) =>
    (await vakt.call(user, 'GET', `/customer/${customerId}/process-choices${search}`)).json().result.hasAgent
  assert.deepEqual(
    [await isOffered(''), await isOffered(`?entityId=${entityId}`), await isOffered(`?entityId=${other.entityId}`)],
    [true, true, false],
  )
  await vakt.call(user, 'DELETE', `/customer/${customerId}/agent/${machine.agentId()}`)
  assert.deepEqual([await has(), await give(), await isOffered('')], [false, false, false])
  const copied = await createScene()
  await copied.machine.report()
  await copied.machine.report({ chain: 'of another time' })
  await copied.machine.report({ chain: 'of a third' })
  assert.equal(await copied.give(), false)
})

test('no forged, changed, replayed, expired or misaddressed command is taken, and only what this machine allows', () => {
  const signer = createCommandSigner(Buffer.alloc(32, 1))
  const [agentId, customerId] = [randomUUID(), '1001']
  const now = Date.now()
  const at = (milliseconds: number) => new Date(now + milliseconds).toISOString()
  const fine: AgentCommandPayload = {
    ...{ agentId, customerId, commandId: randomUUID(), sequence: 8, issuedAt: at(-1000), expiresAt: at(60_000) },
    ...{ kind: 'restart_systemd_unit', names: ['nginx'] },
  }
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: signer.publicKey }, format: 'jwk' })
  const stranger = generateKeyPairSync('ed25519').privateKey
  const judge = (payload: string, signature: string, change: Partial<CommandJudge> = {}) => {
    const isSigned = verify(null, Buffer.from(signedTextOfCommand(payload)), publicKey, Buffer.from(signature, 'base64'))
    const isAllowed = (_: string, name: string) => name === 'nginx'
    const judged = judgeCommand(payload, {
      agentId,
      customerId,
      lastSequence: 7,
      now,
      isSigned,
      isPossible: () => true,
      isAllowed,
      ...change,
    })
    return 'refused' in judged ? judged.refused : 'taken'
  }
  const signed = (change: object) => {
    const payload = JSON.stringify({ ...fine, ...change })
    return judge(payload, signer.sign(payload))
  }
  assert.equal(signed({}), 'taken')
  const wrong: [object, string][] = [
    [{ agentId: randomUUID() }, 'other_agent'],
    [{ customerId: '1002' }, 'other_agent'],
    [{ sequence: 7 }, 'already_seen'],
    [{ sequence: 7.5 }, 'form'],
    [{ expiresAt: at(-1) }, 'expired'],
    [{ expiresAt: at(16 * 60_000) }, 'expired'],
    [{ expiresAt: 'later' }, 'expired'],
    [{ issuedAt: at(3 * 60_000), expiresAt: at(10 * 60_000) }, 'from_the_future'],
    [{ kind: 'run_shell' }, 'form'],
    [{ names: [] }, 'form'],
    [{ names: ['nginx; reboot'] }, 'form'],
    [{ names: ['-nginx'] }, 'form'],
    [{ names: ['../nginx'] }, 'form'],
    [{ names: ['sshd'] }, 'not_allowed'],
    [{ names: ['nginx', 'sshd'] }, 'not_allowed'],
  ]
  for (const [change, refused] of wrong) assert.equal(signed(change), refused, JSON.stringify(change))
  for (let count = 0; count < 3000; count += 1) {
    const payload = JSON.stringify({ ...fine, sequence: 9 + count })
    const bytes = Buffer.from(signer.sign(payload), 'base64')
    bytes[count % 64] = (bytes[count % 64] ?? 0) ^ (1 + (count % 255))
    assert.equal(judge(payload, bytes.toString('base64')), 'signature')
  }
  const payload = JSON.stringify(fine)
  assert.equal(judge(payload, sign(null, Buffer.from(signedTextOfCommand(payload)), stranger).toString('base64')), 'signature')
  assert.equal(judge(payload.replace('nginx', 'nginy'), signer.sign(payload)), 'signature')
})

test('each former key signs the key of now, and no other does', () => {
  const seeds = [Buffer.alloc(32, 3), Buffer.alloc(32, 1), Buffer.alloc(32, 2)] as const
  const signer = createCommandSigner(...seeds)
  for (const seed of seeds.slice(1)) {
    const formerKey = createCommandSigner(seed).publicKey
    const change = signer.signChangeFrom(formerKey)
    assert.ok(change)
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: formerKey }, format: 'jwk' })
    const text = Buffer.from(signedTextOfKeyChange(formerKey, signer.publicKey))
    assert.ok(verify(null, text, key, Buffer.from(change.signature, 'base64')))
  }
  assert.equal(signer.signChangeFrom(createCommandSigner(Buffer.alloc(32, 4)).publicKey), null)
  assert.equal(signer.signChangeFrom(signer.publicKey), null)
})
