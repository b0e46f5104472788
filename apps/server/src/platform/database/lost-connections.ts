/** Which pool's connection an error is the end of. */
const poolOf = new WeakMap<Error, string>()

type Failure = Error & { code?: string; severity?: string }

/** The database ends a connection, takes none or has become a standby, the network does, or the driver says that it is gone. */
const fromDatabase = /^(57P0[123]|08|25006)/
const fromNetwork = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOENT)$/
const fromDriver = /^Connection terminated( unexpectedly)?$|not queryable|Cannot use a pool after/

const isLoss = ({ code = '', severity, message }: Failure) =>
  (severity !== undefined && fromDatabase.test(code)) || fromDriver.test(message)

/** Where the error of a pool says that a connection is lost, a log counts it with the others from then on, and does not write it out. */
export function markLost(error: Failure, pool: string): void {
  if (!poolOf.has(error) && (isLoss(error) || fromNetwork.test(error.code ?? ''))) poolOf.set(error, pool)
}

/** The pool, or null where it is not known, of an error that is a lost connection to the database or was caused by one; else undefined. */
function findPool(error: unknown): string | null | undefined {
  if (!(error instanceof Error)) return undefined
  const pool = poolOf.get(error)
  if (pool !== undefined) return pool
  return isLoss(error) ? null : findPool(error.cause)
}

const gatherMs = 5_000
const pauseMs = 60_000

/**
 * Gathers lost connections: `write` is called once a minute for each pool, with how many there were. Answers whether what is to be logged is one.
 * A database that restarts breaks every connection and fails every job at once.
 */
export function createLostConnections(write: (lost: { pool: string; count: number }) => void): (fields: unknown) => boolean {
  const counts = new Map<string, number>()
  const writtenAt = new Map<string, number>()
  return (fields) => {
    if (typeof fields !== 'object' || fields === null) return false
    const { err } = fields as { err?: unknown }
    const found = findPool(err)
    if (found === undefined) return false
    const pool = found ?? ('job' in fields || 'queue' in fields ? 'worker' : 'app')
    const count = counts.get(pool) ?? 0
    counts.set(pool, count + 1)
    if (count > 0) return true
    const pause = (writtenAt.get(pool) ?? Number.NEGATIVE_INFINITY) + pauseMs - Date.now()
    setTimeout(
      () => {
        write({ pool, count: counts.get(pool) ?? 0 })
        counts.delete(pool)
        writtenAt.set(pool, Date.now())
      },
      Math.max(gatherMs, pause),
    ).unref()
    return true
  }
}
