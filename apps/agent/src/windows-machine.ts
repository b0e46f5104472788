import { statfs } from 'node:fs/promises'
import { cpus, freemem, totalmem } from 'node:os'
import type { AgentPoint } from '@vakt/contract/agents/agent-protocol.ts'
import { windowsActions } from './collect/windows/act.ts'
import { listSites } from './collect/windows/list-sites.ts'
import { parseServices } from './collect/windows/list-windows-services.ts'
import { parseMachineGuid, parseNetstat } from './collect/windows/machine-facts.ts'
import { createEventLogReader } from './collect/windows/read-event-log.ts'
import { createSystemRunner, type RunSystemProgram } from './collect/windows/run-system-program.ts'
import type { Machine } from './machine.ts'

const drives = [...'CDEFGHIJKLMNOPQRSTUVWXYZAB'].map((letter) => `${letter}:\\`)
const percent = (part: number, whole: number) => (whole > 0 ? (100 * part) / whole : 0)

/** Wine and containers name no processors. */
function readProcessorTimes(): { busy: number; total: number } {
  const times = cpus().map((processor) => processor.times)
  const total = times.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + irq + idle, 0)
  return { busy: total - times.reduce((sum, { idle }) => sum + idle, 0), total }
}

const readNetwork = (run: RunSystemProgram) =>
  run('netstat.exe', ['-e']).then(
    (text) => ({ ...parseNetstat(text), at: Date.now() }),
    () => null,
  )

async function measureDrive(mountpoint: string): Promise<AgentPoint[]> {
  const disk = await statfs(mountpoint).catch(() => null)
  if (!disk || disk.blocks === 0) return []
  const value = percent(disk.blocks - disk.bavail, disk.blocks)
  return [{ metric: 'system.filesystem.utilization', unit: '%', dimensions: { mountpoint }, value }]
}

/** CPU, memory, disks and network. Rates are since the last call. */
async function createWindowsMetrics(run: RunSystemProgram): Promise<() => Promise<AgentPoint[]>> {
  let before = { processor: readProcessorTimes(), network: await readNetwork(run) }
  return async () => {
    const now = { processor: readProcessorTimes(), network: await readNetwork(run) }
    const point = (metric: string, unit: string, value: number, dimensions: Record<string, string> = {}): AgentPoint => ({
      ...{ metric, unit, dimensions, value },
    })
    const { processor, network } = before
    const points = [
      point('system.cpu.utilization', '%', percent(now.processor.busy - processor.busy, now.processor.total - processor.total)),
      point('system.memory.utilization', '%', percent(totalmem() - freemem(), totalmem())),
    ]
    const seconds = network && now.network ? (now.network.at - network.at) / 1000 : 0
    if (network && now.network && seconds > 0)
      points.push(
        point('system.network.io', 'By/s', Math.max(0, now.network.received - network.received) / seconds, { direction: 'receive' }),
        point('system.network.io', 'By/s', Math.max(0, now.network.sent - network.sent) / seconds, { direction: 'transmit' }),
      )
    before = now
    return [...points, ...(await Promise.all(drives.map(measureDrive))).flat()]
  }
}

export async function createWindowsMachine(systemRoot: string): Promise<Machine> {
  const run = createSystemRunner(systemRoot)
  return {
    platform: 'windows',
    async identifyingTexts() {
      const words = ['query', 'HKLM\\SOFTWARE\\Microsoft\\Cryptography', '/v', 'MachineGuid', '/reg:64']
      return [parseMachineGuid(await run('reg.exe', words).catch(() => ''))]
    },
    measure: await createWindowsMetrics(run),
    listServices: async () => parseServices(await run('sc.exe', ['query', 'type=', 'service', 'state=', 'all', 'bufsize=', '262144'])),
    listSites: () => listSites(run),
    readLog: createEventLogReader(run),
    problemOfQuery: ({ queryName, logName }) =>
      /^[\w /().,%-]{1,200}$/.test(logName) && !/^[/-]/.test(logName) ? null : `${queryName}: ${logName} is not the name of an event log.`,
    actions: windowsActions(run),
  }
}
