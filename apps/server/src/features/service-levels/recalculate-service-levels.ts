import type { Context } from '#server/platform/context.ts'
import { becomeCustomer, inTransaction, type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { isPassing } from '#server/platform/http/answer-errors.ts'
import { enqueueJobs } from '#server/platform/jobs/job-table.ts'
import type { Queue } from '#server/platform/jobs/work-queue.ts'
import { announce } from '#server/platform/live/announce.ts'
import { recalculateServiceLevels } from './follow-service-levels.ts'
import {
  allTickets,
  enqueueWaitingRecalculations,
  lockRecalculation,
  noteRecalculated,
  readOpenTickets,
  recalculationQueueName,
  spreadRecalculationForAllCustomers,
} from './recalculation-table.ts'
import { warningQueueName } from './ticket-level-table.ts'

const batchSize = 500

/** One ticket, in a transaction of its own. */
const recalculateTicket = (context: Context, customerId: string, ticketId: string, due: 'give' | 'pass over'): Promise<void> =>
  inTransaction(context, customerId, async (transaction) => {
    await recalculateServiceLevels(transaction, customerId, { ticketIds: [ticketId], now: context.now, due })
    announce(transaction, { type: 'ticket.changed', customerId })
  })

/** A ticket that fails is tried again as a job of its own; the others go on. */
async function recalculateEach(context: Context, customerId: string, ticketIds: string[]): Promise<void> {
  for (const rowId of ticketIds)
    await recalculateTicket(context, customerId, rowId, 'pass over').catch(async (error) => {
      if (isPassing(error)) throw error
      context.log.error({ err: error, job: recalculationQueueName, customerId, ticketId: rowId }, 'a service level was not recalculated')
      await inTransaction(context, customerId, (transaction) =>
        enqueueJobs(transaction, [{ queue: recalculationQueueName, customerId, rowId }]),
      )
    })
}

type RecalculateTickets = (transaction: Transaction, ticketIds: string[]) => Promise<void>

/** The next open tickets of a customer, while no one changes its targets. Answers whether there is more to do. */
function recalculateNext(context: Context, customerId: string, recalculateTickets: RecalculateTickets): Promise<boolean> {
  return workForAllCustomers(context, async (transaction) => {
    const found = await lockRecalculation(transaction, customerId)
    if (!found) return false
    if (found.forAll) {
      await spreadRecalculationForAllCustomers(transaction)
      await enqueueWaitingRecalculations(transaction)
      return true
    }
    await becomeCustomer(transaction, customerId)
    const ticketIds = await readOpenTickets(transaction, customerId, found.after, batchSize)
    await recalculateTickets(transaction, ticketIds)
    await noteRecalculated(transaction, customerId, ticketIds.length === batchSize ? (ticketIds.at(-1) ?? null) : null)
    if (ticketIds.length > 0) announce(transaction, { type: 'ticket.changed', customerId })
    return true
  })
}

async function recalculateAll(customerId: string, createContext: () => Context, signal: AbortSignal): Promise<void> {
  for (let hasMore = true; hasMore; signal.throwIfAborted()) {
    const context = createContext()
    const { now } = context
    hasMore = await recalculateNext(context, customerId, (transaction, ticketIds) =>
      recalculateServiceLevels(transaction, customerId, { ticketIds, now, due: 'pass over' }),
    ).catch((error) => {
      if (isPassing(error)) throw error
      return recalculateNext(context, customerId, (_, ticketIds) => recalculateEach(context, customerId, ticketIds))
    })
  }
}

const limits = { slots: 2, maxPerCustomer: 1, maxPerKey: 1, leaseSeconds: 60, maxAttempts: 8 }

/** Recalculates after targets or calendars changed, and tries again what failed. */
export const serviceLevelQueues = (): Record<string, Queue> => ({
  [recalculationQueueName]: {
    ...limits,
    maxSeconds: 60 * 60,
    run: ({ customerId, rowId }, { createContext, signal }) =>
      rowId === allTickets
        ? recalculateAll(customerId, createContext, signal)
        : recalculateTicket(createContext(), customerId, rowId, 'pass over'),
  },
  [warningQueueName]: {
    ...limits,
    run: ({ customerId, rowId }, { createContext }) => recalculateTicket(createContext(), customerId, rowId, 'give'),
  },
})
