import { Worker } from 'node:worker_threads'

export type ExpressionRequest = { expression: string; input: string }
/** JSON text, or why there is none. */
export type ExpressionAnswer = { output: string } | { problem: string }

const memory = { maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 16 }
const timeoutMs = 1000
/** Starting the thread takes longer than an expression may. */
const startTimeoutMs = 10_000
const maxInputCharacters = 256 * 1024
const idleMs = 30_000
const maxFaults = 3
const pauseMs = 5 * 60_000

type Outcome = ExpressionAnswer & { isFault?: true }

let thread: { worker: Worker; ready: Promise<unknown> } | undefined
let idle: NodeJS.Timeout | undefined
let last: Promise<unknown> = Promise.resolve()
/** Expressions that ran out of time or memory, and until when they are not tried again. */
const faults = new Map<string, { count: number; until: number }>()

function startThread(): { worker: Worker; ready: Promise<unknown> } {
  // Nothing of this process is to be seen there: not its environment, not its arguments.
  const worker = new Worker(new URL('./expression-thread.ts', import.meta.url), { resourceLimits: memory, env: {}, argv: [] })
  worker
    .on('error', () => {})
    .on('exit', () => {
      if (thread?.worker === worker) thread = undefined
    })
  const ready = new Promise((resolve) => worker.once('online', resolve).once('exit', resolve))
  return { worker, ready }
}

function ask(worker: Worker, request: ExpressionRequest, timeout: number): Promise<Outcome> {
  return new Promise((resolve) => {
    const finish = (outcome: Outcome) => {
      clearTimeout(timer)
      worker.off('message', finish).off('exit', ended)
      resolve(outcome)
    }
    const ended = () => finish({ problem: 'it needs more memory than it may take', isFault: true })
    const timer = setTimeout(() => finish({ problem: 'it takes longer than it may', isFault: true }), timeout)
    worker.on('message', finish).on('exit', ended)
    worker.postMessage(request)
  })
}

async function run(request: ExpressionRequest): Promise<Outcome> {
  clearTimeout(idle)
  const isFresh = thread === undefined
  thread ??= startThread()
  const { worker, ready } = thread
  worker.ref()
  await ready
  if (isFresh) await ask(worker, { expression: '1', input: '0' }, startTimeoutMs)
  const outcome = await ask(worker, request, timeoutMs)
  if (outcome.isFault) await worker.terminate()
  else {
    worker.unref()
    idle = setTimeout(() => void worker.terminate(), idleMs).unref()
  }
  return outcome
}

function noteFault(expression: string): void {
  const count = (faults.get(expression)?.count ?? 0) + 1
  if (faults.size >= 1000) faults.clear()
  faults.set(expression, { count, until: count >= maxFaults ? Date.now() + pauseMs : 0 })
}

/**
 * Evaluates a JSONata expression on JSON text in a thread of its own, with bounds on time, memory, recursion and regular expressions. One that
 * runs out of time or memory three times is not tried again for five minutes. Never throws.
 */
export async function evaluateExpression(expression: string, input: string): Promise<ExpressionAnswer> {
  if (input.length > maxInputCharacters) return { problem: 'the body is larger than 256 kB' }
  const fault = faults.get(expression)
  if (fault && fault.until > Date.now())
    return { problem: 'it took too much time or memory three times, and is not tried again for five minutes' }
  if (fault && fault.until > 0) faults.delete(expression)
  const running = last.then(() => run({ expression, input }))
  last = running.catch(() => {})
  const { isFault, ...answer } = await running
  if (isFault) noteFault(expression)
  else faults.delete(expression)
  return answer
}
