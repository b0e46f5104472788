import { processRunQueues } from '#server/features/process-runs/run-processes.ts'
import type { Context } from '#server/platform/context.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { createListener } from '#server/platform/database/listen.ts'
import { jobChannel } from '#server/platform/jobs/job-table.ts'
import { startWorkQueue } from '#server/platform/jobs/work-queue.ts'
import { createLog } from '#server/platform/log.ts'

/** A worker process of `processes.ts` that takes the steps of runs and nothing else; its parent kills it. */
const { owner, root } = JSON.parse(process.env.PROCESS_WORKER ?? '{}')
const log = createLog('silent')
const database = await openDatabase(owner, { root: Buffer.from(root, 'hex') }, log)
const createContext = (job: string): Context => ({
  actor: { type: 'system', job },
  now: new Date(),
  pool: database.worker,
  log,
  requestId: null,
  isStaff: false,
})
const settings = { origin: 'https://vakt.test', from: { name: 'Vakt', address: 'vakt@vakt.test' }, isSending: false }
const queue = startWorkQueue(processRunQueues(settings), createContext)
createListener(database.connect, log).on(jobChannel, queue.wake, { reconnected: queue.wake })
process.stdout.write('ready\n')
