// A worker that carries out what is due of service windows or of runs of processes, by a clock that shows `now`, for tests that kill it.

import { processRunQueues } from '#server/features/process-runs/run-processes.ts'
import { serviceWindowQueues } from '#server/features/service-windows/advance-windows.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { workThrough } from '#server/platform/jobs/work-queue.ts'
import { createLog } from '#server/platform/log.ts'
import { ports } from '#server/roles/ports.ts'
import { clockAt } from './moved-clock.ts'
import { runSettings } from './process-desk.ts'

const { owner, root, now, work } = JSON.parse(process.env.QUEUE_WORKER ?? '{}')
const queues = { windows: () => serviceWindowQueues(), processes: () => processRunQueues(runSettings) }[work as 'windows' | 'processes']
const log = createLog('error')
const database = await openDatabase(owner, { root: Buffer.from(root, 'hex') }, log, { app: 1, worker: 3 })
const createContext = (job: string) => ({
  ...{ actor: { type: 'system' as const, job }, ...clockAt(new Date(now)), pool: database.worker },
  ...{ log, ports, requestId: null, isStaff: false },
})

process.stdout.write('ready\n')
await workThrough(queues(), createContext, new Date(Math.max(Date.now(), Date.parse(now))))
process.exit(0)
