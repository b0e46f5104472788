import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Listener } from '#server/platform/database/listen.ts'
import { jobChannel } from '#server/platform/jobs/job-table.ts'
import { startLoop } from '#server/platform/jobs/run-loop.ts'
import { keepSchedules } from '#server/platform/jobs/schedules.ts'
import { startWorkQueue } from '#server/platform/jobs/work-queue.ts'
import type { Log } from '#server/platform/log.ts'
import { ports } from './ports.ts'
import { type JobSettings, workerJobs, workerQueues } from './worker-jobs.ts'
import { workerSchedules } from './worker-schedules.ts'

type WorkerParts = JobSettings & { database: Database; listener: Listener; log: Log }

/** Starts the jobs; returns what stops them, after each has finished what it is at. */
export function startWorker({ database, listener, log, ...settings }: WorkerParts): () => Promise<void> {
  const stopping = new AbortController()
  const createContext = (name: string): Context => ({
    actor: { type: 'system', job: name },
    now: new Date(),
    pool: database.worker,
    ports,
    log,
    requestId: null,
    isStaff: false,
  })
  const queue = startWorkQueue(workerQueues(settings), createContext)
  listener.on(jobChannel, queue.wake, { reconnected: queue.wake })
  const schedules = workerSchedules(settings)
  const keepingSchedules = startLoop({
    name: 'keep-schedules',
    run: () => keepSchedules({ ...createContext('keep-schedules'), pool: database.reserved }, schedules),
    pollMilliseconds: 60_000,
    log,
  })
  const loops = Object.entries(workerJobs(settings)).map(([name, { run, wokenBy, ...pace }]) => {
    const loop = startLoop({ name, run: () => run(() => createContext(name), stopping.signal), ...pace, log })
    if (wokenBy) listener.on(wokenBy, loop.wake, { reconnected: loop.wake })
    return loop
  })
  return async () => {
    stopping.abort()
    await Promise.all([queue.stop(), keepingSchedules.stop(), ...loops.map((loop) => loop.stop())])
  }
}
