import assert from 'node:assert/strict'
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { signedTextOfCommand } from '@vakt/domain/agents/agent-command.ts'
import { pauseAfterNothing } from '@vakt/domain/agents/agent-pace.ts'
import { readAllowList } from './allow-list.ts'
import type { AgentConfig } from './config.ts'
import { CommandKeeper, tellOutcome } from './follow-commands.ts'
import { restartUnit } from './linux-machine.ts'
import { perform } from './perform-command.ts'

const folder = () => mkdtempSync(join(tmpdir(), 'vakt-agent-'))
const allowedBy = (file: string, ...names: string[]) => names.map((name) => readAllowList(file)('restart_systemd_unit', name))

test('only what the list of the machine names is allowed, with or without the suffix of a service', {
  skip: process.getuid?.() !== 0,
}, () => {
  const file = join(folder(), 'allow.json')
  assert.deepEqual(allowedBy(file, 'nginx'), [false], 'without the file nothing is allowed')
  writeFileSync(file, JSON.stringify({ restart_systemd_unit: ['nginx.service', 'app@1', 7], other: 1 }), { mode: 0o644 })
  assert.deepEqual(allowedBy(file, 'nginx', 'nginx.service', 'app@1.service', 'app@1'), [true, true, true, true])
  assert.deepEqual(allowedBy(file, 'cron', 'nginx.socket', '7', ''), [false, false, false, false])
  assert.equal(readAllowList(file)('start_windows_service', 'nginx'), false)
  const marked = join(folder(), 'allow.json')
  writeFileSync(marked, '\uFEFF{"restart_systemd_unit":["nginx"]}', { mode: 0o644 })
  assert.deepEqual(allowedBy(marked, 'nginx'), [true], 'as PowerShell 5 writes UTF-8')
  chmodSync(file, 0o666)
  assert.deepEqual(allowedBy(file, 'nginx'), [false], 'a list that others may write allows nothing')
  for (const text of ['{', 'null', '[]', '{"restart_systemd_unit":"nginx"}']) {
    const other = join(folder(), 'allow.json')
    writeFileSync(other, text, { mode: 0o644 })
    assert.deepEqual(allowedBy(other, 'nginx'), [false], text)
  }
})

test('an agent that is answered at once without a command waits; one whose request was held asks again at once', () => {
  assert.deepEqual([0, 19_999, 35_000, 50_000].map(pauseAfterNothing), [30_000, 30_000, 0, 0])
})

/** Keeps the state of its units in files beside it, and notes how it was called. */
function writeSystemctl(): { place: string; systemctl: string } {
  const place = folder()
  const systemctl = join(place, 'systemctl')
  const lines = [
    '#!/bin/sh',
    `cd ${place}`,
    'printf "%s|" "$@" >> calls; echo >> calls',
    '[ "$1" = show ] && { cat "state-$2" 2>/dev/null || echo inactive; exit; }',
    '[ "$4" = broken.service ] && { echo "Job for broken.service failed." >&2; exit 5; }',
    'echo active > "state-$4"',
  ]
  writeFileSync(systemctl, `${lines.join('\n')}\n`, { mode: 0o755 })
  return { place, systemctl }
}

test('a unit is restarted by one program with the name as one argument, never by a shell', async () => {
  const { place, systemctl } = writeSystemctl()
  const { state, reason, results } = await perform(restartUnit(systemctl), ['nginx', '$(touch x).service'])
  assert.deepEqual([state, reason, results.length], ['done', null, 2])
  const { milliseconds, ...first } = results[0] ?? assert.fail()
  assert.deepEqual(first, { name: 'nginx', exitCode: 0, before: 'inactive', after: 'active' })
  assert.ok(milliseconds > 0)
  const calls = readFileSync(join(place, 'calls'), 'utf8').split('\n')
  assert.ok(calls.includes('--no-ask-password|restart|--|nginx.service|'))
  assert.ok(calls.includes('--no-ask-password|restart|--|$(touch x).service|'))
})

test('a restart that fails says how; a program that is not there has no exit code', async () => {
  const { systemctl } = writeSystemctl()
  const failed = await perform(restartUnit(systemctl), ['broken'])
  assert.deepEqual([failed.state, failed.reason, failed.results[0]?.exitCode], ['failed', 'Job for broken.service failed.', 5])
  const gone = await perform(restartUnit('/nowhere/systemctl'), ['nginx'])
  assert.deepEqual([gone.state, gone.results[0]?.exitCode, gone.results[0]?.after], ['failed', null, 'unknown'])
})

/** An agent that may restart nginx, and the server that commands it. */
function createAgent() {
  const { place, systemctl } = writeSystemctl()
  const allowList = join(place, 'allow.json')
  writeFileSync(allowList, JSON.stringify({ restart_systemd_unit: ['nginx'] }), { mode: 0o644 })
  const config: AgentConfig = {
    server: '',
    token: '',
    folder: place,
    cycleSeconds: 60,
    keyDays: 90,
    systemctl,
    journalctl: '',
    systemRoot: '',
    allowList,
  }
  const actions = { restart_systemd_unit: restartUnit(systemctl) }
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const identity = { agentId: 'a', pinned: { customerId: 'c', commandKey: String(publicKey.export({ format: 'jwk' }).x) } }
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const content = {
    ...{ agentId: 'a', customerId: 'c', commandId: randomUUID(), sequence: 8, issuedAt: at(-1), expiresAt: at(4) },
    ...{ kind: 'restart_systemd_unit', names: ['nginx'] },
  }
  const signed = (change: object = {}, key = privateKey) => {
    const payload = JSON.stringify({ ...content, ...change })
    const signature = sign(null, Buffer.from(signedTextOfCommand(payload)), key).toString('base64')
    return { commandId: content.commandId, payload, signature }
  }
  const calls = () => (existsSync(join(place, 'calls')) ? readFileSync(join(place, 'calls'), 'utf8') : '')
  return { config, actions, identity, signed, at, calls, content }
}

