import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import type { AgentPackages } from '@vakt/contract/agents/agents.ts'
import { lineToInstall } from '@vakt/domain/agents/install-line.ts'
import { commandAgent } from '#server/features/agent-commands/command-agent.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCustomer, createEntity } from '#server/testing/factories.ts'
import { inside, noSystemd, startSystemd, writeTargets } from '#server/testing/production/start-systemd.ts'
import { findFreePort, until } from '#server/testing/real-program.ts'
import { createTestApp } from '#server/testing/test-app.ts'

const packer = path.resolve(import.meta.dirname, '../../../../../scripts/build-agent-packages.mjs')
const stops: (() => Promise<unknown>)[] = []
after(async () => {
  for (const stop of stops.reverse()) await stop()
})

/** What is installed stays in memory, above the files of this machine. */
const prepare = `mkdir /run/dbus /run/layers
mount -t tmpfs tmpfs /run/layers
for folder in /etc /usr/lib /var/lib; do
  over=/run/layers$folder
  mkdir -p $over.upper $over.work
  mount -t overlay overlay -o lowerdir=$folder,upperdir=$over.upper,workdir=$over.work $folder
done`

const units = {
  'dbus.socket': '[Socket]\nListenStream=/run/dbus/system_bus_socket',
  'dbus.service': `[Unit]
Requires=dbus.socket
[Service]
ExecStart=/usr/bin/dbus-daemon --system --address=systemd: --nofork --nopidfile`,
  'polkit.service': `[Service]
Type=dbus
BusName=org.freedesktop.PolicyKit1
ExecStart=/usr/lib/polkit-1/polkitd --no-debug`,
  'allowed.service': '[Service]\nExecStart=/bin/sleep infinity',
  'other.service': '[Service]\nExecStart=/bin/sleep infinity',
  'broken.service': '[Service]\nType=oneshot\nExecStart=/bin/false',
}

async function startMachine() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vakt-systemd-'))
  stops.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  await chmod(folder, 0o755)
  await mkdir(path.join(folder, 'units'))
  await writeTargets(folder)
  for (const [name, text] of Object.entries(units)) await writeFile(path.join(folder, 'units', name), `${text}\n`)
  const machine = await startSystemd(folder, prepare)
  stops.push(machine.end)
  const ok = async (program: string, ...args: string[]) => {
    const { code, output } = await machine.run(program, args, 120_000)
    assert.equal(code, 0, `${program} ${args.join(' ')}: ${output}`)
    return output
  }
  const property = async (unit: string, name: string) => (await ok('systemctl', 'show', unit, '-P', name)).trim()
  await ok('systemctl', 'start', 'polkit.service')
  return { ...machine, folder, ok, property }
}

async function startVakt(packages: string) {
  const port = await findFreePort()
  const vakt = await createTestApp({ origin: `http://127.0.0.1:${port}`, agentPackages: packages })
  stops.push(vakt.close)
  const server = await vakt.app.listen({ port, host: '127.0.0.1' })
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const { entityId } = await createEntity(vakt.database, customerId)
  const user = { email: `anna@${emailDomain}`, roles: ['admin'] }
  const call = async (method: string, what: string, body?: object) =>
    (await vakt.call(user, method, `/customer/${customerId}/${what}`, body)).json().result
  const work = { pool: vakt.database.worker }
  const read = async <Row extends object>(text: string, value: string) =>
    (await workForAllCustomers(work, (transaction) => transaction.query<Row>(text, [value]))).rows
  type Row = { state: string; reason: string | null; results: { before: string; after: string; exitCode: number | null }[] }
  const restart = async (name: string) => {
    const key = randomUUID()
    const command = { key, entityId, kind: 'restart_systemd_unit' as const, names: [name], runId: randomUUID(), now: new Date() }
    assert.equal(await workForAllCustomers(work, (transaction) => commandAgent(transaction, customerId, command)), true)
    return until(async () => {
      const [row] = await read<Row>('select state, reason, results from agent_command where command_id = $1', key)
      return row && !['waiting', 'taken'].includes(row.state) && row
    })
  }
  const hasMetric = async (metric: string) =>
    (await read<{ metric: string }>('select metric from metric_series where customer_id = $1', customerId)).some(
      (row) => row.metric === metric,
    )
  return { server, entityId, call, restart, hasMetric }
}

