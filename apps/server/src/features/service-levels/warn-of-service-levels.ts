import type { Context } from '#server/platform/context.ts'
import { inTransaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { enqueueJobs } from '#server/platform/jobs/job-table.ts'
import { asBatch, workInBatches } from '#server/platform/jobs/work-in-batches.ts'
import { recalculateServiceLevels } from './follow-service-levels.ts'
import { readTicketsToWarnForAllCustomers, warningQueueName } from './ticket-level-table.ts'

const batchSize = 200

async function warnBatch(context: Context, limit: number): Promise<number> {
  const { now } = context
  const found = await workForAllCustomers(context, (transaction) => readTicketsToWarnForAllCustomers(transaction, { now, limit }))
  for (const [customerId, tickets] of Map.groupBy(found, (ticket) => ticket.customerId)) {
    const ticketIds = tickets.map(({ ticketId }) => ticketId)
    const rows = ticketIds.map((rowId) => ({ customerId, rowId }))
    await asBatch(rows, () =>
      inTransaction(context, customerId, (transaction) =>
        recalculateServiceLevels(transaction, customerId, { ticketIds, now, due: 'give' }),
      ),
    )
  }
  return found.length
}

/** Gives the warnings that are due, each once: it is noted in the transaction that tells it. Answers whether there may be more. */
export const warnOfServiceLevels = (context: Context): Promise<boolean> =>
  workInBatches({
    name: warningQueueName,
    batchSize,
    createContext: () => context,
    work: warnBatch,
    setAside: (_, row) =>
      inTransaction(context, row.customerId, (transaction) => enqueueJobs(transaction, [{ queue: warningQueueName, ...row }])),
  })
