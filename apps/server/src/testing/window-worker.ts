// A worker that starts and ends service windows until none is due, by a clock that shows `now`, for tests that kill it.
import { serviceWindowQueues } from '#server/features/held-alerts/advance-windows.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { workThrough } from '#server/platform/jobs/work-queue.ts'
import { createLog } from '#server/platform/log.ts'

const { owner, root, now } = JSON.parse(process.env.WINDOW_WORKER ?? '{}')
const log = createLog('error')
const database = await openDatabase(owner, { root: Buffer.from(root, 'hex') }, log, { app: 1, worker: 3 })
const createContext = () => ({
  ...{ actor: { type: 'system' as const, job: 'service-window' }, now: new Date(now), pool: database.worker },
  ...{ log, requestId: null, isStaff: false },
})

process.stdout.write('ready\n')
await workThrough(serviceWindowQueues(), createContext)
process.exit(0)
