import type { Transaction } from '#server/platform/database/transaction.ts'
import { readSettings } from './environment-settings-table.ts'

/** The keys of the tags by which the customer groups its entities, the outer first; at most two, and maybe none. */
export async function readTagGroupKeys(transaction: Transaction, customerId: string): Promise<string[]> {
  return (await readSettings(transaction, customerId, { lock: false }))?.tagKeys ?? []
}
