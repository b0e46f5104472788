import { readFileSync } from 'node:fs'

const ticksPerSecond = 100

/** How long this process has worked, in seconds of a processor. Linux only. */
export function readProcessorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}
