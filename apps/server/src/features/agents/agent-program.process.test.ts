import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { emptyConfiguration } from '@vakt/domain/agent-configurations/configuration.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createAgentScene } from '#server/testing/agent-scene.ts'
import { findFreePort, until } from '#server/testing/real-program.ts'
import { createTestApp } from '#server/testing/test-app.ts'

const program = path.resolve(import.meta.dirname, '../../../../agent/src/main.ts')
const stops: (() => Promise<unknown>)[] = []
after(async () => {
  for (const stop of stops.reverse()) await stop()
})

/** What systemd would say; tests run where there is none. */
async function writeSystemctl(file: string, nginx: string): Promise<void> {
  await writeFile(file, `#!/bin/sh\nprintf 'Id=nginx.service\\nActiveState=${nginx}\\nLoadState=loaded\\n'\n`)
  await chmod(file, 0o755)
}

test('the program enrols, measures, applies what is configured, survives kill -9, and ends when it is revoked', async () => {
  const port = await findFreePort()
  const vakt = await createTestApp({ origin: `http://127.0.0.1:${port}` })
  stops.push(vakt.close)
  const server = await vakt.app.listen({ port, host: '127.0.0.1' })
  const { customerId, entityId, call, createToken } = await createAgentScene(vakt)
  const secret = await createToken()
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vakt-agent-'))
  stops.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const systemctl = path.join(folder, 'systemctl')
  await writeSystemctl(systemctl, 'active')
  const settings = { VAKT_AGENT_STATE: path.join(folder, 'state'), VAKT_AGENT_SYSTEMCTL: systemctl, VAKT_AGENT_CYCLE_SECONDS: '0.3' }
  const startAgent = (more: Record<string, string> = {}) => {
    const child = spawn(process.execPath, [program], { env: { ...settings, ...more }, stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    const closed = once(child, 'close')
    stops.push(async () => {
      child.kill('SIGKILL')
      await closed
    })
    return { child, closed, output: () => output }
  }
  const series = async () => {
    const { rows } = await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
      transaction.query<{ metric: string; labels: Record<string, string> }>(
        'select metric, labels from metric_series where customer_id = $1',
        [customerId],
      ),
    )
    return rows
  }
  const agent = async () => (await call('GET', 'agent'))[0]

  const first = startAgent({ VAKT_AGENT_SERVER: server, VAKT_AGENT_TOKEN: secret })
  await until(async () => (await series()).some(({ metric }) => metric === 'system.filesystem.utilization'))
  assert.ok((await series()).every(({ labels }) => labels.vakt_entity === entityId))
  assert.equal((await agent()).entityId, entityId)

  const configured = `entity/${entityId}/vm-agent`
  await call('PUT', configured, { content: { ...emptyConfiguration, monitoredServices: ['^nginx$'] }, version: 0 })
  const applied = await until(async () => {
    const found = await call('GET', configured)
    return found.report?.appliedVersion === 1 && found
  })
  assert.deepEqual(applied.report.found.services, [{ name: 'nginx', state: 'running' }])
  await until(async () => (await series()).some(({ metric, labels }) => metric === 'vakt.service.up' && labels.service === 'nginx'))

  // What it cannot apply is rolled back by itself, with the reason.
  const query = { queryName: 'Q', logName: 'Application', level: 'error', regexString: '', eventID: null, sourceRegexString: '' }
  await call('PUT', configured, { content: { ...emptyConfiguration, eventLogQueries: [query] }, version: 1 })
  const rolledBack = await until(async () => {
    const found = await call('GET', configured)
    return found.report?.appliedVersion === 3 && found
  })
  assert.deepEqual(rolledBack.content.monitoredServices, ['^nginx$'])

  first.child.kill('SIGKILL')
  await first.closed
  const { lastContactAt } = await agent()
  const last = startAgent()
  await until(async () => (await agent()).lastContactAt > lastContactAt)
  const { agentId, copiedSince } = await agent()
  assert.equal(copiedSince, null)
  await call('DELETE', `agent/${agentId}`)
  assert.deepEqual(await last.closed, [1, null])
  assert.match(last.output(), /was ended in Vakt/)
})
