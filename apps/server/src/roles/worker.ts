import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Listener } from '#server/platform/database/listen.ts'
import { startLoop } from '#server/platform/jobs/run-loop.ts'
import type { Log } from '#server/platform/log.ts'
import { type JobSettings, workerJobs } from './worker-jobs.ts'

type WorkerParts = JobSettings & { database: Database; listener: Listener; log: Log }

/** Starts the jobs; returns what stops them, after each has finished what it is at. */
export function startWorker({ database, listener, log, ...settings }: WorkerParts): () => Promise<void> {
  const stopping = new AbortController()
  const loops = Object.entries(workerJobs(settings)).map(([name, { run, wokenBy, ...pace }]) => {
    const createContext = (): Context => ({
      actor: { type: 'system', job: name },
      now: new Date(),
      pool: database.worker,
      log,
      requestId: null,
      isStaff: false,
    })
    const loop = startLoop({ name, run: () => run(createContext, stopping.signal), ...pace, log })
    if (wokenBy) listener.on(wokenBy, loop.wake, { reconnected: loop.wake })
    return loop
  })
  return async () => {
    stopping.abort()
    await Promise.all(loops.map((loop) => loop.stop()))
  }
}
