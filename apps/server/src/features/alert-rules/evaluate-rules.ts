import { lastClosedSlot } from '@vakt/domain/metrics/bucket.ts'
import { type BucketClosedHook, StoreUnavailable } from '#server/features/metrics/metric-store.ts'
import type { Context } from '#server/platform/context.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { ruleChannel } from './alert-rule-table.ts'
import { evaluateCustomer, type RuleEvaluation } from './evaluate-customer.ts'
import { findCustomersToEvaluateForAllCustomers, noteLateBucket } from './rule-evaluation-table.ts'
import { deletionGraceMs } from './settle-left-states.ts'

/** A closed bucket wakes the evaluation; one that was evaluated already is evaluated once more. */
export const noteClosedBucket: BucketClosedHook = async (transaction, { customerId, slot, isAgain }) => {
  await noteLateBucket(transaction, customerId, { slot, isAgain })
  transaction.announceOnCommit(ruleChannel, '')
}

/**
 * Evaluates the rules of every customer on the buckets that have closed, each bucket once and in order, whatever is restarted and however many
 * workers do this. Answers whether there is more to do right away.
 */
export async function evaluateRules(createContext: () => Context, evaluation: RuleEvaluation): Promise<boolean> {
  const context = createContext()
  const nowMs = context.now.getTime()
  const customers = await workForAllCustomers(context, (transaction) =>
    findCustomersToEvaluateForAllCustomers(transaction, {
      closedSlot: lastClosedSlot(nowMs),
      deletedBefore: new Date(nowMs - deletionGraceMs),
    }),
  )
  let hasMore = false
  for (const customerId of customers) {
    // One that fails must not keep the others from being evaluated.
    const outcome = await evaluateCustomer(context, customerId, evaluation).catch((error: unknown) => {
      if (error instanceof StoreUnavailable) context.log.warn({ customerId }, 'alert rules wait for the metric store')
      else context.log.error({ err: error, customerId }, 'alert rules were not evaluated')
      return false
    })
    hasMore ||= outcome
  }
  return hasMore
}
