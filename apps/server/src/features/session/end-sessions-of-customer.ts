import type { Transaction } from '#server/platform/database/transaction.ts'
import { markSessionsOfCustomerEnded } from './user-session-table.ts'

/** Whoever is signed in has to sign in again. */
export function endSessionsOfCustomer(transaction: Transaction, customerId: string, now: Date): Promise<void> {
  return markSessionsOfCustomerEnded(transaction, customerId, now)
}
