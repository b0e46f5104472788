import { type ChildOutcome, createBoundedChild } from '#server/platform/bounded-child.ts'

export type ExpressionRequest = { expression: string; input: string }
/**
 * JSON text, or why there is none. `limit`: the expression took more time or memory than it may; `machine`: the process for it does not start,
 * and it may work later.
 */
export type ExpressionAnswer = { output: string } | { problem: string; failure?: 'limit' | 'machine' }

const unanswered: Record<Exclude<ChildOutcome, 'answered'>, ExpressionAnswer> = {
  'too-much-memory': { problem: 'it needs more memory than it may take', failure: 'limit' },
  'too-slow': { problem: 'it takes longer than it may', failure: 'limit' },
  'not-started': { problem: 'the process for expressions does not start', failure: 'machine' },
}

/** Evaluates expressions in a process of its own, one at a time. */
export function createExpressionChild({
  timeoutMs,
  ...bounds
}: {
  heapMegabytes: number
  timeoutMs: number
  idleMs: number
}): (request: ExpressionRequest) => Promise<ExpressionAnswer> {
  const ask = createBoundedChild(new URL('./expression-process.ts', import.meta.url), bounds)
  return async (request) => {
    let answer: ExpressionAnswer | undefined
    const outcome = await ask(request, timeoutMs, (given) => {
      answer = given as ExpressionAnswer
      return true
    })
    return outcome === 'answered' && answer ? answer : unanswered[outcome === 'answered' ? 'too-slow' : outcome]
  }
}
