// A worker that works through the waiting signals once, and ends its process while it reads one whose body says so, for tests of what is noted
// before work begins.
import { createSignalProcessor } from '#server/features/signals/process-signals.ts'
import { readFromSender } from '#server/features/signals/read-pending-signals.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { createLog } from '#server/platform/log.ts'
import { ports } from '#server/roles/ports.ts'

const { owner, root } = JSON.parse(process.env.SIGNAL_WORKER ?? '{}')
const log = createLog('error')
const database = await openDatabase(owner, { root: Buffer.from(root, 'hex') }, log, { app: 1, worker: 3 })
const processSignals = createSignalProcessor({
  suspectsAfterMs: 0,
  read: (customerId, signal, sender) => {
    if (signal.body.includes('ends the process')) process.kill(process.pid, 'SIGKILL')
    return readFromSender(customerId, signal, sender)
  },
})
const createContext = () => ({
  ...{ actor: { type: 'system' as const, job: 'test' }, now: new Date(), pool: database.worker },
  ...{ log, ports, requestId: null, isStaff: false },
})
while (await processSignals(createContext)) {
  // Until nothing is left that is due.
}
process.exit(0)
