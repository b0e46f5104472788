import { readFile, statfs } from 'node:fs/promises'
import { cpus, freemem, loadavg, totalmem } from 'node:os'
import type { AgentPoint } from '@vakt/contract/agents/agent-protocol.ts'

type Counters = { at: number; busy: number; total: number; received: number; sent: number }

const percent = (part: number, whole: number) => (whole > 0 ? (100 * part) / whole : 0)

/** File systems on disks, by where they are mounted, from `/proc/mounts`. */
export function parseMounts(text: string): string[] {
  const mounts = text.split('\n').flatMap((line) => {
    const [device = '', folder = '', kind = ''] = line.split(' ')
    return device.startsWith('/dev/') && kind !== 'squashfs' ? [folder.replaceAll('\\040', ' ')] : []
  })
  return [...new Set(['/', ...mounts])].filter((folder) => folder === '/' || !folder.startsWith('/etc/')).slice(0, 50)
}

/** Bytes received and sent over all interfaces but the loopback, from `/proc/net/dev`. */
export function parseNetwork(text: string): { received: number; sent: number } {
  let [received, sent] = [0, 0]
  for (const line of text.split('\n')) {
    const [name, counts] = line.split(':')
    if (counts === undefined || name?.trim() === 'lo') continue
    const numbers = counts.trim().split(/\s+/).map(Number)
    received += numbers[0] ?? 0
    sent += numbers[8] ?? 0
  }
  return { received, sent }
}

const readText = (file: string) => readFile(file, 'utf8').catch(() => '')

async function readCounters(): Promise<Counters> {
  const times = cpus().map(({ times }) => times)
  const total = times.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + irq + idle, 0)
  const idle = times.reduce((sum, time) => sum + time.idle, 0)
  return { at: Date.now(), busy: total - idle, total, ...parseNetwork(await readText('/proc/net/dev')) }
}

async function measureDisk(mountpoint: string): Promise<AgentPoint[]> {
  try {
    const { blocks, bavail } = await statfs(mountpoint)
    if (blocks === 0) return []
    return [{ metric: 'system.filesystem.utilization', unit: '%', dimensions: { mountpoint }, value: percent(blocks - bavail, blocks) }]
  } catch {
    // Mounted, but not for the agent to see.
    return []
  }
}

/** CPU, memory, disks, load and network, by Node and `/proc` alone. Rates are since the last call. */
export async function createMachineMetrics(): Promise<() => Promise<AgentPoint[]>> {
  let before = await readCounters()
  return async () => {
    const now = await readCounters()
    const seconds = (now.at - before.at) / 1000
    const rate = (bytes: number) => (seconds > 0 ? Math.max(0, bytes) / seconds : 0)
    const point = (metric: string, unit: string | null, value: number, dimensions: Record<string, string> = {}): AgentPoint => ({
      ...{ metric, unit, dimensions, value },
    })
    const points = [
      point('system.cpu.utilization', '%', percent(now.busy - before.busy, now.total - before.total)),
      point('system.memory.utilization', '%', percent(totalmem() - freemem(), totalmem())),
      point('system.load.1m', null, loadavg()[0] ?? 0),
      point('system.network.io', 'By/s', rate(now.received - before.received), { direction: 'receive' }),
      point('system.network.io', 'By/s', rate(now.sent - before.sent), { direction: 'transmit' }),
    ]
    before = now
    const disks = await Promise.all(parseMounts(await readText('/proc/mounts')).map(measureDisk))
    return [...points, ...disks.flat()]
  }
}
