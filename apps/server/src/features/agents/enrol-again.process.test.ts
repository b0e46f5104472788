import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createAgentScene } from '#server/testing/agent-scene.ts'
import { findFreePort } from '#server/testing/real-program.ts'
import { createTestApp } from '#server/testing/test-app.ts'

const program = path.resolve(import.meta.dirname, '../../../../agent/src/main.ts')
const folder = await mkdtemp(path.join(os.tmpdir(), 'vakt-enrol-again-'))
const state = path.join(folder, 'state')
const port = await findFreePort()
const server = `http://127.0.0.1:${port}`
const vakt = await createTestApp({ origin: server })
after(async () => {
  await vakt.close()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})
await vakt.app.listen({ port, host: '127.0.0.1' })

/** Runs the agent as the installer does. */
async function enrol(token: string, at = server) {
  const child = spawn(process.execPath, [program, 'enrol'], {
    env: { VAKT_AGENT_STATE: state, VAKT_AGENT_SERVER: at, VAKT_AGENT_TOKEN: token },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  const [code] = await once(child, 'close')
  return { said, isDone: code === 0 }
}

async function openScene() {
  const { customerId, entityId, call, createToken } = await createAgentScene(vakt)
  const agents = (): Promise<{ agentId: string }[]> => call('GET', 'agent')
  const shown = () => call('GET', `entity/${entityId}/vm-agent`)
  return { customerId, call, createToken, agents, shown }
}

const keptEnrolment = async () => JSON.parse(await readFile(path.join(state, 'enrolment.json'), 'utf8'))
const stateNames = async () => (await readdir(state)).toSorted()
const leave = (name: string, content = '{}') => writeFile(path.join(state, name), content)

test('the line enrols a machine again whose agent was ended or copied, and leaves one that counts as it is', async () => {
  const { customerId, call, createToken, agents, shown } = await openScene()
  const [first, second, third] = [await createToken(), await createToken(), await createToken()]
  assert.match((await enrol(first)).said, /enrolled as/)
  const enrolment = await keptEnrolment()
  const again = await enrol(second)
  assert.ok(again.isDone)
  assert.match(again.said, /is enrolled already as .* the token was not used/)
  assert.deepEqual([await keptEnrolment(), (await agents()).length, await stateNames()], [enrolment, 1, ['enrolment.json']])

  // Vakt cannot be reached: nothing is changed.
  const nowhere = await enrol(second, `http://127.0.0.1:${await findFreePort()}`)
  assert.ok(!nowhere.isDone)
  assert.match(nowhere.said, /could not be asked.*Nothing was changed/)
  assert.deepEqual([await keptEnrolment(), await stateNames()], [enrolment, ['enrolment.json']])

  await call('DELETE', `agent/${enrolment.agentId}`)
  assert.ok((await shown()).agentEndedAt)
  const left = ['command-key.json', 'commands.json', 'configuration.json', 'events.json', 'state.json']
  for (const name of left) await leave(name)
  assert.match((await enrol(second)).said, /enrolled as/)
  const next = await keptEnrolment()
  assert.notEqual(next.privateKey, enrolment.privateKey)
  assert.deepEqual(await agents().then((all) => all.map(({ agentId }) => agentId)), [next.agentId])
  assert.deepEqual(await stateNames(), ['enrolment.json', 'former'])
  assert.deepEqual((await readdir(path.join(state, 'former'))).toSorted(), [...left, 'enrolment.json'].toSorted())
  assert.equal((await shown()).agentEndedAt, null)

  await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
    transaction.query('update agent set copied_since = now() where customer_id = $1', [customerId]),
  )
  // As left by an agent that was killed after it had been enrolled.
  await leave('enrolling-key.json', JSON.stringify({ privateKey: next.privateKey }))
  assert.match((await enrol(third)).said, /enrolled as/)
  assert.notEqual((await keptEnrolment()).agentId, next.agentId)
})
