import type { PoolConfig } from 'pg'
import type { Config } from '#server/config.ts'
import { CannotStart, connectDatabase, openOwner } from '#server/connect-database.ts'
import type { Log } from '#server/platform/log.ts'
import { describeLostDatabase } from './describe-lost-database.ts'
import { findPort } from './find-port.ts'

export type Started = {
  origin: string
  metricsAddress: string
  /** The ingest token of the demo customer; null without demo content. */
  demoIngestToken: string | null
  /** Where an installation without a provider is set up; null when it has one, or this process answers no browsers. */
  setUpAddress: string | null
  stop(): Promise<void>
}

export type Cleanup = () => Promise<void>
export type Progress = (text: string) => void

/**
 * Nearly all of the program: what keeps Vakt from starting is said without it. Not beside the start of the database: while it is loaded nothing is
 * heard, and a connection would run out of its time on a slow machine.
 */
const loadRoles = () => import('./start-roles.ts')

/** Starts the roles of this process, and returns what stops them in reverse. What was started before a failure is stopped again. */
export async function start(config: Config, log: Log, progress: Progress): Promise<Started> {
  const cleanups: Cleanup[] = []
  const stopping = new AbortController()
  let owner: PoolConfig | undefined
  const stop = async () => {
    stopping.abort()
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  }
  try {
    const port = config.roles.includes('web') ? await findPort(config.host, config.port) : config.port
    const origin = config.origin ?? `http://localhost:${port}`
    // Said before a database is created.
    await findPort(config.metricsHost, config.metricsPort, 'METRICS_')
    owner = await openOwner(config, progress, cleanups)
    const database = await connectDatabase(config, owner, log, progress)
    cleanups.push(database.close)
    const { startRoles } = await loadRoles()
    const started = await startRoles({
      ...{ config, log, progress, port, origin, owner, database, cleanups },
      stopping: stopping.signal,
    })
    return { ...started, stop }
  } catch (error) {
    await stop().catch(() => {})
    // It may stop at any time until everything is started.
    const lost = config.databaseUrl && owner && describeLostDatabase(owner, error)
    throw lost ? new CannotStart(lost) : error
  }
}
