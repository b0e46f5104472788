import type { Transaction } from '#server/platform/database/transaction.ts'
import { readSenderChecks, type SenderChecks } from './source-check-table.ts'

export type { SenderChecks }

/** What the sender with this token must prove beside it; undefined where its source is gone. */
export const findSenderChecks = (transaction: Transaction, customerId: string, tokenId: string): Promise<SenderChecks | undefined> =>
  readSenderChecks(transaction, customerId, tokenId)
