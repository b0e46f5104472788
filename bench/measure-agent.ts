import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { agentPaths } from '@vakt/contract/agent-paths.ts'
import type { Figure } from './figures.ts'

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

async function readMegabytes(pid: number, fields: RegExp): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')
  return [...text.matchAll(fields)].reduce((sum, [, kilobytes]) => sum + Number(kilobytes), 0) / 1024
}

/** Of the process and of those that it ran, which are counted when they have ended. */
async function readProcessorSeconds(pid: number): Promise<number> {
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
    const half = await readMegabytes(pid, /^Private_\w+:\s+(\d+)/gm)
    const before = await readProcessorSeconds(pid)
    await reportsAfter(cycles / 2)
    const perCycle = ((await readProcessorSeconds(pid)) - before) / (cycles / 2)
    // Pages of the program's own file are the system's to take back, clean as they are.
    const whole = await readMegabytes(pid, /^Private_\w+:\s+(\d+)/gm)
    const dirty = await readMegabytes(pid, /^Private_Dirty:\s+(\d+)/gm)
    const resident = await readMegabytes(pid, /^Rss:\s+(\d+)/gm)
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
