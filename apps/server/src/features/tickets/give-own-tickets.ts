import type { Transaction } from '#server/platform/database/transaction.ts'
import { setRequesterByEmail } from './ticket-table.ts'

/** Someone signs in for the first time: what was opened for their address before, by telephone perhaps, is theirs. The address must be verified. */
export async function giveOwnTickets(
  transaction: Transaction,
  customerId: string,
  user: { userId: string; verifiedEmail: string },
): Promise<void> {
  await setRequesterByEmail(transaction, customerId, user)
}
