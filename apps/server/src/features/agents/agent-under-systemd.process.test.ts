import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmod, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import type { FoundEvent } from '@vakt/contract/agents/agent-configurations.ts'
import type { AgentPackages } from '@vakt/contract/agents/agents.ts'
import { emptyConfiguration } from '@vakt/domain/agent-configurations/configuration.ts'
import { lineToInstall } from '@vakt/domain/agents/install-line.ts'
import { slotOf } from '@vakt/domain/metrics/bucket.ts'
import { commandAgent } from '#server/features/agent-commands/command-agent.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { inside, noSystemd, startSystemd, writeTargets } from '#server/testing/production/start-systemd.ts'
import { findFreePort, until } from '#server/testing/real-program.ts'
import { createRuleDesks } from '#server/testing/rule-desk.ts'
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
done
mkdir -p /etc/systemd/journald.conf.d
printf '[Journal]\\nStorage=volatile\\nReadKMsg=no\\nAudit=no\\n' >/etc/systemd/journald.conf.d/test.conf`

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
  // Each logs one line that is an error and one that is not.
  'shop.service': `[Service]\nType=oneshot\nExecStart=/bin/sh -c 'echo "<3>order 17 failed: \u00e5\u00e4\u00f6"; echo "<6>order 18 failed"'`,
  'mail.service': `[Service]\nType=oneshot\nExecStart=/bin/sh -c 'echo "<3>order 19 failed"'`,
}
/** Those of the distribution: the journal is the real one. */
const journalUnits = ['systemd-journald.socket', 'systemd-journald.service']

async function startMachine() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vakt-systemd-'))
  stops.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  await chmod(folder, 0o755)
  await mkdir(path.join(folder, 'units'))
  await writeTargets(folder)
  for (const [name, text] of Object.entries(units)) await writeFile(path.join(folder, 'units', name), `${text}\n`)
  for (const name of journalUnits) await copyFile(path.join('/usr/lib/systemd/system', name), path.join(folder, 'units', name))
  const machine = await startSystemd(folder, prepare)
  stops.push(machine.end)
  const ok = async (program: string, ...args: string[]) => {
    const { code, output } = await machine.run(program, args, 120_000)
    assert.equal(code, 0, `${program} ${args.join(' ')}: ${output}`)
    return output
  }
  const property = async (unit: string, name: string) => (await ok('systemctl', 'show', unit, '-P', name)).trim()
  await ok('systemctl', 'start', 'polkit.service', ...journalUnits)
  // As each boot does: the group of the journal may read it.
  await ok('systemd-tmpfiles', '--create', '--prefix=/run/log/journal')
  return { ...machine, folder, ok, property }
}

async function startVakt(packages: string) {
  const port = await findFreePort()
  const vakt = await createTestApp({ origin: `http://127.0.0.1:${port}`, agentPackages: packages })
  stops.push(vakt.close)
  const server = await vakt.app.listen({ port, host: '127.0.0.1' })
  const desk = await createRuleDesks(vakt, slotOf(Date.now())).openDesk()
  const { customerId, entity } = desk
  const { entityId } = entity
  const call = async (method: string, what: string, body?: object) => {
    const answer = await desk.call(method, `/${what}`, body)
    assert.ok(answer.statusCode < 300, answer.body)
    return answer.body ? answer.json().result : null
  }
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
  return { server, entityId, desk, call, restart, hasMetric }
}

const unit = 'vakt-agent.service'
const orderRule = { metricName: 'vakt.event_log.events', aggregation: 'sum', threshold: 0, alertsBeforeAction: 1 }

/** A machine on which the line of its page was pasted, and the Vakt that its agent reports to. */
async function installAgent() {
  const machine = await startMachine()
  const { ok } = machine
  const packages = path.join(machine.folder, 'packages')
  const vakt = await startVakt(packages)
  await promisify(execFile)(process.execPath, [packer, `linux-${process.arch}`, '--fast', `--out=${packages}`])
  const { packages: listed, folderUrl } = (await vakt.call('GET', 'agent-package')) as AgentPackages
  const [built] = listed
  assert.ok(built)
  const pasteLine = async () => {
    const { secret } = await vakt.call('POST', 'agent-enrolment-token', { name: 'One', entityId: vakt.entityId })
    // As root already.
    const line = lineToInstall({ ...built, folderUrl, server: vakt.server, token: secret }).replace('sudo ', '')
    const said = await ok('sh', '-c', `cd ${inside} && ${line}`)
    assert.match(said, /The Vakt agent runs/)
  }
  await pasteLine()
  const agent = async () => (await vakt.call('GET', 'agent'))[0]
  return { machine, vakt, agent, pasteLine }
}

