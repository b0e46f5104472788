import assert from 'node:assert/strict'
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { agentPaths } from '@vakt/contract/agents/agent-paths.ts'
import type { AgentReport } from '@vakt/contract/agents/agent-protocol.ts'
import { signedTextOfKeyChange } from '@vakt/domain/agents/agent-keys.ts'
import { clock } from './call-server.ts'
import type { AgentConfig } from './config.ts'
import { createKey, type Enrolment, KeyRotation, PinnedKey, readEnrolment, shownKeyOf, writeKey } from './keys.ts'
import { createReporter } from './report.ts'
import { machine, type Seen, startServer } from './testing/start-server.ts'

const place = mkdtempSync(join(tmpdir(), 'vakt-agent-keys-'))
after(() => rmSync(place, { recursive: true, force: true }))
const folder = () => mkdtempSync(join(place, 'state-'))

test('a new key of the server is followed when the former one signed it, and never otherwise', () => {
  const [first, second, stranger] = [createKey(), createKey(), createKey()]
  const change = (former: KeyObject, next: KeyObject, by = former) => ({
    formerKey: shownKeyOf(former),
    commandKey: shownKeyOf(next),
    signature: sign(null, Buffer.from(signedTextOfKeyChange(shownKeyOf(former), shownKeyOf(next))), by).toString('base64'),
  })
  const of = (key: KeyObject, commandKeyChange?: object) => ({ customerId: '1001', commandKey: shownKeyOf(key), commandKeyChange })
  const state = folder()
  const pinned = new PinnedKey(state)
  assert.equal(pinned.follow(of(first)), null)
  const wrong = [
    of(stranger),
    of(stranger, change(first, stranger, stranger)),
    of(stranger, change(stranger, stranger)),
    of(stranger, change(first, second)),
    of(stranger, { ...change(first, second), commandKey: shownKeyOf(stranger) }),
  ]
  for (const answer of wrong) {
    assert.match(String(pinned.follow(answer)), /refused/)
    assert.equal(pinned.current?.commandKey, shownKeyOf(first))
  }
  assert.equal(pinned.follow(of(second, change(first, second))), null)
  assert.deepEqual(new PinnedKey(state).current, { customerId: '1001', commandKey: shownKeyOf(second) })
  assert.match(String(pinned.follow(of(first, change(first, second)))), /refused/, 'not back to the former one')
})

function createAgent(server: string, keyDays: number, on = machine) {
  const state = folder()
  const key = createKey()
  const enrolment: Enrolment = { server, agentId: 'a', privateKey: writeKey(key), machine: '', keyMadeAt: new Date().toISOString() }
  const keys = new KeyRotation(state, enrolment)
  const config = { server, token: '', folder: state, cycleSeconds: 60, keyDays } as AgentConfig
  return { state, shown: shownKeyOf(key), keys, report: createReporter(config, keys, on).report }
}

test('a clock that is an hour off is corrected by the first answer, and reported', async () => {
  const reports: Seen[] = []
  const server = await startServer((seen) => {
    if (seen.refused) return { status: 401, body: { reason: seen.refused } }
    reports.push(seen)
    return { status: 200, body: { chain: 'c', customerId: '1', commandKey: 'k', configuration: null } }
  }, -3_600_000)
  try {
    assert.equal((await createAgent(server, 90).report()).problem, null)
    assert.ok(Math.abs(Number(reports[0]?.body.clockAheadSeconds) - 3600) <= 2)
    // What was measured before that answer has the server's time as well.
    const first = reports[0]?.body as AgentReport | undefined
    const at = first?.measurements[0]?.at ?? ''
    assert.ok(Math.abs(Date.parse(at) + 3_600_000 - Date.now()) < 60_000, at)
  } finally {
    clock.aheadMs = 0
  }
})

test('a text with NUL or half a surrogate pair reaches the server as one that can be stored', async () => {
  const reports: Seen[] = []
  const server = await startServer((seen) => {
    reports.push(seen)
    return { status: 200, body: { chain: 'c', customerId: '1', commandKey: 'k', configuration: null } }
  })
  const cut = `x${'\u{1f600}'.repeat(3)}`.slice(0, 2)
  const measure = async () => [{ metric: 'm', unit: null, dimensions: { disk: `a\0b${cut}` }, value: 1 }]
  assert.equal((await createAgent(server, 90, { ...machine, measure }).report()).problem, null)
  const report = reports[0]?.body as AgentReport | undefined
  const point = report?.measurements[0]?.points.find(({ metric }) => metric === 'm')
  assert.deepEqual(point?.dimensions, { disk: 'a\ufffdbx\ufffd' })
})

test('what was found on the machine is told again when the server asks for it', async () => {
  const found: boolean[] = []
  const server = await startServer(({ body }) => {
    found.push((body as AgentReport).configuration?.found !== null)
    return { status: 200, body: { chain: 'c', customerId: '1', commandKey: 'k', configuration: null, wantsFound: found.length === 2 } }
  })
  const { report } = createAgent(server, 90)
  for (let count = 0; count < 4; count += 1) assert.equal((await report()).isTaken, true)
  assert.deepEqual(found, [true, false, true, false])
})

test('the machine gets a new key when its time has come, also when the answer to that is lost', async () => {
  let known = ''
  let isAnswerLost = true
  const server = await startServer(({ path, body, isSigned }) => {
    if (!isSigned(known)) return { status: 401, body: { reason: 'signature' } }
    if (path !== agentPaths.rotateKey) return { status: 200, body: { chain: 'c', customerId: '1', commandKey: 'k', configuration: null } }
    known = String(body.publicKey)
    if (!isAnswerLost) return { status: 200, body: {} }
    isAnswerLost = false
    return { status: 502, body: {} }
  })
  const { state, shown, report, keys } = createAgent(server, 0)
  known = shown
  assert.equal((await report()).isTaken, true)
  assert.notEqual(known, shown)
  assert.ok(readEnrolment(state)?.nextKey, 'the answer was lost: both are kept')
  assert.equal((await report()).isTaken, true, 'the key that the server knows is found')
  const kept = readEnrolment(state)
  assert.ok(kept)
  const { signer } = new KeyRotation(state, kept)
  assert.deepEqual([shownKeyOf(signer.privateKey), shownKeyOf(keys.signer.privateKey), kept.nextKey], [known, known, undefined])
})

test('a key that the server does not know is no reason to make another', async () => {
  const { privateKey } = generateKeyPairSync('ed25519')
  const server = await startServer(({ isSigned }) => ({
    status: isSigned(shownKeyOf(privateKey)) ? 200 : 401,
    body: { reason: 'signature' },
  }))
  const { state, report } = createAgent(server, 0)
  assert.deepEqual([(await report()).isTaken, readEnrolment(state)], [false, undefined])
})
