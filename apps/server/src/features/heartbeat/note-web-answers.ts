import type { AddressInfo } from 'node:net'
import type { Pool } from 'pg'
import { refuseInTransaction } from '#server/platform/database/open-transaction.ts'
import { noteNow } from '#server/platform/installation-note-table.ts'
import type { Log } from '#server/platform/log.ts'

const everyMilliseconds = 5000
const timeoutMs = 4000

/** Where this process reaches the server that listens there. */
function loopbackOf({ address, port, family }: AddressInfo): string {
  const host = address === '0.0.0.0' ? '127.0.0.1' : address === '::' ? '::1' : address
  return `http://${family === 'IPv6' ? `[${host}]` : host}:${port}/health/live`
}

async function answers(url: string): Promise<boolean> {
  refuseInTransaction('The web process itself')
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
    await answer.body?.cancel()
    return answer.ok
  } catch {
    return false
  }
}

/**
 * Notes every few seconds that a web process answers over HTTP, which the heartbeat of the workers depends on; returns what stops it.
 * The pool must log in as vakt_worker.
 */
export function keepNotingWebAnswers(pool: Pool, listening: AddressInfo, log: Log): () => Promise<void> {
  const url = loopbackOf(listening)
  let noting = Promise.resolve()
  const note = () => {
    noting = answers(url)
      .then((isAnswering) => (isAnswering ? noteNow(pool, 'web-answers') : undefined))
      .catch((error: Error) => log.warn({ error: error.message }, 'it was not noted that this process answers'))
  }
  note()
  const timer = setInterval(note, everyMilliseconds)
  return async () => {
    clearInterval(timer)
    await noting
  }
}
