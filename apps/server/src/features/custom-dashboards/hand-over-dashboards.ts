import type { Transaction } from '#server/platform/database/transaction.ts'
import type { Handover } from '#server/platform/handover.ts'
import { reassignDashboards } from './custom-dashboard-table.ts'

/** The taker has the dashboards of a user who leaves; those that were shared stay shared. */
export const handOverDashboards = (transaction: Transaction, customerId: string, { leaver, taker }: Handover): Promise<void> =>
  reassignDashboards(transaction, customerId, { from: leaver.userId, to: taker })