test('under systemd the agent runs hardened, restarts what this machine allows through polkit, and nothing else', {
  skip: noSystemd,
}, async () => {
  const { machine, vakt, agent } = await installAgent()
  const { ok, property, systemctl } = machine
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

test('entries of the real journal become a metric and an alert that shows them; an agent that is revoked is started 30 times, stays failed, and is enrolled again by a new line', {
  skip: noSystemd,
}, async () => {
  const { machine, vakt, agent, pasteLine } = await installAgent()
  const { ok, property, systemctl } = machine
  // Faster than an hour would allow; what the unit says of the number of starts stays.
  const settings = '[Service]\nEnvironment=VAKT_AGENT_CYCLE_SECONDS=1\nRestartSec=100ms\n'
  await ok(
    'sh',
    '-c',
    `mkdir /etc/systemd/system/${unit}.d && printf '${settings.replaceAll('\n', '\\n')}' >/etc/systemd/system/${unit}.d/test.conf`,
  )
  await ok('systemctl', 'daemon-reload')
  await ok('systemctl', 'restart', unit)

  const query = { logName: 'journal', level: 'error', eventID: null, sourceRegexString: '', regexString: 'order \\d+ failed' }
  const eventLogQueries = [
    { ...query, queryName: 'Shop', sourceRegexString: '^shop\\.service$' },
    { ...query, queryName: 'Anything', level: 'information' },
  ]
  const configured = `entity/${vakt.entityId}/vm-agent`
  await vakt.desk.createRule({ ...orderRule, name: 'Orders fail' })
  await ok('systemctl', 'start', 'shop.service')
  await vakt.call('PUT', configured, { content: { ...emptyConfiguration, eventLogQueries }, version: 0 })
  await until(() => vakt.hasMetric('vakt.event_log.events'))
  // What was logged before is not read.
  for (const name of ['mail.service', 'shop.service']) await ok('systemctl', 'start', name)
  const found = await until(async () => {
    const events: FoundEvent[] = (await vakt.call('GET', configured)).report.found.events ?? []
    return events.length >= 4 && events
  })
  const seen = found.map((event) => [event.query, event.level, event.source, event.text].join(' · ')).toSorted()
  assert.deepEqual(seen, [
    'Anything · error · mail.service · order 19 failed',
    'Anything · error · shop.service · order 17 failed: åäö',
    'Anything · information · shop.service · order 18 failed',
    'Shop · error · shop.service · order 17 failed: åäö',
  ])
  await vakt.desk.closeAndEvaluate()
  const alerts = await vakt.call('GET', 'alert')
  const descriptions: string[] = alerts.map(({ description }: { description: string }) => description).toSorted()
  assert.equal(descriptions.length, 2)
  assert.match(descriptions[0] ?? '', /^Event log entries \(Anything\) of .+ is 3, above the limit of 0/)
  assert.match(
    descriptions[1] ?? '',
    /^Event log entries \(Shop\) of .+ is 1, above .+ UTC · error · shop\.service\norder 17 failed: åäö$/s,
  )

  const { agentId } = await agent()
  await vakt.call('DELETE', `agent/${agentId}`)
  await until(async () => (await property(unit, 'ActiveState')) === 'failed')
  assert.equal(await property(unit, 'Result'), 'exit-code')
  // Each start has said why it ended, and the state of the unit is what its administrator asks for.
  const said = await ok('journalctl', '--quiet', '--output=cat', `--unit=${unit}`)
  assert.equal(said.split('\n').filter((line) => line.includes('This agent was ended in Vakt.')).length, 30)
  const { code, output } = await systemctl(['status', unit])
  assert.equal(code, 3)
  assert.match(output, /Active: failed \(Result: exit-code\)/)

  await pasteLine()
  assert.equal(await property(unit, 'ActiveState'), 'active')
  const next = await agent()
  assert.notEqual(next.agentId, agentId)
  await until(async () => (await agent()).lastContactAt > next.lastContactAt)
})
