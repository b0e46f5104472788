import type { StandardCover } from '@vakt/contract/alert-rules/rule-standards.ts'
import type { Context } from '#server/platform/context.ts'
import { readForAllCustomers } from '#server/platform/database/transaction.ts'
import { type CoverFilter, readCoverForAllCustomers } from './cover-of-all-table.ts'

/** What rules with this filter would cover now, at all customers. */
export const countCover = (context: Context, filter: CoverFilter): Promise<Omit<StandardCover, 'groups'>> =>
  readForAllCustomers(context, (transaction) => readCoverForAllCustomers(transaction, filter))
