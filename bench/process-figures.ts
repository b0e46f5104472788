import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Figure } from './figures.ts'
import { sized } from './sizes.ts'
import type { Vakt } from './start-vakt.ts'

const ticksPerSecond = 100
const restMilliseconds = sized(20_000, 0)
const rounds = sized(3, 1)

const readKilobytes = (file: string, field: string) =>
  Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readFileSync(file, 'utf8'))?.[1] ?? 0)

/** What the process has in memory, or the most that it ever had. Linux only, as all of these. */
export const readMegabytes = (pid: number, field: 'VmRSS' | 'VmHWM' = 'VmRSS'): number => readKilobytes(`/proc/${pid}/status`, field) / 1024

/** Does the work; returns by how many megabytes the process grew meanwhile, and the most that it had. */
export async function watchMemory(pid: number, work: () => Promise<unknown>): Promise<{ growth: number; most: number }> {
  const before = readMegabytes(pid)
  let most = before
  const sampling = setInterval(() => {
    most = Math.max(most, readMegabytes(pid))
  }, 50)
  try {
    await work()
  } finally {
    clearInterval(sampling)
  }
  return { growth: most - before, most }
}

/** The times of a process in /proc, in seconds of a processor: its own, and of its children that have ended. Undefined for one that has ended itself. */
function readTimes(pid: number): { own: number; ofEndedChildren: number } | undefined {
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return undefined
  }
  const fields = stat.split(') ')[1]?.split(' ') ?? []
  const seconds = (first: number) => (Number(fields[first]) + Number(fields[first + 1])) / ticksPerSecond
  return { own: seconds(11), ofEndedChildren: seconds(13) }
}

/** How long this process has worked, in seconds of a processor. */
export function readProcessorSeconds(pid: number): number {
  const times = readTimes(pid)
  if (!times) throw new Error(`The process ${pid} has ended.`)
  return times.own
}

function childrenOf(parent: number): number[] {
  const isChild = (pid: number) => {
    try {
      return readKilobytes(`/proc/${pid}/status`, 'PPid') === parent
    } catch {
      return false
    }
  }
  return readdirSync('/proc').map(Number).filter(Boolean).filter(isChild)
}

/** As `readProcessorSeconds`, of all processes that a database has or had: some end at any moment. */
export function readDatabaseSeconds(postmaster: number): number {
  const ofPresent = childrenOf(postmaster).reduce((sum, pid) => sum + (readTimes(pid)?.own ?? 0), 0)
  return ofPresent + (readTimes(postmaster)?.ofEndedChildren ?? 0)
}

/** The postmaster and its processes; what they share counts once. */
const readDatabaseMegabytes = (postmaster: number) =>
  [postmaster, ...childrenOf(postmaster)].reduce((sum, pid) => sum + (readShare(pid) ?? 0), 0) / 1024

/** Undefined for a process that has ended meanwhile. */
function readShare(pid: number): number | undefined {
  try {
    return readKilobytes(`/proc/${pid}/smaps_rollup`, 'Pss')
  } catch {
    return undefined
  }
}

/** The memory of a server that was just started and has nothing to do. */
export async function measureIdle({ pid, databasePid }: Vakt): Promise<Figure[]> {
  if (process.platform !== 'linux') throw new Error('The memory of processes is read from /proc, so this needs Linux.')
  await wait(restMilliseconds)
  const [server, both]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    await wait(round > 0 ? 2000 : 0)
    const own = readMegabytes(pid)
    server.push(own)
    both.push(own + readDatabaseMegabytes(databasePid))
  }
  return [
    { name: 'idle server, RSS', unit: 'MB', values: server, goal: { atMost: 150 } },
    { name: 'idle server (RSS) and database (PSS)', unit: 'MB', values: both, goal: { atMost: 230 } },
  ]
}
