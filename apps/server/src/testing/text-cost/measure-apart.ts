import { Worker } from 'node:worker_threads'
import type { MeasureOrder, MeasureReport } from './measure-worker.ts'

const watchMs = 250
const maxMegabytes = 1500

type Measured = { worker: Worker; steps: Int32Array }

function start(): Measured {
  const steps = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(new URL('./measure-worker.ts', import.meta.url), {
    workerData: { steps },
    resourceLimits: { maxOldGenerationSizeMb: maxMegabytes },
    stdout: true,
    stderr: true,
  })
  return { worker, steps }
}

/** Seconds of the processor that one text may take: far more than any that ends needs. */
const usualLimitSeconds = 20

/**
 * Calls functions in a thread of its own, so that one that does not end is named and the others go on. The thread is kept
 * from one list of files to the next, since it takes long to load them.
 */
export function createMeasurer(limitSeconds = usualLimitSeconds) {
  let kept: Measured | undefined

  /** Waits until the thread has done what it was asked for; else says why not. */
  function waitFor(order: MeasureOrder, found: string[]): Promise<string | null> {
    kept ??= start()
    const { worker, steps } = kept
    return new Promise((resolve) => {
      let at = ''
      let [seen, since] = [-1, 0]
      const finish = (problem: string | null) => {
        clearInterval(timer)
        for (const [event, listener] of Object.entries(listeners)) worker.off(event, listener)
        if (problem !== null) {
          kept = undefined
          // What it still reports is no error of this process.
          worker.on('error', () => undefined)
        }
        resolve(problem)
      }
      const watch = async () => {
        const { user, system } = await worker.cpuUsage()
        const spent = (user + system) / 1e6
        if (steps[0] !== seen) [seen, since] = [steps[0] ?? 0, spent]
        else if (at !== '' && spent - since > limitSeconds) {
          finish(`${at}: does not end`)
          await worker.terminate()
        }
      }
      const timer = setInterval(() => void watch().catch(() => undefined), watchMs)
      const listeners = {
        message(report: MeasureReport) {
          if ('at' in report) at = report.at
          if ('slow' in report) found.push(report.slow)
          if ('failed' in report) finish(`${at}: ${report.failed}`)
          if ('done' in report) finish(null)
        },
        error: (error: Error) => finish(`${at}: ${error.message}`),
        exit: () => finish(`${at}: ends the thread`),
      }
      for (const [event, listener] of Object.entries(listeners)) worker.on(event, listener)
      worker.postMessage(order)
    })
  }

  return {
    /** The functions of these files that cost more than in proportion to their texts, or do not end. */
    async measure(files: readonly string[]): Promise<string[]> {
      const found: string[] = []
      const leaveOut: string[] = []
      for (;;) {
        const problem = await waitFor({ files, leaveOut }, found)
        if (problem === null) return [...new Set(found)]
        found.push(problem)
        const name = problem.slice(0, problem.indexOf(':', problem.indexOf(' ')))
        if (name === '' || leaveOut.includes(name)) return found
        leaveOut.push(name)
      }
    },
    close: async () => {
      await kept?.worker.terminate()
    },
  }
}
