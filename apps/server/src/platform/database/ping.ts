import { setTimeout as wait } from 'node:timers/promises'
import type { Pool } from 'pg'

const timeoutMs = 2000

/** Makes a check whether the database answers over this pool within 2 s. Checks at the same time share one statement. */
export function createPing(pool: Pool): () => Promise<boolean> {
  let pending: Promise<boolean> | undefined
  const ask = () =>
    pool
      .query('select 1')
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        pending = undefined
      })
  return () => {
    pending ??= ask()
    return Promise.race([pending, wait(timeoutMs, false, { ref: false })])
  }
}