/** `FORGED_COMMANDS=100000` for all of them. */
const forged = Number(process.env.FORGED_COMMANDS ?? 2000)

test('of thousands of forged, replayed, expired and misaddressed commands none is carried out', {
  skip: process.getuid?.() !== 0,
  timeout: 120_000 + 20 * forged,
}, async () => {
  const { config, actions, identity, signed, at, calls } = createAgent()
  const keeper = new CommandKeeper(config, actions)
  assert.equal((await keeper.carryOut(signed({ sequence: 7 }), identity)).state, 'done')
  keeper.told()
  const before = calls()
  assert.match(before, /restart\|--\|nginx\.service/)
  const stranger = generateKeyPairSync('ed25519').privateKey
  const attacks = [
    (index: number) => signed({ sequence: 8 + index }, stranger),
    (index: number) => ({ ...signed(), payload: signed({ sequence: 9 + index }).payload }),
    (index: number) => signed({ sequence: 7 - index }),
    (index: number) => signed({ agentId: `a${index}` }),
    (index: number) => signed({ customerId: `c${index}` }),
    (index: number) => signed({ agentId: `a${index}`, kind: `run_shell_${index}` }),
    (index: number) => signed({ sequence: `8${index}` }),
  ]
  for (let index = 0; index < forged / attacks.length; index += 1)
    for (const attack of attacks) {
      assert.equal((await keeper.carryOut(attack(index), identity)).state, 'refused')
      assert.equal(keeper.untold, null)
    }
  // Those of Vakt that come too late are passed over for good.
  const expired = { issuedAt: at(-9), expiresAt: at(-1) }
  const next = 8 + Math.ceil(forged / attacks.length)
  for (let sequence = 8; sequence < next; sequence += 1)
    assert.equal((await keeper.carryOut(signed({ ...expired, sequence }), identity)).reason, 'expired')
  assert.equal(calls(), before)
  assert.equal(
    (await keeper.carryOut(signed({ sequence: next, issuedAt: at(-1), expiresAt: at(4) }), identity)).state,
    'done',
    'a real one is carried out after all that',
  )
})

test('a command of Vakt that is refused is passed and answered, and not carried out later', {
  skip: process.getuid?.() !== 0,
}, async () => {
  const { config, actions, identity, signed, at, calls } = createAgent()
  const keeper = new CommandKeeper(config, actions)
  const refused = [
    { names: ['cron'] },
    { names: ['nginx', 'cron'] },
    { issuedAt: at(-9), expiresAt: at(-1) },
    { kind: 'start_iis_website' },
    { kind: 'run_shell' },
    { names: ['nginx; reboot'] },
    { names: ['-nginx'] },
    { names: [] },
  ]
  for (const [index, change] of refused.entries()) {
    await keeper.carryOut(signed({ ...change, sequence: 8 + index }), identity)
    assert.deepEqual([keeper.untold?.state, keeper.lastSequence], ['refused', 8 + index])
    keeper.told()
  }
  assert.equal(
    (await new CommandKeeper(config, actions).carryOut(signed({ sequence: 8 + refused.length - 1 }), identity)).reason,
    'already_seen',
  )
  assert.equal(calls(), '')
})

test('an outcome that the server refuses for good is told without its details, and holds up no later command', {
  skip: process.getuid?.() !== 0,
}, async () => {
  const { config, actions, identity, signed } = createAgent()
  const told: { state: string; results: unknown[] }[] = []
  let answers: number[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    told.push(JSON.parse(Buffer.concat(parts).toString()))
    response.writeHead(answers.shift() ?? 200).end('{}')
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  after(() => server.close())
  const { port } = server.address() as AddressInfo
  const signer = { server: `http://127.0.0.1:${port}`, keyId: 'a', privateKey: generateKeyPairSync('ed25519').privateKey }
  const lines: string[] = []
  const keeper = new CommandKeeper(config, actions)
  const run = async (sequence: number, ...given: number[]) => {
    await keeper.carryOut(signed({ sequence }), identity)
    answers = given
    return tellOutcome(keeper, signer, (line) => void lines.push(line))
  }
  assert.equal(await run(8, 400), true)
  assert.deepEqual(
    told.map(({ state, results }) => [state, results.length]),
    [
      ['done', 1],
      ['done', 0],
    ],
  )
  assert.equal(await run(9, 400, 400), true)
  assert.deepEqual([keeper.untold, lines.length], [null, 3])
  // What is about the agent or the server is waited for.
  for (const status of [401, 410, 429, 502]) {
    assert.equal(await run(10 + status, status), false)
    assert.equal(keeper.untold?.results.length, 1)
    assert.equal(await tellOutcome(keeper, signer, () => {}), true)
  }
})
