import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'

export type ChildBounds = { heapMegabytes: number; idleMs: number }

/** Starting the process takes longer than what it is asked. */
const startTimeoutMs = 30_000

/** How asking ended: with the last answer, or as the process was ended without one. */
export type ChildOutcome = 'answered' | 'too-much-memory' | 'too-slow' | 'not-started'

/** What the process sends once it is ready to be asked. */
const ready = 'ready'

/** As `Nice=` of the workers' unit. */
const niceness = 5

/** What takes the processor for seconds lets the requests of people go first. */
function yieldToPages({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, niceness)
  } catch {
    // This process stands lower than that already, or may not say: then the child has its priority.
  }
}

function startChild(entry: URL, heapMegabytes: number): ChildProcess {
  const child = fork(fileURLToPath(entry), [], {
    execArgv: [`--max-old-space-size=${heapMegabytes}`, '--max-semi-space-size=8'],
    // Nothing of this process is to be seen there, save what Windows needs to start one, which Node adds.
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  })
  yieldToPages(child)
  return child
}

/** For how long the process waited until a processor was free, in milliseconds since it was started; 0 where the system does not say. */
function readWaitedMs({ pid }: ChildProcess): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6 || 0
  } catch {
    return 0
  }
}

/** A machine that is busier than this has other worries. */
const mostTimes = 5

/**
 * How much longer a process may take that has run for `elapsedMs` and could not for `waitedMs` of them, since others had the processors: a busy
 * machine is no fault of what was asked. 0 or less: no longer.
 */
export const timeLeft = (timeoutMs: number, { elapsedMs, waitedMs }: { elapsedMs: number; waitedMs: number }): number =>
  Math.min(timeoutMs - (elapsedMs - waitedMs), timeoutMs * mostTimes - elapsedMs)

/** Listens to a process until `take` has its last answer, it ends, or the time is over. */
function listen(child: ChildProcess, timeoutMs: number, take: (answer: unknown) => boolean): Promise<ChildOutcome> {
  return new Promise((resolve) => {
    const [begunAt, waitedBefore] = [performance.now(), readWaitedMs(child)]
    const finish = (outcome: ChildOutcome) => {
      clearTimeout(timer)
      child.off('message', hear).off('exit', ended)
      resolve(outcome)
    }
    const hear = (answer: unknown) => {
      if (take(answer)) finish('answered')
    }
    const ended = () => finish('too-much-memory')
    const look = () => {
      const leftMs = timeLeft(timeoutMs, { elapsedMs: performance.now() - begunAt, waitedMs: readWaitedMs(child) - waitedBefore })
      if (leftMs < 1) finish('too-slow')
      else timer = setTimeout(look, leftMs)
    }
    let timer = setTimeout(look, timeoutMs)
    child.on('message', hear).on('exit', ended)
  })
}

/**
 * A process of its own that is asked one thing at a time, since what takes too much memory aborts the process that it runs in; the limits of a
 * worker thread do not hold for a single large allocation. It is started when it is needed, killed when an answer takes too long, and ended
 * after some time without a question. `take` gets its answers and says of each whether it is the last. Never rejects.
 */
export function createBoundedChild(
  entry: URL,
  { heapMegabytes, idleMs }: ChildBounds,
): (request: object, timeoutMs: number, take: (answer: unknown) => boolean) => Promise<ChildOutcome> {
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined

  const end = () => {
    child?.kill('SIGKILL')
    child = undefined
  }

  const start = async (): Promise<ChildProcess | null> => {
    const started = startChild(entry, heapMegabytes)
    started
      .on('error', () => {})
      .on('exit', () => {
        if (child === started) child = undefined
      })
    child = started
    if ((await listen(started, startTimeoutMs, (answer) => answer === ready)) === 'answered') return started
    end()
    return null
  }

  return async (request, timeoutMs, take) => {
    clearTimeout(idle)
    child?.ref()
    child?.channel?.ref()
    const running = child ?? (await start())
    if (!running) return 'not-started'
    const listening = listen(running, timeoutMs, take)
    // Should it fail, the process has ended, which is said by itself.
    running.send(request, () => {})
    const outcome = await listening
    if (outcome === 'answered') {
      running.unref()
      running.channel?.unref()
      idle = setTimeout(end, idleMs).unref()
    } else end()
    return outcome
  }
}

type Ask = ReturnType<typeof createBoundedChild>

/** Gives out one of these at a time, in the order in which it was asked for. */
function createLane(asks: Ask[]): <T>(work: (ask: Ask) => Promise<T>) => Promise<T> {
  const free = [...asks]
  const waiting: ((ask: Ask) => void)[] = []
  return async (work) => {
    const ask = free.pop() ?? (await new Promise<Ask>((resolve) => waiting.push(resolve)))
    try {
      return await work(ask)
    } finally {
      const next = waiting.shift()
      if (next) next(ask)
      else free.push(ask)
    }
  }
}

/**
 * As `createBoundedChild`, for questions of many: each has `quickMs` in its turn, and what takes longer is asked once more beside the others, so
 * that none waits for long behind one of those. `createTake` makes what takes the answers, once for each time it is asked.
 */
export function createBoundedChildren(
  entry: URL,
  { quickMs, slowAtOnce, ...bounds }: ChildBounds & { quickMs: number; slowAtOnce: number },
): (request: object, timeoutMs: number, createTake: () => (answer: unknown) => boolean) => Promise<ChildOutcome> {
  const inTurn = createLane([createBoundedChild(entry, bounds)])
  const beside = createLane(Array.from({ length: slowAtOnce }, () => createBoundedChild(entry, bounds)))
  return async (request, timeoutMs, createTake) => {
    const outcome = await inTurn((ask) => ask(request, Math.min(quickMs, timeoutMs), createTake()))
    return outcome === 'too-slow' && quickMs < timeoutMs ? beside((ask) => ask(request, timeoutMs, createTake())) : outcome
  }
}

/** To be called in the process: it answers each question, ends with the channel, and not with what ends the server's group of processes. */
export function answerInChild<Request>(answer: (request: Request, send: (message: unknown) => void) => void | Promise<void>): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
  process.on('disconnect', () => process.exit())
  process.on('message', (request: Request) => void answer(request, (message) => process.send?.(message)))
  process.send?.(ready)
}
