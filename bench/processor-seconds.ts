import { readdirSync, readFileSync } from 'node:fs'

const ticksPerSecond = 100

/** How long this process has worked, in seconds of a processor. Linux only. */
export function readProcessorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

/** As `readProcessorSeconds`, of all processes of a database. */
export function readDatabaseSeconds(postmaster: number): number {
  const isChild = (pid: string) => {
    try {
      return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) === postmaster
    } catch {
      return false
    }
  }
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid) && isChild(pid))
    .reduce((sum, pid) => sum + readProcessorSeconds(Number(pid)), 0)
}
