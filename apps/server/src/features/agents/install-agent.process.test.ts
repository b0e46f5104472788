import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import type { AgentPackages } from '@vakt/contract/agents/agents.ts'
import { lineToInstall } from '@vakt/domain/agents/install-line.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { findFreePort, until } from '#server/testing/real-program.ts'
import { createTestApp } from '#server/testing/test-app.ts'

const run = promisify(execFile)
const build = path.resolve(import.meta.dirname, '../../../../../scripts/build-agent-packages.mjs')
const target = `linux-${process.arch}`

test('the line that is pasted installs what the server built, enrols the machine, and stops at a package that was changed', {
  skip: process.platform !== 'linux' && 'it is a line for Linux',
}, async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vakt-install-'))
  const packages = path.join(folder, 'packages')
  const origin = `http://127.0.0.1:${await findFreePort()}`
  const vakt = await createTestApp({ origin, agentPackages: packages })
  after(async () => {
    await vakt.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  await vakt.app.listen({ port: Number(new URL(origin).port), host: '127.0.0.1' })
  await run(process.execPath, [build, target, '--fast', `--out=${packages}`])
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const user = { email: `anna@${emailDomain}`, roles: ['admin'] }
  const call = async (method: string, what: string, body?: object) =>
    (await vakt.call(user, method, `/customer/${customerId}/${what}`, body)).json().result
  const { secret } = await call('POST', 'agent-enrolment-token', { name: 'One', entityId: null })
  const { packages: listed, folderUrl } = (await call('GET', 'agent-package')) as AgentPackages
  const [built] = listed
  assert.ok(built)
  // As root already, below a folder of its own.
  const line = lineToInstall({ ...built, folderUrl, server: origin, token: secret }).replace('sudo ', '')
  const [machine, downloads] = [path.join(folder, 'machine'), path.join(folder, 'downloads')]
  await mkdir(downloads)
  const paste = (text: string) => run('sh', ['-c', text], { cwd: downloads, env: { PATH: process.env.PATH, DESTDIR: machine } })

  const sound = await readFile(path.join(packages, built.file))
  await writeFile(path.join(packages, built.file), Buffer.concat([sound.subarray(0, -1), Buffer.from('!')]))
  await assert.rejects(paste(line), /checksum did NOT match|FAILED/)
  assert.ok(!existsSync(machine))

  await writeFile(path.join(packages, built.file), sound)
  await paste(line)
  const [agent] = await call('GET', 'agent')
  assert.equal(agent.hostname, os.hostname())
  assert.equal(statSync(path.join(machine, 'var/lib/vakt-agent')).mode & 0o777, 0o700)
  assert.equal(await readFile(path.join(machine, 'etc/vakt-agent/allow.json'), 'utf8'), '{}\n')
  const unit = await readFile(path.join(machine, 'etc/systemd/system/vakt-agent.service'), 'utf8')
  assert.match(unit, /^NoNewPrivileges=yes$/m)
  // As systemd starts it.
  const options = /^ExecStart=\S+ (.*) \S+$/m.exec(unit)?.[1]?.split(' ') ?? []
  const program = path.join(machine, 'usr/lib/vakt-agent')
  const running = spawn(path.join(program, 'node'), [...options, path.join(program, 'agent.mjs')], {
    env: { VAKT_AGENT_STATE: path.join(machine, 'var/lib/vakt-agent') },
    stdio: 'ignore',
  })
  await until(async () => (await call('GET', 'agent'))[0].lastContactAt > agent.lastContactAt)
  running.kill('SIGKILL')
  await once(running, 'close')

  const allow = (...units: string[]) =>
    run('sh', [path.join(machine, 'usr/lib/vakt-agent/allow.sh'), ...units], { env: { DESTDIR: machine } })
  await allow('nginx', 'app@1.service')
  const allowed = JSON.parse(await readFile(path.join(machine, 'etc/vakt-agent/allow.json'), 'utf8'))
  assert.deepEqual(allowed, { restart_systemd_unit: ['nginx.service', 'app@1.service'] })
  const rule = await readFile(path.join(machine, 'etc/polkit-1/rules.d/50-vakt-agent.rules'), 'utf8')
  assert.ok(rule.includes('["nginx.service", "app@1.service"].indexOf'))
  for (const unit of ['-x', 'a b', '"];reboot', '../x', 'a:b']) await assert.rejects(allow(unit), /not the name of a unit/, unit)
  // A new version over the old one keeps what is allowed, and is not enrolled again.
  assert.match((await paste(line)).stdout, /is enrolled already/)
  assert.deepEqual(JSON.parse(await readFile(path.join(machine, 'etc/vakt-agent/allow.json'), 'utf8')), allowed)
  assert.equal((await call('GET', 'agent')).length, 1)
  // Once its agent was ended, a new line enrols the machine again.
  await vakt.call(user, 'DELETE', `/customer/${customerId}/agent/${agent.agentId}`)
  await assert.rejects(paste(line), /not enrolled/)
  const { secret: next } = await call('POST', 'agent-enrolment-token', { name: 'Two', entityId: null })
  await paste(lineToInstall({ ...built, folderUrl, server: origin, token: next }).replace('sudo ', ''))
  const [again, ...others] = await call('GET', 'agent')
  assert.notEqual(again.agentId, agent.agentId)
  assert.deepEqual(others, [])
  assert.deepEqual(JSON.parse(await readFile(path.join(machine, 'etc/vakt-agent/allow.json'), 'utf8')), allowed)
})
