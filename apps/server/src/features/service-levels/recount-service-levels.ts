import type { Context } from '#server/platform/context.ts'
import { becomeCustomer, inTransaction, type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { isPassing } from '#server/platform/http/answer-errors.ts'
import { enqueueJobs } from '#server/platform/jobs/job-table.ts'
import type { Queue } from '#server/platform/jobs/work-queue.ts'
import { announce } from '#server/platform/live/announce.ts'
import { reckonServiceLevels } from './follow-service-levels.ts'
import {
  allTickets,
  enqueueWaitingRecounts,
  lockRecount,
  noteRecounted,
  readOpenTickets,
  recountQueueName,
  spreadRecountForAllCustomers,
} from './recount-table.ts'
import { warningQueueName } from './ticket-level-table.ts'

const batchSize = 500

/** One ticket, in a transaction of its own. */
const recountTicket = (context: Context, customerId: string, ticketId: string, due: 'give' | 'pass over'): Promise<void> =>
  inTransaction(context, customerId, async (transaction) => {
    await reckonServiceLevels(transaction, customerId, { ticketIds: [ticketId], now: context.now, due })
    announce(transaction, { type: 'ticket.changed', customerId })
  })

/** A ticket that fails is tried again as a job of its own; the others go on. */
async function recountEach(context: Context, customerId: string, ticketIds: string[]): Promise<void> {
  for (const rowId of ticketIds)
    await recountTicket(context, customerId, rowId, 'pass over').catch(async (error) => {
      if (isPassing(error)) throw error
      context.log.error({ err: error, job: recountQueueName, customerId, ticketId: rowId }, 'a service level was not recalculated')
      await inTransaction(context, customerId, (transaction) => enqueueJobs(transaction, [{ queue: recountQueueName, customerId, rowId }]))
    })
}

type RecountTickets = (transaction: Transaction, ticketIds: string[]) => Promise<void>

/** The next open tickets of a customer, while nobody changes its targets. Answers whether there is more to do. */
function recountNext(context: Context, customerId: string, recountTickets: RecountTickets): Promise<boolean> {
  return workForAllCustomers(context, async (transaction) => {
    const found = await lockRecount(transaction, customerId)
    if (!found) return false
    if (found.forAll) {
      await spreadRecountForAllCustomers(transaction)
      await enqueueWaitingRecounts(transaction)
      return true
    }
    await becomeCustomer(transaction, customerId)
    const ticketIds = await readOpenTickets(transaction, customerId, found.after, batchSize)
    await recountTickets(transaction, ticketIds)
    await noteRecounted(transaction, customerId, ticketIds.length === batchSize ? (ticketIds.at(-1) ?? null) : null)
    if (ticketIds.length > 0) announce(transaction, { type: 'ticket.changed', customerId })
    return true
  })
}

async function recountAll(customerId: string, createContext: () => Context, signal: AbortSignal): Promise<void> {
  for (let hasMore = true; hasMore; signal.throwIfAborted()) {
    const context = createContext()
    const { now } = context
    hasMore = await recountNext(context, customerId, (transaction, ticketIds) =>
      reckonServiceLevels(transaction, customerId, { ticketIds, now, due: 'pass over' }),
    ).catch((error) => {
      if (isPassing(error)) throw error
      return recountNext(context, customerId, (_, ticketIds) => recountEach(context, customerId, ticketIds))
    })
  }
}

const limits = { slots: 2, maxPerCustomer: 1, maxPerKey: 1, leaseSeconds: 60, maxAttempts: 8 }

/** Recalculates after targets or calendars changed, and tries again what failed. */
export const serviceLevelQueues = (): Record<string, Queue> => ({
  [recountQueueName]: {
    ...limits,
    run: ({ customerId, rowId }, { createContext, signal }) =>
      rowId === allTickets ? recountAll(customerId, createContext, signal) : recountTicket(createContext(), customerId, rowId, 'pass over'),
  },
  [warningQueueName]: {
    ...limits,
    run: ({ customerId, rowId }, { createContext }) => recountTicket(createContext(), customerId, rowId, 'give'),
  },
})
