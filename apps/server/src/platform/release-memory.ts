import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Gives back what starting needed and running does not: without it the heap keeps its size for as long as little happens. */
export function releaseMemory(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as NodeJS.GCFunction
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

const soonMs = 1000
let timer: NodeJS.Timeout | undefined

/** As `releaseMemory`, which stops everything for a while, once nothing has asked for it for a second: the answer under way goes first. */
export function releaseMemorySoon(): void {
  clearTimeout(timer)
  timer = setTimeout(releaseMemory, soonMs).unref()
}
