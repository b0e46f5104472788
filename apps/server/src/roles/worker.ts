import { processSignals } from '#server/features/signals/process-signals.ts'
import { removeOldSignals } from '#server/features/signals/remove-old-signals.ts'
import { signalChannel } from '#server/features/signals/signal-table.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Listener } from '#server/platform/database/listen.ts'
import { startLoop } from '#server/platform/jobs/run-loop.ts'
import type { Log } from '#server/platform/log.ts'
import { removeExpiredSignIns } from '#server/platform/sign-in/embedded-provider.ts'

const hour = 3_600_000

/** Starts the jobs; returns what stops them, after each has finished what it is at. */
export function startWorker({ database, listener, log }: { database: Database; listener: Listener; log: Log }): () => Promise<void> {
  const createContext = (job: string) => (): Context => ({
    actor: { type: 'system', job },
    now: new Date(),
    pool: database.worker,
    log,
    requestId: null,
    isStaff: false,
  })
  const signals = startLoop({
    name: 'process-signals',
    run: () => processSignals(createContext('process-signals')),
    pollMilliseconds: 2000,
    gatherMilliseconds: 100,
    log,
  })
  listener.on(signalChannel, signals.wake, signals.wake)
  const loops = [
    signals,
    startLoop({
      name: 'remove-old-signals',
      run: () => removeOldSignals(createContext('remove-old-signals')()),
      pollMilliseconds: hour,
      log,
    }),
    startLoop({
      name: 'remove-expired-sign-ins',
      run: async () => (await removeExpiredSignIns(database.worker)) > 0,
      pollMilliseconds: hour,
      log,
    }),
  ]
  return async () => {
    await Promise.all(loops.map((loop) => loop.stop()))
  }
}
