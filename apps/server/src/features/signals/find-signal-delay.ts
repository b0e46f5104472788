import type { Context } from '#server/platform/context.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { findOldestDueForAllCustomers } from './signal-table.ts'

/** For how many milliseconds the oldest signal has been due for processing; 0 when none is. */
export function findSignalDelay(context: Pick<Context, 'pool'>): Promise<number> {
  return workForAllCustomers(context, findOldestDueForAllCustomers)
}
