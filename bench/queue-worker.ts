import { setTimeout as wait } from 'node:timers/promises'
import type { Context } from '#server/platform/context.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { createListener } from '#server/platform/database/listen.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { jobChannel } from '#server/platform/jobs/job-table.ts'
import { type Queue, startWorkQueue } from '#server/platform/jobs/work-queue.ts'
import { createLog } from '#server/platform/log.ts'
import { ports } from '#server/roles/ports.ts'

/** A worker process of `work-queue.ts`, which kills it. */
const { owner, root } = JSON.parse(process.env.QUEUE_WORKER ?? '{}')
const log = createLog('silent')
const database = await openDatabase(owner, { root: Buffer.from(root, 'hex') }, log)
const createContext = (job: string): Context => ({
  actor: { type: 'system', job },
  now: new Date(),
  pool: database.worker,
  log,
  ports,
  requestId: null,
  isStaff: false,
})
const note = (table: string, rowId: string) => database.worker.query(`insert into bench.${table} (row_id) values ($1)`, [rowId])
const limits = { slots: 8, maxPerCustomer: 8, maxPerKey: 8, leaseSeconds: 3, maxAttempts: 50 }
const queues: Record<string, Queue> = {
  /** One effect outside the transaction that finishes the job, one within. */
  'bench-effects': {
    ...limits,
    async run({ rowId }, { createContext: contextOf, finish }) {
      await note('outside', rowId)
      await wait(5)
      await workForAllCustomers(contextOf(), async (transaction) => {
        await transaction.query('insert into bench.inside (row_id) values ($1)', [rowId])
        await finish(transaction)
      })
    },
  },
  /** Long enough that a customer with many keeps all slots busy. */
  'bench-starts': {
    ...limits,
    async run({ rowId }) {
      if (rowId.startsWith('quiet')) await note('start', rowId)
      else await wait(20)
    },
  },
  /** As webhooks are, with a receiver that never answers. */
  'bench-deliveries': {
    ...limits,
    slots: 10,
    maxPerCustomer: 4,
    maxPerKey: 2,
    async run({ rowId, key }) {
      if (key === 'dead') await wait(10_000)
      else await note('start', rowId)
    },
  },
  'bench-churn': { ...limits, run: async () => {} },
}
const queue = startWorkQueue(queues, createContext)
createListener(database.connect, log).on(jobChannel, queue.wake, { reconnected: queue.wake })
