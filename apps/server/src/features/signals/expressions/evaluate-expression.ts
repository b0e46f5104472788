import { createExpressionChild, type ExpressionAnswer, type ExpressionRequest } from './expression-child.ts'

/**
 * Whose expression it is: evaluations take turns between customers, and a source that exceeds the limits is paused by itself. Previews have no
 * source: they wait in a line of their own, and nothing is paused by them.
 */
export type ExpressionOwner = { customerId: string; sourceId: string | null }

type Evaluation =
  | { output: string }
  | { problem: string }
  /** It is to be tried again in so many milliseconds. `isOwnFault`: this evaluation exceeded the limits, and does not merely wait. */
  | { retryInMs: number; problem: string; isOwnFault: boolean }

export type EvaluateExpression = (owner: ExpressionOwner, request: ExpressionRequest) => Promise<Evaluation>

const maxInputCharacters = 256 * 1024
/** How long a source is paused after it exceeded the limits once, twice, and more often in a row. */
const pausesMs = [10_000, 60_000, 5 * 60_000]
const machinePauseMs = 2000
const maxPaused = 10_000

const standardLimits = { heapMegabytes: 48, timeoutMs: 1000, idleMs: 2 * 60_000 }

/** One at a time, the customers in turn, however much one of them has waiting. */
export function createCustomerTurns(): <T>(customerId: string, work: () => Promise<T>) => Promise<T> {
  const waiting = new Map<string, (() => Promise<void>)[]>()
  let isRunning = false

  const runAll = async () => {
    isRunning = true
    for (let next = waiting.entries().next(); !next.done; next = waiting.entries().next()) {
      const [customerId, works] = next.value
      await works.shift()?.()
      // Behind all others.
      waiting.delete(customerId)
      if (works.length > 0) waiting.set(customerId, works)
    }
    isRunning = false
  }

  return (customerId, work) =>
    new Promise((resolve, reject) => {
      const works = waiting.get(customerId) ?? []
      waiting.set(customerId, works)
      works.push(() => work().then(resolve, reject))
      if (!isRunning) void runAll()
    })
}

/**
 * Makes the evaluator of JSONata expressions on JSON text, in a process of its own with bounds on time, memory, recursion and regular
 * expressions. Evaluations take turns between customers. A source whose expression exceeds the limits is paused, at first for seconds, then
 * for minutes, and no other source with it, whatever its expression. Never rejects.
 */
export function createExpressionEvaluator(
  evaluate: (request: ExpressionRequest) => Promise<ExpressionAnswer> = createExpressionChild(standardLimits),
  now: () => number = () => Date.now(),
): EvaluateExpression {
  const takeTurn = createCustomerTurns()
  const paused = new Map<string, { count: number; until: number }>()

  const pause = (source: string): number => {
    const count = (paused.get(source)?.count ?? 0) + 1
    const pauseMs = pausesMs[Math.min(count, pausesMs.length) - 1] as number
    // The one that exceeded the limits longest ago gives way.
    if (paused.size >= maxPaused) for (const [oldest] of [...paused].slice(0, 1)) paused.delete(oldest)
    paused.delete(source)
    paused.set(source, { count, until: now() + pauseMs })
    return pauseMs
  }

  return ({ customerId, sourceId }, request) => {
    if (request.input.length > maxInputCharacters) return Promise.resolve({ problem: 'the body is larger than 256 kB' })
    const source = sourceId && `${customerId} ${sourceId}`
    return takeTurn(source ? customerId : `preview ${customerId}`, async () => {
      const until = source ? (paused.get(source)?.until ?? 0) : 0
      if (until > now()) return { retryInMs: until - now(), problem: 'it took too much time or memory', isOwnFault: false }
      const answer = await evaluate(request)
      if (!('failure' in answer) || !source) {
        if (source) paused.delete(source)
        return answer
      }
      const isOwnFault = answer.failure === 'limit'
      return { retryInMs: isOwnFault ? pause(source) : machinePauseMs, problem: answer.problem, isOwnFault }
    })
  }
}

/** The evaluator of this process; the process for expressions starts with the first of them. */
export const evaluateExpression = createExpressionEvaluator()
