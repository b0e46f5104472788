import type { Pool } from 'pg'
import type { Log } from '#server/platform/log.ts'
import { noteReception } from './metric-reception-table.ts'

const everyMilliseconds = 5000

/** Notes every few seconds that this process takes points, for as long as the database answers; returns what stops it. */
export function keepReception(pool: Pool, log: Log): () => Promise<void> {
  let noting = Promise.resolve()
  const note = () => {
    noting = noteReception(pool).catch((error: Error) => log.warn({ error: error.message }, 'it was not noted that points are taken'))
  }
  note()
  const timer = setInterval(note, everyMilliseconds)
  return async () => {
    clearInterval(timer)
    await noting
  }
}
