import type { Transaction } from '#server/platform/database/transaction.ts'
import { readSenders, type Sender } from './source-token-table.ts'

export type { Sender }

/** The sources that signals with these tokens come from, by token. */
export async function findSenders(transaction: Transaction, customerId: string, tokenIds: string[]): Promise<Map<string, Sender>> {
  const rows = await readSenders(transaction, customerId, tokenIds)
  return new Map(rows.map(({ tokenId, ...sender }) => [tokenId, sender]))
}
