import { findSignalDelay } from '#server/features/signals/find-signal-delay.ts'
import type { Context } from '#server/platform/context.ts'
import { refuseInTransaction } from '#server/platform/database/open-transaction.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { findNoteAgeForAllCustomers } from '#server/platform/installation-note-table.ts'

export type HeartbeatSettings = {
  /** Carries a secret in its path at most watchdogs: never logged. */
  url: string
  intervalMs: number
  /** No heartbeat is sent while a signal has been due for processing for longer. */
  maxSignalDelayMs: number
}

export type Heartbeat = HeartbeatSettings & {
  /** Why the last heartbeat was not sent or not accepted, in English; null after one that was. */
  problem(): string | null
  setProblem(problem: string | null): void
}

const timeoutMs = 10_000

/** What the job and the health of the process share. Before the first attempt there is no problem. */
export function createHeartbeat(settings: HeartbeatSettings): Heartbeat {
  let problem: string | null = null
  return {
    ...settings,
    problem: () => problem,
    setProblem(next) {
      problem = next
    },
  }
}

/** Web processes note every 5 s that they answer. */
const maxWebSilenceSeconds = 30

/** Why no heartbeat may be sent; null while Vakt does its work. */
async function findProblem(context: Context, maxSignalDelayMs: number): Promise<string | null> {
  const delayMs = await findSignalDelay(context)
  if (delayMs > maxSignalDelayMs) return `a signal has been waiting for ${Math.round(delayMs / 1000)} s`
  const silence = await workForAllCustomers(context, (transaction) => findNoteAgeForAllCustomers(transaction, 'web-answers'))
  // Web processes of a release before this one note nothing.
  if (silence === null || silence <= maxWebSilenceSeconds) return null
  return `no web process has answered for ${Math.round(silence)} s`
}

async function call(url: string): Promise<string | null> {
  refuseInTransaction('The watchdog')
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), headers: { 'user-agent': 'Vakt' } })
    await answer.body?.cancel()
    return answer.ok ? null : `the watchdog answered ${answer.status}`
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string } }
    return name === 'TimeoutError' ? 'the watchdog did not answer in 10 s' : `the watchdog cannot be reached (${cause?.code ?? name})`
  }
}

/**
 * Calls the watchdog while the database and a web process answer and signals are processed in time, so that it notices when Vakt stops. A problem is logged
 * when it begins and when it ends, not each time. Answers that nothing is left to do.
 */
export async function sendHeartbeat(context: Context, heartbeat: Heartbeat): Promise<false> {
  const problem = await findProblem(context, heartbeat.maxSignalDelayMs)
    .catch((error: Error) => `the database does not answer (${error.message})`)
    .then((found) => found ?? call(heartbeat.url))
  const before = heartbeat.problem()
  heartbeat.setProblem(problem)
  if (problem && !before) context.log.warn({ problem }, 'heartbeat not sent')
  if (!problem && before) context.log.info('heartbeat sent again')
  return false
}
