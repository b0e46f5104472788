import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Figure } from './figures.ts'
import { sized } from './sizes.ts'
import type { Vakt } from './start-vakt.ts'

const restMilliseconds = sized(20_000, 0)
const rounds = sized(3, 1)

function readKilobytes(file: string, field: string): number {
  return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readFileSync(file, 'utf8'))?.[1] ?? 0)
}

function readParent(pid: string): number {
  try {
    return readKilobytes(`/proc/${pid}/status`, 'PPid')
  } catch {
    return 0
  }
}

/** The postmaster and its processes; what they share counts once. */
function readDatabaseMegabytes(postmaster: number): number {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && readParent(name) === postmaster)
  return [String(postmaster), ...children].reduce((sum, pid) => sum + readKilobytes(`/proc/${pid}/smaps_rollup`, 'Pss'), 0) / 1024
}

/** The memory of a server that was just started and has nothing to do. Linux only. */
export async function measureIdle({ pid, databasePid }: Vakt): Promise<Figure[]> {
  if (process.platform !== 'linux') throw new Error('The memory of processes is read from /proc, so this needs Linux.')
  await wait(restMilliseconds)
  const [server, both]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    await wait(round > 0 ? 2000 : 0)
    const own = readKilobytes(`/proc/${pid}/status`, 'VmRSS') / 1024
    server.push(own)
    both.push(own + readDatabaseMegabytes(databasePid))
  }
  return [
    { name: 'idle server, RSS', unit: 'MB', values: server, goal: { atMost: 150 } },
    { name: 'idle server (RSS) and database (PSS)', unit: 'MB', values: both, goal: { atMost: 250 } },
  ]
}
