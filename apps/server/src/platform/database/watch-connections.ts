import type { Socket } from 'node:net'
import type pg from 'pg'
import type { Log } from '#server/platform/log.ts'
import { findWorkingBackends } from './working-backends.ts'

/** How soon a silent connection is noticed, in milliseconds: after `tickMs + silentMs + probeMs` at the latest. */
export type WatchTimes = {
  tickMs: number
  /** A statement that was heard nothing of for so long is looked into. */
  silentMs: number
  /** How long the database may take to say which of its backends are working. */
  probeMs: number
}

const standardTimes: WatchTimes = { tickMs: 2000, silentMs: 5000, probeMs: 5000 }

type Watched = { waitingSince: number | null; heardAt: number; bytesHeard: number }

const streamOf = (client: pg.PoolClient) => client.connection.stream as Socket

/** Notes from when on a client waits for an answer. */
function watchClient(client: pg.PoolClient): Watched {
  const watched: Watched = { waitingSince: null, heardAt: Date.now(), bytesHeard: 0 }
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  client.query = ((...given: unknown[]) => {
    watched.waitingSince ??= Date.now()
    return query(...given)
  }) as typeof client.query
  client.on('drain', () => {
    watched.waitingSince = null
  })
  return watched
}

/** How long a client has waited without receiving a byte. */
function silenceOf(client: pg.PoolClient, watched: Watched): number {
  const { bytesRead } = streamOf(client)
  if (bytesRead !== watched.bytesHeard) Object.assign(watched, { bytesHeard: bytesRead, heardAt: Date.now() })
  return watched.waitingSince === null ? 0 : Date.now() - Math.max(watched.waitingSince, watched.heardAt)
}

/** Replaces the idle connections, which have most likely fallen silent as well. */
async function replaceIdle(pool: pg.Pool): Promise<void> {
  const idle = Array.from({ length: pool.idleCount }, () => pool.connect())
  for (const connecting of idle) {
    const client = await connecting.catch(() => null)
    if (!client) continue
    streamOf(client).destroy()
    client.release(true)
  }
}

/**
 * Closes connections of a pool that have fallen silent (a firewall, a failover, a stopped host), so that what waits for them fails with a
 * passing error. TCP would take up to 15 minutes, and never notice behind a proxy. Long statements are left alone: before a connection is
 * closed the database is asked over a new one whether it is working on the statement.
 */
export function watchConnections(pool: pg.Pool, config: pg.PoolConfig, log: Log, times: WatchTimes = standardTimes): () => void {
  const clients = new Map<pg.PoolClient, Watched>()
  pool.on('connect', (client) => clients.set(client, watchClient(client)))
  pool.on('remove', (client) => clients.delete(client as pg.PoolClient))
  let isProbing = false

  const findSilent = () =>
    [...clients].filter(([client, watched]) => silenceOf(client, watched) >= times.silentMs).map(([client]) => client)

  const closeSilent = async () => {
    const suspects = findSilent()
    if (suspects.length === 0) return
    const working = await findWorkingBackends(config, suspects, times.probeMs)
    // What arrived meanwhile has been read by now.
    const stillSilent = new Set(findSilent())
    const silent = suspects.filter((client) => stillSilent.has(client) && !working.has(client))
    if (silent.length === 0) return
    log.warn({ connections: silent.length }, 'database connections fell silent and are closed')
    for (const client of silent) streamOf(client).destroy(new Error('Connection terminated: the database does not answer.'))
    await replaceIdle(pool)
  }

  const timer = setInterval(async () => {
    if (isProbing) return
    isProbing = true
    await closeSilent().catch((error: Error) => log.warn({ error: error.message }, 'silent database connections could not be closed'))
    isProbing = false
  }, times.tickMs).unref()
  return () => clearInterval(timer)
}
