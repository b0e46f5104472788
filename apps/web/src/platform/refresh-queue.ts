/** How a refresh ended. After `failed` it is asked again, at the earliest after `retryAfterMs`. */
export type RefreshOutcome = { kind: 'done' } | { kind: 'failed'; retryAfterMs?: number | undefined }

/** Something on the screen that can be asked for again. */
export type RefreshTarget = {
  key: string
  /** The rows of a list come before counts beside it. */
  isList?: boolean
  /** From one start to the next. */
  minIntervalMs?: number | undefined
  /** Starts a request of its own after it is called, and never rejects. */
  refresh(): Promise<RefreshOutcome>
}

type Clock = {
  now(): number
  random(): number
  setTimer(run: () => void, ms: number): unknown
  clearTimer(timer: never): void
}

const browserClock: Clock = {
  now: () => performance.now(),
  random: Math.random,
  setTimer: (run, ms) => setTimeout(run, ms),
  clearTimer: (timer) => clearTimeout(timer),
}

/** In which at most two requests start. */
const windowMs = 1000
const usualIntervalMs = 450
const maxIntervalMs = 30_000
/** A list waits so much shorter than what stands beside it. */
const headStartMs = 300
/** What is asked for less often than this gives way to everything else, and one of it never follows another within this time. */
const slowMs = 2000
const jitterMs = 60
const firstRetryMs = 1000
const maxRemembered = 100
/** Of the time an answer takes: by how much the next one waits, and over how much the start is spread. */
const restFactor = 3
const jitterFactor = 2

const isSlow = ({ minIntervalMs = 0 }: RefreshTarget) => minIntervalMs > slowMs

type Entry = {
  target: RefreshTarget
  /** When the first change came that it does not show yet; null while it is current. */
  dirtySince: number | null
  notBefore: number
  isRunning: boolean
  startedAt: number
  /** Smoothed. */
  answerMs: number
  failures: number
}

/**
 * Decides when what is shown is asked for again after live events: the first time almost at once, then at most twice a second in all, each
 * target only after its answer came, and the slower the answers, the more seldom. While `isPaused` it only notes what changed.
 */
export function createRefreshQueue({ isPaused = () => false, clock = browserClock }: { isPaused?: () => boolean; clock?: Clock } = {}) {
  const entries = new Map<string, Entry>()
  let starts: number[] = []
  let pausedUntil = 0
  let slowStartedAt = Number.NEGATIVE_INFINITY
  let timer: unknown

  function enter(target: RefreshTarget): Entry {
    const known = entries.get(target.key)
    if (known) return Object.assign(known, { target })
    if (entries.size >= maxRemembered) forgetIdle()
    const entry: Entry = {
      target,
      dirtySince: null,
      notBefore: 0,
      isRunning: false,
      startedAt: Number.NEGATIVE_INFINITY,
      answerMs: 0,
      failures: 0,
    }
    entries.set(target.key, entry)
    return entry
  }

  function forgetIdle() {
    for (const [key, { dirtySince, isRunning }] of entries) if (dirtySince === null && !isRunning) entries.delete(key)
  }

  function note(target: RefreshTarget, { spreadMs = 0 } = {}) {
    const entry = enter(target)
    if (entry.dirtySince === null) {
      entry.dirtySince = clock.now()
      entry.notBefore = clock.now() + clock.random() * Math.max(jitterMs, jitterFactor * entry.answerMs, spreadMs)
    }
    schedule()
  }

  function earliestOf({ target, notBefore, startedAt, answerMs }: Entry): number {
    const interval = Math.min(maxIntervalMs, Math.max(target.minIntervalMs ?? usualIntervalMs, restFactor * answerMs))
    return Math.max(notBefore, startedAt + interval, pausedUntil, isSlow(target) ? slowStartedAt + slowMs : 0)
  }

  /** The least is the most urgent. */
  function urgencyOf({ dirtySince, target }: Entry): number {
    return (dirtySince ?? 0) - (target.isList ? headStartMs : 0) + (isSlow(target) ? windowMs : 0)
  }

  function schedule() {
    clock.clearTimer(timer as never)
    timer = undefined
    if (isPaused()) return
    const now = clock.now()
    starts = starts.filter((start) => start > now - 2 * windowMs)
    const ready = [...entries.values()].filter(({ dirtySince, isRunning }) => dirtySince !== null && !isRunning)
    if (ready.length === 0) return
    const free = nextFree(now)
    const due = ready.filter((entry) => earliestOf(entry) <= now).sort((a, b) => urgencyOf(a) - urgencyOf(b))
    if (free <= now && due[0]) {
      void run(due[0])
      return schedule()
    }
    const next = Math.max(free, Math.min(...ready.map(earliestOf)))
    timer = clock.setTimer(schedule, Math.max(1, next - now))
  }

  /** Two at once after a pause, then evenly. */
  function nextFree(now: number): number {
    const [last, before] = [starts.at(-1), starts.at(-2)]
    if (last === undefined || before === undefined) return now
    const isSteady = last - before <= windowMs
    return Math.max(before + windowMs, isSteady ? last + windowMs / 2 : now)
  }

  async function run(entry: Entry) {
    entry.dirtySince = null
    entry.isRunning = true
    entry.startedAt = clock.now()
    starts.push(entry.startedAt)
    if (isSlow(entry.target)) slowStartedAt = entry.startedAt
    const outcome = await entry.target.refresh()
    entry.isRunning = false
    const took = clock.now() - entry.startedAt
    entry.answerMs = entry.answerMs === 0 ? took : 0.7 * entry.answerMs + 0.3 * took
    if (outcome.kind === 'done') entry.failures = 0
    else noteFailure(entry, took, outcome.retryAfterMs)
    schedule()
  }

  /** What took long to fail waits as long: a server that gives no answer is not kept busy by asking. */
  function noteFailure(entry: Entry, took: number, retryAfterMs: number | undefined) {
    const wait = retryAfterMs ?? Math.min(maxIntervalMs, Math.max(took, firstRetryMs * 2 ** entry.failures))
    entry.failures += 1
    entry.dirtySince ??= clock.now()
    entry.notBefore = clock.now() + wait * (1 + clock.random() / 2)
    // The server asked for rest: nothing else is asked either.
    if (retryAfterMs !== undefined) pausedUntil = Math.max(pausedUntil, entry.notBefore)
  }

  return {
    /** What this target shows may have changed; `spreadMs` when many browsers learn that in the same moment. */
    note,
    /** To be called when `isPaused` has become false. */
    resume: schedule,
    clear() {
      clock.clearTimer(timer as never)
      entries.clear()
      starts = []
      pausedUntil = 0
    },
  }
}
