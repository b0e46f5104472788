import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '#server/platform/log.ts'
import { inTime } from './time-limit.ts'

const standardMaxSeconds = 600

export type Loop = { wake(): void; stop(): Promise<void> }

/**
 * Runs a job whenever it is woken, and at least every `pollMilliseconds`: waking is only a hint, the rows are the truth. The job answers
 * whether there is more to do right away. Never two runs at once, as long as none takes longer than it may; a run that fails is logged and tried again at the next turn.
 */
export function startLoop(options: {
  name: string
  run: () => Promise<boolean>
  pollMilliseconds: number
  /** After a run that left nothing: for how many milliseconds what wakes it is gathered for the next one, having worked that long. */
  gather?: (workedMilliseconds: number) => number
  /** After a run that left something: for how many milliseconds the job pauses, that run having taken so long, and runs having left something for so long. */
  pause?: (workedMilliseconds: number, behindMilliseconds: number) => number
  /** A run that takes longer is given up, so that the next one begins. */
  maxSeconds?: number
  log: Log
}): Loop {
  const stopping = new AbortController()
  let isStopped = false
  let isWoken = true
  let ring = () => {}
  const rest = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, options.pollMilliseconds)
      ring = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const turn = async () => {
    isWoken = false
    try {
      return await inTime(options.maxSeconds ?? standardMaxSeconds, () => options.run())
    } catch (error) {
      options.log.error({ err: error, job: options.name }, 'job failed')
      return false
    }
  }
  const hold = (milliseconds: number) => wait(milliseconds, undefined, { signal: stopping.signal }).catch(() => {})
  const finished = (async () => {
    let began = performance.now()
    while (!isStopped) {
      const turnBegan = performance.now()
      const hasMore = await turn()
      if (isStopped) break
      if (hasMore) {
        const pause = options.pause?.(performance.now() - turnBegan, performance.now() - began) ?? 0
        if (pause > 0) await hold(pause)
        continue
      }
      await hold(options.gather?.(performance.now() - began) ?? 0)
      if (!isWoken && !isStopped) await rest()
      began = performance.now()
    }
  })()
  return {
    wake() {
      isWoken = true
      ring()
    },
    async stop() {
      isStopped = true
      stopping.abort()
      ring()
      await finished
    },
  }
}
