import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { emptyConfiguration } from '@vakt/domain/agent-configurations/configuration.ts'
import { createAgentScene } from '#server/testing/agent-scene.ts'
import { findFreePort, until } from '#server/testing/real-program.ts'
import { createTestApp } from '#server/testing/test-app.ts'

const program = path.resolve(import.meta.dirname, '../../../../agent/src/main.ts')
const stops: (() => Promise<unknown>)[] = []
after(async () => {
  for (const stop of stops.reverse()) await stop()
})

const saves = 5
const goalMs = 10_000

test('a configuration that is saved is applied by the program within ten seconds, although it reports once a minute', async (context) => {
  const port = await findFreePort()
  const vakt = await createTestApp({ origin: `http://127.0.0.1:${port}` })
  stops.push(vakt.close)
  const server = await vakt.app.listen({ port, host: '127.0.0.1' })
  const { entityId, call, createToken } = await createAgentScene(vakt)
  const secret = await createToken()
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vakt-agent-'))
  stops.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const child = spawn(process.execPath, [program], {
    env: { VAKT_AGENT_STATE: folder, VAKT_AGENT_CYCLE_SECONDS: '60', VAKT_AGENT_SERVER: server, VAKT_AGENT_TOKEN: secret },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const closed = once(child, 'close')
  stops.push(async () => {
    child.kill('SIGKILL')
    await closed
  })
  const configured = `entity/${entityId}/vm-agent`
  await until(async () => (await call('GET', configured)).report !== null)

  const took: number[] = []
  for (let version = 0; version < saves; version += 1) {
    const savedAt = performance.now()
    await call('PUT', configured, {
      content: { ...emptyConfiguration, folders: [{ folderPath: folder, fileMask: `${version}*` }] },
      version,
    })
    await until(async () => (await call('GET', configured)).report.appliedVersion === version + 1)
    took.push(performance.now() - savedAt)
  }
  const sorted = took.toSorted((one, other) => one - other)
  const [median, p95] = [0.5, 0.95].map((share) => sorted[Math.ceil(share * saves) - 1] ?? 0) as [number, number]
  context.diagnostic(`from saving to applied: median ${Math.round(median)} ms, p95 ${Math.round(p95)} ms, of ${saves}`)
  assert.ok(p95 < goalMs, `p95 ${p95} ms`)
})