test('under systemd the agent runs hardened, restarts what this machine allows through polkit, and nothing else', {
  skip: noSystemd,
  timeout: 600_000,
}, async () => {
  const machine = await startMachine()
  const { ok, property, systemctl } = machine
  const packages = path.join(machine.folder, 'packages')
  const vakt = await startVakt(packages)
  await promisify(execFile)(process.execPath, [packer, `linux-${process.arch}`, '--fast', `--out=${packages}`])
  const { secret } = await vakt.call('POST', 'agent-enrolment-token', { name: 'One', entityId: vakt.entityId })
  const { packages: listed, folderUrl } = (await vakt.call('GET', 'agent-package')) as AgentPackages
  const [built] = listed
  assert.ok(built)
  // As root already.
  const line = lineToInstall({ ...built, folderUrl, server: vakt.server, token: secret }).replace('sudo ', '')
  const said = await ok('sh', '-c', `cd ${inside} && ${line}`)
  assert.match(said, /The Vakt agent runs/)

  const unit = 'vakt-agent.service'
  const agent = async () => (await vakt.call('GET', 'agent'))[0]
  const enrolled = await agent()
  assert.equal(enrolled.entityId, vakt.entityId)
  await until(async () => (await agent()).lastContactAt > enrolled.lastContactAt)
  await until(() => vakt.hasMetric('system.memory.utilization'))
  assert.deepEqual([await property(unit, 'ActiveState'), await property(unit, 'UnitFileState')], ['active', 'enabled'])
  const status = await ok('cat', `/proc/${await property(unit, 'MainPID')}/status`)
  for (const line of [/^NoNewPrivs:\s1$/m, /^Seccomp:\s2$/m, /^CapEff:\s0+$/m, /^CapBnd:\s0+$/m]) assert.match(status, line)
  assert.doesNotMatch(status, /^Uid:.*\b0\b/m)

  const named = 'allowed.service'
  const refused = await vakt.restart(named)
  assert.deepEqual([refused.state, refused.reason], ['refused', 'not_allowed'])
  assert.equal(await property(named, 'ActiveState'), 'inactive')
  await ok('/usr/lib/vakt-agent/allow.sh', 'allowed', 'broken')
  const done = await vakt.restart(named)
  assert.deepEqual([done.state, done.reason, done.results[0]?.before, done.results[0]?.after], ['done', null, 'inactive', 'active'])
  const before = await property(named, 'MainPID')
  assert.equal((await vakt.restart('allowed')).state, 'done')
  assert.notEqual(await property(named, 'MainPID'), before)
  const broken = await vakt.restart('broken.service')
  assert.deepEqual([broken.state, broken.results[0]?.exitCode, broken.results[0]?.after], ['failed', 1, 'failed'])
  assert.match(broken.reason ?? '', /broken\.service failed/)

  // The agent is led to ask for what its list does not name, as if it were taken over: polkit refuses it.
  await ok('sh', '-c', `echo '{"restart_systemd_unit": ["allowed.service", "other.service"]}' >/etc/vakt-agent/allow.json`)
  const held = await vakt.restart('other.service')
  assert.deepEqual([held.state, held.results[0]?.exitCode, held.results[0]?.after], ['failed', 1, 'inactive'])
  assert.match(held.reason ?? '', /Access denied|authentication required/)
  const asAgent = (...words: string[]) => machine.run('runuser', ['-u', 'vakt-agent', '--', 'systemctl', '--no-ask-password', ...words])
  for (const words of [['stop', named], ['start', 'other.service'], ['mask', named], ['daemon-reload']])
    assert.notEqual((await asAgent(...words)).code, 0, words.join(' '))
  assert.equal(await property(named, 'ActiveState'), 'active')

  // A killed agent is started again, and goes on as the same one.
  const pid = await property(unit, 'MainPID')
  await ok('systemctl', 'kill', '--signal=KILL', unit)
  await until(async () => !['0', pid].includes(await property(unit, 'MainPID')))
  assert.equal((await vakt.restart(named)).state, 'done')
  assert.equal((await vakt.call('GET', 'agent')).length, 1)
  // Stopped it stays stopped, although it waits for commands, and is no failure.
  assert.equal((await systemctl(['stop', unit], 20_000)).code, 0)
  assert.deepEqual([await property(unit, 'ActiveState'), await property(unit, 'Result')], ['inactive', 'success'])
  // Without its program it cannot start, says so, and is tried again.
  await ok('mv', '/usr/lib/vakt-agent/agent.mjs', '/usr/lib/vakt-agent/gone')
  await systemctl(['start', unit])
  await until(async () => Number(await property(unit, 'NRestarts')) >= 1)
  await ok('mv', '/usr/lib/vakt-agent/gone', '/usr/lib/vakt-agent/agent.mjs')
  const { lastContactAt } = await agent()
  await until(async () => (await agent()).lastContactAt > lastContactAt)
  assert.equal(await property(unit, 'ActiveState'), 'active')
})
