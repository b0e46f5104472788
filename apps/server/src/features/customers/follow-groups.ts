import type { Context } from '#server/platform/context.ts'
import { type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { enqueueJobs } from '#server/platform/jobs/job-table.ts'
import type { Queue } from '#server/platform/jobs/work-queue.ts'
import { lockGroups } from './customer-group-table.ts'

const queueName = 'follow-customer-groups'

/**
 * What is for groups of customers follows who is in them once the transaction is committed. `rowId` is what changed: a customer (the usual), or what
 * is for other groups than before.
 */
export const followGroupsOnCommit = (transaction: Transaction, customerId: string, rowId = customerId): Promise<void> =>
  enqueueJobs(transaction, [{ queue: queueName, customerId, rowId }])

/** Makes what one feature has for groups of customers hold at those that are in them now, and at no others. */
export type GroupFollower = (transaction: Transaction, context: Context) => Promise<void>

/** One at a time: of two, the one that read first who is in a group could write last. */
export const customerGroupQueues = (followers: readonly GroupFollower[]): Record<string, Queue> => ({
  [queueName]: {
    slots: 1,
    maxPerCustomer: 1,
    maxPerKey: 1,
    leaseSeconds: 60,
    maxSeconds: 120,
    maxAttempts: 5,
    run: (_job, { createContext, finish }) => {
      const context = createContext()
      return workForAllCustomers(context, async (transaction) => {
        await lockGroups(transaction)
        for (const follow of followers) await follow(transaction, context)
        await finish(transaction)
      })
    },
  },
})
