import { lastClosedSlot } from '@vakt/domain/metrics/bucket.ts'
import { type BucketClosedHook, StoreUnavailable } from '#server/features/metrics/metric-store.ts'
import type { Context } from '#server/platform/context.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { keepJobsForAllCustomers } from '#server/platform/jobs/standing-job-table.ts'
import type { Queue } from '#server/platform/jobs/work-queue.ts'
import { ruleChannel } from './alert-rule-table.ts'
import { evaluateCustomer } from './evaluate-customer.ts'
import type { RuleEvaluation } from './evaluate-once.ts'
import { findCustomersToEvaluateForAllCustomers, noteLateBucket } from './rule-evaluation-table.ts'
import { deletionGraceMs } from './settle-left-states.ts'

/** A closed bucket wakes the evaluation; one that was evaluated already is evaluated once more. */
export const noteClosedBucket: BucketClosedHook = async (transaction, { customerId, slot, isAgain, isLate }) => {
  await noteLateBucket(transaction, customerId, { slot, isLate: isLate || isAgain })
  transaction.announceOnCommit(ruleChannel, '')
}

const evaluationQueueName = 'evaluate-alert-rules'
/** Few hold their values in memory at once; a store outside is waited for, so that more of them may. */
const slotsOf = { own: 4, remote: 16 }
/** A store that does not answer is left alone for so long. */
const storePauseMs = 20_000

const findCustomers = (context: Context): Promise<string[]> =>
  workForAllCustomers(context, (transaction) =>
    findCustomersToEvaluateForAllCustomers(transaction, {
      closedSlot: lastClosedSlot(context.now.getTime()),
      deletedBefore: new Date(context.now.getTime() - deletionGraceMs),
    }),
  )

/** Makes a job for each customer whose rules may have something to do. */
export async function enqueueEvaluations(context: Context): Promise<boolean> {
  const customers = await findCustomers(context)
  await workForAllCustomers(context, (transaction) =>
    keepJobsForAllCustomers(
      transaction,
      evaluationQueueName,
      customers.map((customerId) => ({ customerId, rowId: customerId })),
    ),
  )
  return false
}

/**
 * Evaluates the rules of a customer on the buckets that have closed, each bucket once and in order, whatever is restarted and however many workers
 * do this. Between two runs of one customer the others have their turn.
 */
export const evaluationQueues = (evaluation: RuleEvaluation, store: keyof typeof slotsOf): Record<string, Queue> => ({
  [evaluationQueueName]: {
    slots: slotsOf[store],
    maxPerCustomer: 1,
    maxPerKey: 1,
    leaseSeconds: 60,
    maxAttempts: 8,
    isStanding: true,
    async run({ customerId, attempts }, { createContext, finish }) {
      const context = createContext()
      const runAgainIn = (ms: number) =>
        workForAllCustomers(context, (transaction) => finish(transaction, new Date(context.now.getTime() + ms)))
      try {
        if (await evaluateCustomer(context, customerId, evaluation, attempts)) await runAgainIn(0)
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error
        context.log.warn({ customerId }, 'alert rules wait for the metric store')
        await runAgainIn(storePauseMs)
      }
    },
  },
})

/** Evaluates without the work queue, one customer after the other; answers whether there is more to do. For tests and measurements. */
export async function evaluateRules(createContext: () => Context, evaluation: RuleEvaluation): Promise<boolean> {
  const context = createContext()
  let hasMore = false
  for (const customerId of await findCustomers(context)) hasMore = (await evaluateCustomer(context, customerId, evaluation)) || hasMore
  return hasMore
}
