import { removeObjects } from '#server/features/attachments/remove-objects.ts'
import type { Context } from '#server/platform/context.ts'
import { type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { enqueueMissingJobsForAllCustomers, type Job } from '#server/platform/jobs/job-table.ts'
import type { JobRun, Queue } from '#server/platform/jobs/queue.ts'
import { announceContent } from '#server/platform/live/announce.ts'
import type { ObjectStorage } from '#server/platform/object-storage.ts'
import { recordAction, recordActions } from '#server/platform/record-action.ts'
import { erasingQueueName } from './ask-to-erase.ts'
import { batchSizeAfter, firstBatchSize } from './batch-size.ts'
import {
  type CustomerTable,
  clearReferencesForAllCustomers,
  deleteBatchForAllCustomers,
  deleteOtherJobsForAllCustomers,
  readCustomerTablesForAllCustomers,
} from './customer-tables-table.ts'
import { erasingRows, markDueForAllCustomers, readErasing, removeCustomerForAllCustomers } from './erasing-table.ts'
import { deleteRecordOfCustomerForAllCustomers, stripRecordForAllCustomers } from './kept-record-table.ts'
import { orderTables } from './order-tables.ts'

/** After that long the job gives its slot back, and goes on with what is left at its next turn. */
const longestTurnMilliseconds = 60_000

class TurnOver extends Error {}

type Erasing = { context: Context; customerId: string; goOn: () => void }

type Removed = { count: number; settle?: () => Promise<unknown> }

/** Batch after batch, each a transaction of its own, until one finds nothing more. `settle` follows its commit. */
async function inBatches(
  { context, goOn }: Erasing,
  removeSome: (transaction: Transaction, limit: number) => Promise<number | Removed>,
): Promise<void> {
  let limit = firstBatchSize
  for (;;) {
    goOn()
    const began = performance.now()
    const removed = await workForAllCustomers(context, (transaction) => removeSome(transaction, limit))
    const { count, settle } = typeof removed === 'number' ? { count: removed } : removed
    await settle?.()
    if (count < limit) return
    limit = batchSizeAfter(limit, performance.now() - began)
  }
}

async function emptyTable(erasing: Erasing, table: CustomerTable, storage: ObjectStorage | null): Promise<void> {
  const { context, customerId } = erasing
  for (const reference of table.selfReferences)
    await inBatches(erasing, (transaction, limit) => clearReferencesForAllCustomers(transaction, { table, reference, customerId, limit }))
  const inBucket = table.table === 'ticket_attachment' ? storage : null
  for (const column of table.customerColumns)
    await inBatches(erasing, async (transaction, limit) => {
      const batch = { table, column, customerId, limit }
      const removed = await deleteBatchForAllCustomers(transaction, batch, inBucket ? 'attachment_id' : undefined)
      return { count: removed.length, settle: async () => inBucket && removeObjects(context, inBucket, removed) }
    })
}

async function removeAll(erasing: Erasing, jobId: string, storage: ObjectStorage | null): Promise<void> {
  const { context, customerId } = erasing
  const tables = orderTables(await workForAllCustomers(context, readCustomerTablesForAllCustomers))
  for (const table of tables) await emptyTable(erasing, table, storage)
  await inBatches(erasing, (transaction, limit) => deleteOtherJobsForAllCustomers(transaction, { customerId, jobId, limit }))
  await inBatches(erasing, (transaction, limit) => deleteRecordOfCustomerForAllCustomers(transaction, { customerId, limit }))
  await inBatches(erasing, (transaction, limit) => stripRecordForAllCustomers(transaction, { customerId, limit }))
}

/** Cut off anywhere, it is done again from the start, which finds only what is left. */
async function erase({ customerId, jobId }: Job, { createContext, signal, finish }: JobRun, storage: ObjectStorage | null): Promise<void> {
  const context = createContext()
  const { now } = context
  const found = await workForAllCustomers(context, (transaction) => readErasing(transaction, customerId, { lock: false }))
  if (!found?.since) return
  const until = performance.now() + longestTurnMilliseconds
  const goOn = () => {
    if (signal.aborted || performance.now() > until) throw new TurnOver()
  }
  try {
    await removeAll({ context, customerId, goOn }, jobId, storage)
  } catch (error) {
    if (!(error instanceof TurnOver)) throw error
    return workForAllCustomers(context, (transaction) => finish(transaction, now))
  }
  await workForAllCustomers(context, async (transaction) => {
    await finish(transaction)
    const { by, name } = await removeCustomerForAllCustomers(transaction, customerId, now)
    await recordAction(transaction, context, customerId, { action: 'customer.erased', target: customerId, details: { name, by } })
  })
  context.log.info({ customerId }, 'a customer was erased')
  announceContent(context.pool, { content: ['customers'], to: 'staff' }, { customerId, userId: '' })
}

/** Erases closed customers, one at a time. */
export const erasingQueues = (storage: ObjectStorage | null): Record<string, Queue> => ({
  [erasingQueueName]: {
    slots: 1,
    maxPerCustomer: 1,
    maxPerKey: 1,
    leaseSeconds: 60,
    maxSeconds: 3600,
    maxAttempts: 5,
    isForClosed: true,
    run: (job, at) => erase(job, at, storage),
  },
})

/** Begins with the closed customers whose term is over; one that is being erased and has no job, as after a failed one was removed, gets one. */
export async function beginDueErasing(context: Context): Promise<boolean> {
  await workForAllCustomers(context, async (transaction) => {
    const due = await markDueForAllCustomers(transaction, context.now)
    await recordActions(
      transaction,
      context,
      due.map(({ customerId, name }) => ({ customerId, action: 'customer.erase', target: customerId, details: { name } })),
    )
    await enqueueMissingJobsForAllCustomers(transaction, erasingQueueName, erasingRows)
  })
  return false
}
