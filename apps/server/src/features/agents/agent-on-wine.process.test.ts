import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { agentPaths } from '@vakt/contract/agents/agent-paths.ts'
import type { AgentCommandAnswer } from '@vakt/contract/agents/agent-protocol.ts'
import { signedTextOfCommand } from '@vakt/domain/agents/agent-command.ts'
import { commandAgent } from '#server/features/agent-commands/command-agent.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createAgentScene } from '#server/testing/agent-scene.ts'
import { findFreePort, until } from '#server/testing/real-program.ts'
import { createTestApp } from '#server/testing/test-app.ts'

const run = promisify(execFile)
const wine = process.env.WINE_PATH ?? ''
const root = path.resolve(import.meta.dirname, '../../../../..')
const stops: (() => Promise<unknown>)[] = []
after(async () => {
  for (const stop of stops.reverse()) await stop()
})

/** Someone between agent and Vakt, who signs commands with a key of their own while `forges` is set. */
async function openMiddle(port: number, target: number) {
  const state = { forges: false }
  const { privateKey } = generateKeyPairSync('ed25519')
  const forge = (answer: AgentCommandAnswer): AgentCommandAnswer => {
    if (!answer.command) return answer
    const signature = sign(null, Buffer.from(signedTextOfCommand(answer.command.payload)), privateKey).toString('base64')
    return { ...answer, command: { ...answer.command, signature } }
  }
  const server = createServer(async (incoming, outgoing) => {
    const { method, url = '', headers } = incoming
    const asked = request({ host: '127.0.0.1', port: target, method, path: url, headers }, async (answer) => {
      const body = Buffer.concat(await answer.toArray())
      const changes = state.forges && url === agentPaths.command && answer.statusCode === 200
      const sent = changes ? Buffer.from(JSON.stringify(forge(JSON.parse(body.toString())))) : body
      outgoing.writeHead(answer.statusCode ?? 500, { 'content-type': 'application/json', date: answer.headers.date ?? '' }).end(sent)
    }).on('error', () => outgoing.destroy())
    incoming.pipe(asked)
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  stops.push(async () => {
    server.closeAllConnections()
    server.close()
  })
  return state
}

/** A path of this machine as programs of Windows write it under Wine. */
const windowsPath = (file: string) => `Z:${file.replaceAll('/', '\\')}`
/** Wine ends at once with some environments of a long list of variables. */
const env = { PATH: process.env.PATH }
/** What it writes goes nowhere, for Wine has no use for the sockets that Node gives to its children; so does how it ends. */
async function runOnWindows(name: string, ...words: string[]): Promise<void> {
  await once(spawn(wine, [`C:\\windows\\system32\\${name}`, ...words], { env, stdio: 'ignore' }), 'close')
}

test('the package for Windows enrols under Wine, and again after its agent was ended, reports, starts an allowed service, and refuses another and a forged command, and runs as a service', {
  skip: wine === '' && 'no Wine 10 is named in WINE_PATH; scripts/make-wine-root.sh makes one',
}, async () => {
  const [middle, port] = [await findFreePort(), await findFreePort()]
  const origin = `http://127.0.0.1:${middle}`
  const vakt = await createTestApp({ origin })
  stops.push(vakt.close)
  await vakt.app.listen({ port, host: '127.0.0.1' })
  const between = await openMiddle(middle, port)
  const { customerId, entityId, call, createToken } = await createAgentScene(vakt)

  const folder = await mkdtemp(path.join(os.tmpdir(), 'vakt-wine-'))
  stops.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  await run(process.execPath, [path.join(root, 'scripts/build-agent-packages.mjs'), 'win-x64', '--fast', `--out=${folder}`])
  const program = path.join(folder, 'vakt-agent')
  await cp(path.join(root, '.cache/agent/win-x64/vakt-agent'), program, { recursive: true })
  await writeFile(path.join(program, 'allow.json'), JSON.stringify({ start_windows_service: ['Spooler', 'BITS'] }))

  // Its usual folder, for a service does not get the environment of this test.
  await runOnWindows('cmd.exe', '/c', 'rmdir', '/s', '/q', 'C:\\ProgramData\\Vakt Agent')
  const log = await open(path.join(folder, 'log'), 'a')
  stops.push(() => log.close())
  const said = () => readFile(path.join(folder, 'log'), 'utf8')
  const [node, main] = ['node.exe', 'agent.mjs'].map((name) => windowsPath(path.join(program, name))) as [string, string]
  const startNode = (words: string[], given: Record<string, string> = {}) =>
    spawn(wine, [node, ...words], { env: { ...env, ...given }, stdio: ['ignore', log.fd, log.fd] })

  /** As the installer does it; answers with the lines that it wrote. */
  const enrol = async (token: string) => {
    const { length } = await said()
    await once(startNode(['--jitless', main, 'enrol'], { VAKT_AGENT_SERVER: origin, VAKT_AGENT_TOKEN: token }), 'close')
    return (await said()).slice(length)
  }
  const [first, second] = [await createToken(), await createToken()]
  assert.match(await enrol(first), /enrolled as/)
  assert.match(await enrol(second), /is enrolled already as .* the token was not used/)
  const [former] = await call('GET', 'agent')
  await call('DELETE', `agent/${former.agentId}`)
  assert.match(await enrol(second), /enrolled as/)
  const aside = String.raw`console.log('aside: ' + fs.readdirSync('C:\\ProgramData\\Vakt Agent\\former'))`
  await once(startNode(['-e', aside]), 'close')
  assert.match(await said(), /aside: enrolment\.json/)

  const agent = startNode(['--jitless', '--optimize-for-size', main], { VAKT_AGENT_CYCLE_SECONDS: '2' })
  const closed = once(agent, 'close')
  const kill = async () => {
    agent.kill('SIGKILL')
    await closed
  }
  stops.push(kill)

  const work = { pool: vakt.database.worker }
  const series = async () => {
    const text = 'select metric from metric_series where customer_id = $1'
    const { rows } = await workForAllCustomers(work, (transaction) => transaction.query<{ metric: string }>(text, [customerId]))
    return new Set(rows.map(({ metric }) => metric))
  }
  const measured = await until(async () => {
    assert.equal(agent.exitCode, null, await said())
    const found = await series()
    return found.has('system.filesystem.utilization') && found
  })
  assert.ok(measured.has('system.memory.utilization'))
  const [enrolled] = await call('GET', 'agent')
  assert.notEqual(enrolled.agentId, former.agentId)
  assert.deepEqual([enrolled.platform, enrolled.entityId, enrolled.copiedSince], ['windows', entityId, null])

  const give = (name: string) => {
    const key = randomUUID()
    const wanted = { key, entityId, kind: 'start_windows_service' as const, names: [name], runId: randomUUID(), now: new Date() }
    return workForAllCustomers(work, async (transaction) => {
      assert.equal(await commandAgent(transaction, customerId, wanted), true)
      return key
    })
  }
  type Row = { state: string; reason: string | null; results: { before: string; after: string }[] }
  const read = (key: string) =>
    workForAllCustomers(work, async (transaction) => {
      const { rows } = await transaction.query<Row>('select state, reason, results from agent_command where command_id = $1', [key])
      return rows[0]
    })
  const outcomeOf = (key: string) =>
    until(async () => {
      const row = await read(key)
      return row && !['waiting', 'taken'].includes(row.state) && row
    })

  const started = await outcomeOf(await give('Spooler'))
  assert.deepEqual([started.state, started.results[0]?.before, started.results[0]?.after], ['done', 'stopped', 'running'])
  const refused = await outcomeOf(await give('Schedule'))
  assert.deepEqual([refused.state, refused.reason], ['refused', 'not_allowed'])

  between.forges = true
  const forged = await give('BITS')
  await until(async () => (await said()).includes(`command ${forged}: refused`))
  assert.match(await said(), new RegExp(`command ${forged}: refused \\(signature\\)`))
  assert.equal((await read(forged))?.state, 'taken', 'of a forged command Vakt is told nothing')
  between.forges = false
  const later = await outcomeOf(await give('BITS'))
  assert.deepEqual([later.state, later.results[0]?.before], ['done', 'stopped'], 'the forged one did nothing')

  // The service manager starts it, which waits for an answer of the control dispatcher.
  // Wine ends its services with the last other program.
  const other = spawn(wine, [node, '-e', 'setInterval(() => {}, 1000)'], { env, stdio: 'ignore' })
  stops.push(async () => {
    other.kill('SIGKILL')
  })
  await once(other, 'spawn')
  await kill()
  const service = `"${node}" --jitless "${main}" service`
  await runOnWindows('sc.exe', 'delete', 'VaktAgent')
  await runOnWindows('sc.exe', 'create', 'VaktAgent', 'binPath=', service)
  stops.push(() => runOnWindows('sc.exe', 'delete', 'VaktAgent'))
  stops.push(() => runOnWindows('sc.exe', 'stop', 'VaktAgent'))
  const contact = async () => (await call('GET', 'agent'))[0].lastContactAt
  const before = await contact()
  await runOnWindows('sc.exe', 'start', 'VaktAgent')
  await until(async () => (await contact()) > before)
})
