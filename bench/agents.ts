import { execFile, spawn } from 'node:child_process'
import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { Agent as Connections, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { agentPaths } from '@vakt/contract/agents/agent-paths.ts'
import { type Figure, readQuantile } from './figures.ts'
import { readMegabytes, readProcessorSeconds } from './process-figures.ts'
import { report, type Sender, type SimulatedAgent, waitForCommands } from './simulated-agent.ts'
import { sized } from './sizes.ts'
import type { Vakt } from './start-vakt.ts'
import type { Query } from './storm-installation.ts'

export const agentCount = Number(process.env.AGENTS ?? sized(10_000, 20))
const cycleMs = sized(60_000, 300)
const idleSeconds = sized(15, 0.2)
const maxInFlight = 64
const customers = ['bench-agents-1', 'bench-agents-2']

/** Machines with a resource, a configuration and an agent each, which has reported before. */
export async function createAgents(query: Query): Promise<SimulatedAgent[]> {
  for (const customerId of customers) await query(`insert into customer (customer_id, name) values ($1, $1)`, [customerId])
  const agents: SimulatedAgent[] = []
  for (let from = 0; from < agentCount; from += 1000) {
    const rows = Array.from({ length: Math.min(1000, agentCount - from) }, (_, index) => {
      const { privateKey, publicKey } = generateKeyPairSync('ed25519')
      const key = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('hex')
      return {
        no: from + index,
        hostname: `bench-${from + index}`,
        customerId: customers[(from + index) % customers.length],
        key,
        privateKey,
        chain: randomUUID(),
      }
    })
    const made = await query<{ agentId: string; hostname: string }>(
      `with given as (select * from jsonb_to_recordset($1) as one (hostname text, "customerId" text, key text, chain text)),
         resource as (
           insert into entity (customer_id, external_id, external_key, name, host_name, type, source)
           select "customerId", hostname, hostname, hostname, hostname, 'microsoft.compute/virtualmachines', 'bench' from given
           returning customer_id, entity_id, name),
         machine as (
           insert into agent (customer_id, entity_id, public_key, machine, hostname, platform, version, enrolled_with, enrolled_at)
           select r.customer_id, r.entity_id, decode(g.key, 'hex'), '', g.hostname, 'linux', '1.0.0', 'bench', now()
           from given g join resource r on r.name = g.hostname returning customer_id, agent_id, hostname),
         contact as (
           insert into agent_contact (agent_id, customer_id, last_seen_at, chain, former_chain, last_nonce)
           select m.agent_id, m.customer_id, now(), g.chain, g.chain, repeat('0', 22) from machine m join given g using (hostname))
       select agent_id as "agentId", hostname from machine`,
      [JSON.stringify(rows.map(({ privateKey: _, ...row }) => row))],
    )
    const machines = new Map(rows.map(({ hostname, privateKey, chain }) => [hostname, { privateKey, chain }]))
    for (const { agentId, hostname } of made)
      agents.push({ agentId, hostname, ...(machines.get(hostname) as { privateKey: KeyObject; chain: string }) })
  }
  return agents
}

/** Every agent reports once, spread evenly over a cycle. */
async function runCycle(sender: Sender, agents: readonly SimulatedAgent[]): Promise<{ times: number[]; refused: number; seconds: number }> {
  const times: number[] = []
  const flying = new Set<Promise<void>>()
  let refused = 0
  const start = performance.now()
  for (const [index, agent] of agents.entries()) {
    const early = start + (index * cycleMs) / agents.length - performance.now()
    if (early > 1) await wait(early)
    while (flying.size >= maxInFlight) await Promise.race(flying)
    const sentAt = performance.now()
    const one = report(sender, agent)
      .then((status) => {
        times.push(performance.now() - sentAt)
        if (status !== 200) refused += 1
      })
      .catch(() => {
        refused += 1
      })
      .finally(() => flying.delete(one))
    flying.add(one)
  }
  await Promise.all(flying)
  return { times, refused, seconds: (performance.now() - start) / 1000 }
}

async function readUpdates({ owner }: Vakt, table: string): Promise<{ all: number; hot: number }> {
  const { rows } = await owner.query<{ all: number; hot: number }>(
    `select n_tup_upd::float8 as all, n_tup_hot_upd::float8 as hot from pg_stat_user_tables where relname = $1`,
    [table],
  )
  return rows[0] ?? { all: 0, hot: 0 }
}

/**
 * 10,000 agents (`AGENTS`) that report once a minute: a cycle in which their series are new, then one that is measured. Then a cycle in which they
 * do not report, and each waits for a command.
 */
export async function measureAgents(vakt: Vakt): Promise<Figure[]> {
  const agents = await createAgents(async (text, values) => (await vakt.owner.query(text, values)).rows)
  const sender = { origin: new URL(vakt.origin), connections: new Connections({ keepAlive: true, maxSockets: maxInFlight }) }
  const idleFrom = readProcessorSeconds(vakt.pid)
  await wait(idleSeconds * 1000)
  const idleShare = (readProcessorSeconds(vakt.pid) - idleFrom) / idleSeconds
  const memoryBefore = readMegabytes(vakt.pid)
  const first = await runCycle(sender, agents)
  // What the database counts is written down with a delay.
  await wait(2000)
  const before = await readUpdates(vakt, 'agent_contact')
  const workedFrom = readProcessorSeconds(vakt.pid)
  const second = await runCycle(sender, agents)
  const share = (readProcessorSeconds(vakt.pid) - workedFrom) / second.seconds - idleShare
  await wait(2000)
  const after = await readUpdates(vakt, 'agent_contact')
  const memoryAfter = readMegabytes(vakt.pid)
  sender.connections.destroy()
  const waitingFrom = readProcessorSeconds(vakt.pid)
  const waiting = await waitForCommands(sender.origin, agents, cycleMs)
  const waitingShare = (readProcessorSeconds(vakt.pid) - waitingFrom) / waiting.seconds - idleShare
  const memoryWaiting = readMegabytes(vakt.pid)
  waiting.end()
  const name = `${agentCount.toLocaleString('en')} agents`
  return [
    { name: `${name}, a report a minute: of a core`, unit: '%', values: [share * 100], goal: { atMost: 15 } },
    { name: '  … processor time of a report', unit: 'ms', values: [(1000 * share * second.seconds) / agents.length] },
    { name: '  … memory more than before', unit: 'MB', values: [memoryAfter - memoryBefore], goal: { atMost: 150 } },
    // The database may not have counted yet what so few did.
    ...(after.all > before.all
      ? [
          {
            name: '  … HOT updates of the last contact',
            unit: '%',
            values: [(100 * (after.hot - before.hot)) / (after.all - before.all)],
            goal: { atLeast: 95 },
          },
        ]
      : []),
    { name: '  … report answered, p95', unit: 'ms', values: [readQuantile(second.times, 0.95)] },
    { name: '  … reports not taken', unit: '', values: [first.refused + second.refused], goal: { atMost: 0 } },
    { name: '  … a cycle took', unit: 's', values: [second.seconds] },
    { name: `${name} that wait for a command: of a core`, unit: '%', values: [waitingShare * 100] },
    { name: '  … memory more than before any of them', unit: 'MB', values: [memoryWaiting - memoryBefore], goal: { atMost: 150 } },
    { name: '  … requests', unit: '', values: [waiting.asked] },
    { name: '  … requests not taken', unit: '', values: [waiting.refused], goal: { atMost: 0 } },
  ]
}

const run = promisify(execFile)
const build = resolve(import.meta.dirname, '../scripts/build-agent-packages.mjs')
const starts = 5
/** As many as in 27 hours. */
const cycles = 1600
const cycleSeconds = 0.1
const usualCycleSeconds = 60
const ticksPerSecond = 100
const units = Array.from({ length: 150 }, (_, index) => `Id=unit${index}.service\nActiveState=active\nLoadState=loaded\n`).join('\n')

/** Answers as Vakt does, and counts the reports. */
async function startServer() {
  const seen = { requests: 0, reports: 0 }
  const server = createServer(async (request, response) => {
    for await (const _ of request) {
      // What it says does not matter here.
    }
    seen.requests += 1
    const answer = (status: number, body: object) => response.writeHead(status).end(JSON.stringify(body))
    if (request.url === agentPaths.enrol) return answer(201, { agentId: 'a', customerId: '1', commandKey: 'k' })
    if (request.url === agentPaths.command) return void setTimeout(() => answer(200, { command: null }), 40_000).unref()
    if (request.url !== agentPaths.report) return answer(200, {})
    seen.reports += 1
    const monitoredServices = ['^unit1']
    const empty = { ignoredServices: [], urls: [], ignoredWebsites: [], ignoredAppPools: [], folders: [], eventLogQueries: [] }
    const configuration = seen.reports === 1 ? { version: 1, content: { ...empty, monitoredServices } } : null
    return answer(200, { chain: 'c', customerId: '1', commandKey: 'k', configuration })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { seen, stop, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

async function readPages(pid: number, fields: RegExp): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')
  return [...text.matchAll(fields)].reduce((sum, [, kilobytes]) => sum + Number(kilobytes), 0) / 1024
}

/** Of the process and of those that it ran, which are counted when they have ended. */
async function readWorkedSeconds(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? []
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond
}

/** The agent as it is packed, with the options of its unit: start, memory and processor over 1,600 quick cycles. Linux only. */
export async function measureAgent(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'vakt-agent-bench-'))
  const server = await startServer()
  try {
    await run(process.execPath, [build, `linux-${process.arch}`, '--fast', `--out=${folder}`])
    await run('tar', ['-xJf', join(folder, `vakt-agent-linux-${process.arch}.tar.xz`), '-C', folder])
    const program = join(folder, 'vakt-agent')
    const unit = await readFile(join(program, 'vakt-agent.service'), 'utf8')
    const options = /^ExecStart=\S+ (.*) \S+$/m.exec(unit)?.[1]?.split(' ') ?? []
    const systemctl = join(folder, 'systemctl')
    await writeFile(join(folder, 'units'), units)
    await writeFile(systemctl, `#!/bin/sh\nexec cat ${folder}/units\n`, { mode: 0o755 })
    const start = (state: string) =>
      spawn(join(program, 'node'), [...options, join(program, 'agent.mjs')], {
        env: {
          ...{ VAKT_AGENT_SERVER: server.url, VAKT_AGENT_TOKEN: 'vakt_enr_x', VAKT_AGENT_STATE: join(folder, state) },
          ...{ VAKT_AGENT_CYCLE_SECONDS: String(cycleSeconds), VAKT_AGENT_SYSTEMCTL: systemctl },
        },
        stdio: 'ignore',
      })

    const startTimes: number[] = []
    for (let count = 0; count < starts; count += 1) {
      const [before, began] = [server.seen.requests, performance.now()]
      const child = start(`start-${count}`)
      while (server.seen.requests === before) await wait(2)
      startTimes.push(performance.now() - began)
      child.kill('SIGKILL')
      await once(child, 'close')
    }

    const child = start('long')
    const pid = child.pid ?? 0
    const reportsAfter = async (count: number) => {
      const wanted = server.seen.reports + count
      while (server.seen.reports < wanted) await wait(100)
    }
    await reportsAfter(cycles / 2)
    const half = await readPages(pid, /^Private_\w+:\s+(\d+)/gm)
    const before = await readWorkedSeconds(pid)
    await reportsAfter(cycles / 2)
    const perCycle = ((await readWorkedSeconds(pid)) - before) / (cycles / 2)
    // Pages of the program's own file are the system's to take back, clean as they are.
    const whole = await readPages(pid, /^Private_\w+:\s+(\d+)/gm)
    const dirty = await readPages(pid, /^Private_Dirty:\s+(\d+)/gm)
    const resident = await readPages(pid, /^Rss:\s+(\d+)/gm)
    child.kill('SIGKILL')
    await once(child, 'close')
    return [
      { name: 'agent: start to its first request', unit: 'ms', values: startTimes, goal: { atMost: 500 } },
      { name: 'agent: private memory (written pages) after 1,600 cycles', unit: 'MB', values: [dirty], goal: { atMost: 30 } },
      { name: '  … all private pages, those of its own file included', unit: 'MB', values: [whole] },
      { name: '  … the same after 800 cycles', unit: 'MB', values: [half] },
      { name: 'agent: resident memory', unit: 'MB', values: [resident], goal: { atMost: 80 } },
      { name: 'agent: processor, at a cycle of 60 s', unit: '%', values: [(100 * perCycle) / usualCycleSeconds], goal: { atMost: 0.1 } },
    ]
  } finally {
    server.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
