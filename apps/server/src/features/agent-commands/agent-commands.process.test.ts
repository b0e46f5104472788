import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCustomer, createEntity } from '#server/testing/factories.ts'
import { findFreePort, until } from '#server/testing/real-program.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { commandAgent } from './command-agent.ts'

const program = path.resolve(import.meta.dirname, '../../../../agent/src/main.ts')
const stops: (() => Promise<unknown>)[] = []
after(async () => {
  for (const stop of stops.reverse()) await stop()
})

/** systemd in so far as the agent speaks with it: `web` starts, `broken` does not, and `slow` never ends. */
const systemctl = (folder: string) => `#!/bin/sh
case "$*" in
  *restart*web.service) echo active > ${folder}/web ;;
  *restart*broken.service) echo 'Job for broken.service failed.' >&2; exit 1 ;;
  *restart*slow.service) touch ${folder}/slow; sleep 60 ;;
  *--value*) cat ${folder}/web 2>/dev/null || echo failed ;;
  *) printf 'Id=web.service\\nActiveState=failed\\nLoadState=loaded\\n' ;;
esac
`

test('the program restarts what the machine allows and nothing else, and does nothing twice when it is killed in the middle', {
  skip: process.getuid?.() !== 0 && 'the list of what is allowed belongs to root',
}, async () => {
  const port = await findFreePort()
  const vakt = await createTestApp({ origin: `http://127.0.0.1:${port}` })
  stops.push(vakt.close)
  const server = await vakt.app.listen({ port, host: '127.0.0.1' })
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const { entityId } = await createEntity(vakt.database, customerId)
  const user = { email: `anna@${emailDomain}`, roles: ['admin'] }
  const created = await vakt.call(user, 'POST', `/customer/${customerId}/agent-enrolment-token`, { name: 'One', entityId })
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vakt-agent-'))
  stops.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  await writeFile(path.join(folder, 'systemctl'), systemctl(folder))
  await chmod(path.join(folder, 'systemctl'), 0o755)
  const allowList = path.join(folder, 'allow.json')
  await writeFile(allowList, JSON.stringify({ restart_systemd_unit: ['web', 'broken', 'slow'] }), { mode: 0o644 })
  const settings = {
    ...{ VAKT_AGENT_STATE: path.join(folder, 'state'), VAKT_AGENT_SYSTEMCTL: path.join(folder, 'systemctl') },
    ...{ VAKT_AGENT_ALLOW: allowList, VAKT_AGENT_CYCLE_SECONDS: '0.3' },
    ...{ VAKT_AGENT_SERVER: server, VAKT_AGENT_TOKEN: created.json().result.secret },
  }
  const startAgent = () => {
    const child = spawn(process.execPath, [program], { env: settings, stdio: ['ignore', 'ignore', 'inherit'] })
    const closed = once(child, 'close')
    const kill = async () => {
      child.kill('SIGKILL')
      await closed
    }
    stops.push(kill)
    return kill
  }
  type Row = { state: string; reason: string | null; results: { name: string; before: string; after: string; exitCode: number | null }[] }
  const read = async (key: string) =>
    (
      await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
        transaction.query<Row>('select state, reason, results from agent_command where command_id = $1', [key]),
      )
    ).rows[0]
  const give = (kind: 'restart_systemd_unit' | 'start_windows_service', ...names: string[]) => {
    const key = randomUUID()
    return workForAllCustomers({ pool: vakt.database.worker }, async (transaction) => {
      assert.equal(await commandAgent(transaction, customerId, { key, entityId, kind, names, runId: randomUUID(), now: new Date() }), true)
      return key
    })
  }
  const outcomeOf = async (key: string) => {
    const ended = async () => {
      const row = await read(key)
      return row && !['waiting', 'taken'].includes(row.state) && row
    }
    return until(ended)
  }

  const kill = startAgent()
  await until(async () => existsSync(path.join(folder, 'state', 'command-key.json')))
  const { state, results } = await outcomeOf(await give('restart_systemd_unit', 'web'))
  assert.equal(state, 'done')
  assert.deepEqual(
    results.map(({ name, before, after, exitCode }) => [name, before, after, exitCode]),
    [['web', 'failed', 'active', 0]],
  )
  const broken = await outcomeOf(await give('restart_systemd_unit', 'broken'))
  assert.deepEqual([broken.state, broken.reason, broken.results[0]?.exitCode], ['failed', 'Job for broken.service failed.', 1])
  const refused = await outcomeOf(await give('restart_systemd_unit', 'web', 'sshd'))
  assert.deepEqual([refused.state, refused.reason, refused.results], ['refused', 'not_allowed', []])
  const windows = await outcomeOf(await give('start_windows_service', 'Spooler'))
  assert.deepEqual([windows.state, windows.reason], ['refused', 'not_here'])
  await writeFile(allowList, '{}')
  await chmod(allowList, 0o646)
  assert.equal((await outcomeOf(await give('restart_systemd_unit', 'web'))).reason, 'not_allowed')

  await chmod(allowList, 0o644)
  await writeFile(allowList, JSON.stringify({ restart_systemd_unit: ['slow'] }))
  const slow = await give('restart_systemd_unit', 'slow')
  await until(async () => existsSync(path.join(folder, 'slow')))
  await kill()
  await rm(path.join(folder, 'slow'))
  startAgent()
  assert.equal((await outcomeOf(slow)).state, 'unknown')
  assert.equal((await outcomeOf(await give('start_windows_service', 'Spooler'))).state, 'refused', 'the agent goes on')
  assert.ok(!existsSync(path.join(folder, 'slow')), 'it was not begun again')
})
