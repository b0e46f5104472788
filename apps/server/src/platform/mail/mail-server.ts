import { openMailConnection } from './mail-connection.ts'
import { type MailConnection, type MailOutcome, MailServerUnreachable } from './mail-outcome.ts'
import type { MailSettings } from './mail-settings.ts'

const shortestPauseMilliseconds = 5000
const longestPauseMilliseconds = 5 * 60_000
const idleMilliseconds = 250

type Unavailable = { kind: 'unavailable'; reason: string; answer: string; pauseMs: number }

/** The mail server as this process sees it: its connections, and whether it is worth asking (a circuit breaker). */
export type MailServer = {
  /** Over a connection that is open already, if there is one. `unavailable` is about no one mail: nothing is sent for `pauseMs`. */
  send(...mail: Parameters<MailConnection['send']>): Promise<MailOutcome | Unavailable>
  /** How many mails may be handed over at once: none while paused, one to see whether the server is back, else all. */
  room(slots: number): number
}

const isServersFault = ({ kind, answer }: MailOutcome) => kind === 'later' && answer.startsWith('421')

export function createMailServer(settings: MailSettings): MailServer {
  const idle: MailConnection[] = []
  let failures = 0
  let pausedUntil = 0
  const pausedForMilliseconds = () => Math.max(0, pausedUntil - performance.now())

  async function takeConnection(): Promise<MailConnection> {
    for (let connection = idle.pop(); connection; connection = idle.pop()) if (connection.isUsable()) return connection
    return openMailConnection(settings)
  }

  function keep(connection: MailConnection): void {
    if (!connection.isUsable()) return
    idle.push(connection)
    setTimeout(() => {
      const at = idle.indexOf(connection)
      if (at >= 0) idle.splice(at, 1)[0]?.close()
    }, idleMilliseconds)
  }

  function pause(): void {
    if (pausedForMilliseconds() > 0) return
    failures += 1
    pausedUntil = performance.now() + Math.min(longestPauseMilliseconds, shortestPauseMilliseconds * 2 ** (failures - 1))
  }

  async function send(...mail: Parameters<MailConnection['send']>): Promise<MailOutcome> {
    const connection = await takeConnection()
    const outcome = await connection.send(...mail).finally(() => keep(connection))
    if (isServersFault(outcome)) throw new MailServerUnreachable('refused_for_now', outcome.answer)
    failures = 0
    return outcome
  }

  return {
    send: (...mail) =>
      send(...mail).catch((error) => {
        if (!(error instanceof MailServerUnreachable)) throw error
        pause()
        return { kind: 'unavailable', reason: error.reason, answer: error.message, pauseMs: pausedForMilliseconds() } as const
      }),
    room: (slots) => (pausedForMilliseconds() > 0 ? 0 : failures > 0 ? 1 : slots),
  }
}
