import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { hostileTexts } from './hostile-texts.ts'
import { call, callsOf, type Exported } from './text-calls.ts'
import { growsTooFast } from './text-cost.ts'

/** What the thread does, for who watches it: which function it is at, and a number that rises with each text. */
export type MeasureReport = { at: string } | { slow: string } | { done: true } | { failed: string }
export type MeasureOrder = { files: readonly string[]; leaveOut: readonly string[] }

const { steps } = workerData as { steps: Int32Array }
const report = (message: MeasureReport) => parentPort?.postMessage(message)

// What a function leaves running fails later: it is no fault of the one that is measured then.
process.on('uncaughtException', () => undefined)
process.on('unhandledRejection', () => undefined)

// Nothing is looked up: names that do not exist would keep the threads busy that all of the process shares.
const refuse = (...values: unknown[]) => (values.at(-1) as (error: Error) => void)(new Error('no network'))
Object.assign(dns, { lookup: refuse })
Object.assign(dns.promises, { lookup: () => Promise.reject(new Error('no network')) })
syncBuiltinESMExports()

async function measure(name: string, called: Exported): Promise<void> {
  for (const valuesOf of callsOf(called)) {
    Atomics.add(steps, 0, 1)
    if (!(await call(called, valuesOf('x.y')))) continue
    for (const text of hostileTexts) {
      Atomics.add(steps, 0, 1)
      if (!(await growsTooFast((one) => call(called, valuesOf(one)), text))) continue
      report({ slow: `${name}: ${JSON.stringify(text.quarter.slice(0, 60))}` })
      return
    }
  }
}

async function measureFiles({ files, leaveOut }: MeasureOrder): Promise<void> {
  for (const file of files) {
    const module: Record<string, unknown> = await import(file)
    for (const [exported, value] of Object.entries(module)) {
      const name = `${file} ${exported}`
      if (typeof value !== 'function' || /^class\b/.test(String(value)) || leaveOut.includes(name)) continue
      report({ at: name })
      await measure(name, value as Exported)
    }
  }
  report({ done: true })
}

parentPort?.on('message', (order: MeasureOrder) => void measureFiles(order).catch((error: unknown) => report({ failed: String(error) })))
