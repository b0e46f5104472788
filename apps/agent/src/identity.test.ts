import assert from 'node:assert/strict'
import fs, { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { agentPaths } from '@vakt/contract/agents/agent-paths.ts'
import type { AgentConfig } from './config.ts'
import { enrolAgain, openIdentity } from './identity.ts'
import { readEnrolment } from './keys.ts'
import { machine, startServer } from './testing/start-server.ts'

const place = mkdtempSync(join(tmpdir(), 'vakt-agent-identity-'))
after(() => rmSync(place, { recursive: true, force: true }))

/** Knows agents by their keys, as Vakt does; `failing` answers instead of it. */
async function startVakt() {
  const keys: string[] = []
  const ended = new Set<string>()
  const copied = new Set<string>()
  const vakt = { keys, ended, copied, failing: null as { status: number; body: object } | null }
  const server = await startServer(({ path, body, isSigned }) => {
    if (vakt.failing) return vakt.failing
    const shown = path === agentPaths.enrol ? String(body.publicKey) : (keys.find(isSigned) ?? '')
    if (ended.has(shown)) return { status: 410, body: { reason: 'revoked' } }
    if (path === agentPaths.enrol) {
      if (!keys.includes(shown)) keys.push(shown)
      return { status: 201, body: { agentId: `agent-${keys.indexOf(shown)}` } }
    }
    return keys.includes(shown) ? { status: 200, body: { isCopied: copied.has(shown) } } : { status: 401, body: { reason: 'unknown key' } }
  })
  const folder = mkdtempSync(join(place, 'state-'))
  const config = { server, token: 'vakt_enr_x', folder } as AgentConfig
  const leave = (name: string, text: string) => writeFileSync(join(folder, name), text)
  const readFormer = (name: string) => readFileSync(join(folder, 'former', name), 'utf8')
  return { vakt, config, folder, leave, readFormer }
}

test('an agent that counts keeps its enrolment; one that was ended, copied or forgotten gets a new key', async () => {
  const { vakt, config, folder } = await startVakt()
  assert.equal(await enrolAgain(config, machine), 'enrolled as agent-0')
  assert.match(await enrolAgain(config, machine), /enrolled already as agent-0/)
  vakt.copied.add(vakt.keys[0] ?? '')
  assert.equal(await enrolAgain(config, machine), 'enrolled as agent-1')
  vakt.ended.add(vakt.keys[1] ?? '')
  assert.equal(await enrolAgain(config, machine), 'enrolled as agent-2')
  // A database that was created again.
  vakt.keys.length = 0
  assert.equal(await enrolAgain(config, machine), 'enrolled as agent-0')
  const elsewhere = { ...machine, identifyingTexts: async () => ['another machine'] }
  await assert.rejects(openIdentity(config, elsewhere), /made on another machine.*run the line/)
  assert.equal(await enrolAgain(config, elsewhere), 'enrolled as agent-1')
  assert.deepEqual(readdirSync(folder).toSorted(), ['enrolment.json', 'former'])
})

test('where Vakt does not say whether the agent counts, nothing is changed', async () => {
  const { vakt, config, folder } = await startVakt()
  await enrolAgain(config, machine)
  const before = readEnrolment(folder)
  for (const [status, reason] of [
    [503, ''],
    [404, ''],
    [403, 'closed'],
    [401, 'form'],
  ] as const) {
    vakt.failing = { status, body: { reason } }
    await assert.rejects(enrolAgain(config, machine), new RegExp(`answered ${status} .*Nothing was changed`))
  }
  await assert.rejects(enrolAgain({ ...config, server: 'http://127.0.0.1:1' }, machine), /could not be asked.*Nothing was changed/)
  assert.deepEqual([readEnrolment(folder), readdirSync(folder)], [before, ['enrolment.json']])
})

test('what a kill left between the last two steps of enrolling is gone after the next start; a key that is not used yet stays', async () => {
  const { config, folder, leave } = await startVakt()
  await enrolAgain(config, machine)
  const { privateKey } = readEnrolment(folder) ?? {}
  leave('enrolling-key.json', JSON.stringify({ privateKey }))
  await openIdentity({ ...config, token: '' }, machine)
  assert.deepEqual(readdirSync(folder), ['enrolment.json'])
  leave('enrolling-key.json', JSON.stringify({ privateKey: 'of the next enrolment' }))
  await openIdentity({ ...config, token: '' }, machine)
  assert.deepEqual(readdirSync(folder).toSorted(), ['enrolling-key.json', 'enrolment.json'])
})

test('a key whose enrolment was not answered and then ended in Vakt is given up', async () => {
  const { vakt, config, folder } = await startVakt()
  await enrolAgain(config, machine)
  const { privateKey } = readEnrolment(folder) ?? {}
  rmSync(join(folder, 'enrolment.json'))
  writeFileSync(join(folder, 'enrolling-key.json'), JSON.stringify({ privateKey }))
  vakt.ended.add(vakt.keys[0] ?? '')
  assert.equal(await enrolAgain(config, machine), 'enrolled as agent-1')
})

/** Nothing is renamed, written or removed from the n-th time on, as after a kill; false: there were fewer. */
async function killedBefore(count: number, run: () => Promise<unknown>): Promise<boolean> {
  const { renameSync, rmSync: remove, writeFileSync: write } = fs
  let left = count
  const dying =
    <Values extends unknown[], Result>(real: (...values: Values) => Result) =>
    (...values: Values): Result => {
      left -= 1
      if (left <= 0) throw new Error('killed')
      return real(...values)
    }
  Object.assign(fs, { renameSync: dying(renameSync), rmSync: dying(remove), writeFileSync: dying(write) })
  syncBuiltinESMExports()
  try {
    await run()
    return false
  } catch (error) {
    assert.match((error as Error).message, /killed/)
    return true
  } finally {
    Object.assign(fs, { renameSync, rmSync: remove, writeFileSync: write })
    syncBuiltinESMExports()
  }
}

test('killed at any point, the line can be run again, and enrols the machine once', async () => {
  const { vakt, config, folder, leave, readFormer } = await startVakt()
  await enrolAgain(config, machine)
  const left = ['state.json', 'commands.json', 'command-key.json', 'configuration.json', 'events.json', 'services.json']
  for (let count = 1; ; count += 1) {
    const former = readEnrolment(folder)
    for (const key of vakt.keys) vakt.ended.add(key)
    for (const name of left) leave(name, `${name} ${count}`)
    mkdirSync(join(folder, 'spool'), { recursive: true })
    leave(join('spool', '1.json'), `unsent ${count}`)
    const wasKilled = await killedBefore(count, () => enrolAgain(config, machine))
    // The service may be started before the line is run again, and must not run with a part of what was kept.
    if (wasKilled && !existsSync(join(folder, 'enrolment.json')))
      await assert.rejects(openIdentity({ ...config, token: '' }, machine), /not enrolled/)
    await enrolAgain(config, machine)
    assert.equal(vakt.keys.length - vakt.ended.size, 1, `killed before ${count}`)
    assert.deepEqual(readdirSync(folder).toSorted(), ['enrolment.json', 'former'])
    for (const name of left) assert.equal(readFormer(name), `${name} ${count}`)
    assert.equal(readFormer('spool/1.json'), `unsent ${count}`)
    assert.equal(JSON.parse(readFormer('enrolment.json')).privateKey, former?.privateKey, `killed before ${count}`)
    if (wasKilled) continue
    assert.ok(count > 15, 'it was killed at each step')
    return
  }
})
