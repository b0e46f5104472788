import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export type ExpressionRequest = { expression: string; input: string }
/**
 * JSON text, or why there is none. `limit`: the expression took more time or memory than it may; `machine`: the process for it does
 * not start, and it may work later.
 */
export type ExpressionAnswer = { output: string } | { problem: string; failure?: 'limit' | 'machine' }

/** Bounds of the process that evaluates. */
export type ChildLimits = { heapMegabytes: number; timeoutMs: number; idleMs: number }

/** Starting the process takes longer than an expression may. */
const startTimeoutMs = 30_000
/** What is compiled at its first use takes longer than it does later. */
const warmUp: ExpressionRequest = { expression: '$replace($.text, /(w)a/i, "$1") & $string([1])', input: '{"text":"warm"}' }
const entry = fileURLToPath(new URL('./expression-process.ts', import.meta.url))

function startChild(heapMegabytes: number): ChildProcess {
  return fork(entry, [], {
    execArgv: [`--max-old-space-size=${heapMegabytes}`, '--max-semi-space-size=4'],
    // Nothing of this process is to be seen there, save what Windows needs to start one, which Node adds.
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}

function ask(child: ChildProcess, request: ExpressionRequest, timeoutMs: number): Promise<ExpressionAnswer> {
  return new Promise((resolve) => {
    const finish = (answer: ExpressionAnswer) => {
      clearTimeout(timer)
      child.off('message', finish).off('exit', ended)
      resolve(answer)
    }
    const ended = () => finish({ problem: 'it needs more memory than it may take', failure: 'limit' })
    const timer = setTimeout(() => finish({ problem: 'it takes longer than it may', failure: 'limit' }), timeoutMs)
    child.on('message', finish).on('exit', ended)
    // Should it fail, the process has ended, which is said by itself.
    child.send(request, () => {})
  })
}

/**
 * A process of its own that evaluates one expression at a time, since one that takes too much memory aborts the process that it runs in. It is
 * started when it is needed, killed when an evaluation takes too long, and ended after some time without one. Answers never reject.
 */
export function createExpressionChild({
  heapMegabytes,
  timeoutMs,
  idleMs,
}: ChildLimits): (request: ExpressionRequest) => Promise<ExpressionAnswer> {
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined

  const end = () => {
    child?.kill('SIGKILL')
    child = undefined
  }

  const start = async (): Promise<ChildProcess | null> => {
    const started = startChild(heapMegabytes)
    started
      .on('error', () => {})
      .on('exit', () => {
        if (child === started) child = undefined
      })
    child = started
    const answer = await ask(started, warmUp, startTimeoutMs)
    if ('output' in answer) return started
    end()
    return null
  }

  return async (request) => {
    clearTimeout(idle)
    child?.ref()
    child?.channel?.ref()
    const running = child ?? (await start())
    if (!running) return { problem: 'the process for expressions does not start', failure: 'machine' }
    const answer = await ask(running, request, timeoutMs)
    if ('problem' in answer && answer.failure === 'limit') end()
    else {
      running.unref()
      running.channel?.unref()
      idle = setTimeout(end, idleMs).unref()
    }
    return answer
  }
}
