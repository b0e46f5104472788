import type { Transaction } from '#server/platform/database/transaction.ts'
import { failMissedDeliveries } from './outbox-table.ts'

/** Of messages of a customer that were due by then, while it was closed, none is sent: the outbox says why. */
export const dropMissedDeliveries = (transaction: Transaction, customerId: string, now: Date): Promise<void> =>
  failMissedDeliveries(transaction, customerId, { reason: 'customer_closed', now })
