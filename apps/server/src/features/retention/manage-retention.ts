import { type Retention, type RetentionChange, type RetentionEffect, removedThings } from '@vakt/contract/retention/retention.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, readForAllCustomers, type Transaction } from '#server/platform/database/transaction.ts'
import { NotFound } from '#server/platform/errors.ts'
import { findTimes } from '#server/platform/jobs/schedules.ts'
import { removalTimes } from './remove-past-terms.ts'
import {
  countBeforeForAllCustomers,
  kindOf,
  readOwnersOfTermsForAllCustomers,
  readTermsForAllCustomers,
  type Terms,
  writeTerms,
} from './retention-term-table.ts'

const dayMilliseconds = 86_400_000
const maxCounted = 10_000

async function findTerms(transaction: Transaction, customerId: string): Promise<Terms> {
  const terms = await readTermsForAllCustomers(transaction, customerId)
  if (!terms) throw new NotFound()
  return terms
}

export function getRetention(context: Context, customerId: string): Promise<Retention> {
  return readForAllCustomers(context, async (transaction) => {
    const terms = await findTerms(transaction, customerId)
    return { ...terms, others: terms.isOfAll ? await readOwnersOfTermsForAllCustomers(transaction) : [] }
  })
}

/** Counts from the next night on. */
export async function saveRetention(context: Context, customerId: string, change: RetentionChange): Promise<Retention> {
  await getRetention(context, customerId)
  await inTransaction(context, customerId, (transaction) => writeTerms(transaction, customerId, change))
  return getRetention(context, customerId)
}

type Asked = { [Kind in keyof RetentionChange]?: number }

/** What would be removed with these terms, those that are left out being as they usually are. What something open refers to is counted too. */
export async function getRetentionEffect(context: Context, customerId: string, asked: Asked): Promise<RetentionEffect> {
  const { next } = await findTimes(removalTimes, context.now)
  const removes = await readForAllCustomers(context, async (transaction) => {
    const { isOfAll, usual } = await findTerms(transaction, customerId)
    const found: RetentionEffect['removes'] = []
    for (const what of removedThings) {
      const before = new Date(next.getTime() - (asked[kindOf(what)] ?? usual[kindOf(what)]) * dayMilliseconds)
      const count = await countBeforeForAllCustomers(transaction, customerId, { what, before, isOfAll, max: maxCounted + 1 })
      found.push({ what, count: Math.min(count, maxCounted), isMore: count > maxCounted, before: before.toISOString() })
    }
    return found
  })
  return { at: next.toISOString(), removes: removes.filter(({ count }) => count > 0) }
}
