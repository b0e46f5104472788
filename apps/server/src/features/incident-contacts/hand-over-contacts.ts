import type { Transaction } from '#server/platform/database/transaction.ts'
import type { Handover } from '#server/platform/handover.ts'
import { lockContactList, raiseVersion, reassignContact } from './contact-table.ts'

/** The taker is mailed about incidents where a user who leaves was. */
export async function handOverContacts(transaction: Transaction, customerId: string, { leaver, taker }: Handover): Promise<void> {
  await lockContactList(transaction, customerId)
  if (await reassignContact(transaction, customerId, { from: leaver, to: taker })) await raiseVersion(transaction, customerId)
}
