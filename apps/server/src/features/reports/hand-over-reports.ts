import type { Transaction } from '#server/platform/database/transaction.ts'
import type { Handover } from '#server/platform/handover.ts'
import { reassignReports } from './report-mail-table.ts'

/** The taker is mailed the monthly reports that a user who leaves was. */
export const handOverReports = (transaction: Transaction, customerId: string, { leaver, taker, now }: Handover): Promise<void> =>
  reassignReports(transaction, customerId, { from: leaver.userId, to: taker.userId, now })
